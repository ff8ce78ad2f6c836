// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Synchronization

/// What lets a caller in over loopback.
struct AccessToken: Sendable {
    private let bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The token, for whoever is to send it.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether a text is the token, found out in a time that says nothing of where it differs.
    func isEqual(to other: some StringProtocol) -> Bool {
        let other = Array(other.utf8)
        var difference = other.count ^ bytes.count
        for index in bytes.indices {
            difference |= Int(bytes[index] ^ (index < other.count ? other[index] : 0))
        }
        return difference == 0 && !bytes.isEmpty
    }

    /// Reads the token of a file, and makes a file with a new one where there is none.
    ///
    /// - Parameter path: The file.
    /// - Returns: The token: what the file holds up to its first white space.
    /// - Throws: ``DaemonError`` naming the file.
    static func ofFile(_ path: String) throws -> AccessToken {
        func wrong(_ fault: String) -> DaemonError {
            DaemonError(
                .cannotCreate,
                "the token's file \(path): \(fault); it has 16 characters or more and only its owner "
                    + "may read it; remove it to have one made"
            )
        }
        // Two who find none would each make one.
        let text = try making.withLock { _ in
            do throws(FileFault) {
                // An empty one is what a full disk has left.
                if let known = try read(path), !known.isEmpty { return known }
            } catch {
                throw wrong(error.sentence)
            }
            do throws(SystemError) {
                return try make(path)
            } catch {
                throw wrong(SystemError.sentence(of: error.errno))
            }
        }
        guard text.utf8.count >= 16 else { throw wrong("it is too short") }
        return AccessToken(text)
    }

    private static let making = Mutex(())

    /// Reads the token of a file; nil where there is none.
    static func ofExistingFile(_ path: String) throws(FileFault) -> AccessToken? {
        try read(path).map(AccessToken.init)
    }

    private static func read(_ path: String) throws(FileFault) -> String? {
        try Descriptor.readPrivate(path, limit: 4096).map { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        }
    }

    /// A new one: 256 bits of the system's generator (man 2 getrandom).
    static func random() -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let text = (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        return AccessToken(text)
    }

    private static func make(_ path: String) throws(SystemError) -> String {
        let text = random().text
        let file = URL(fileURLWithPath: path)
        try Descriptor.openDirectory(file.deletingLastPathComponent().path)
            .replaceFile(file.lastPathComponent, with: Array((text + "\n").utf8))
        return text
    }
}
