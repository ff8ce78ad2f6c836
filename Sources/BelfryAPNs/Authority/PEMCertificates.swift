// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import SwiftASN1
internal import X509

/// Certificates in one text, one after the other.
enum PEMCertificates {
    /// Reads all of them; other parts of the text are passed over.
    ///
    /// - Parameter text: The text.
    /// - Returns: The certificates, in their order.
    /// - Throws: The error of the first one that cannot be read.
    static func read(_ text: String) throws -> [Certificate] {
        try PEMDocument.parseMultiple(pemString: text)
            .filter { $0.discriminator == Certificate.defaultPEMDiscriminator }
            .map { try Certificate(pemDocument: $0) }
    }

    /// Reads all of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - subject: What it is, for the error.
    /// - Returns: The certificates; one at least.
    /// - Throws: ``AuthorityError`` naming the file.
    static func read(file path: String, _ subject: String) throws(AuthorityError) -> [Certificate] {
        let text = String(decoding: try bytes(of: path, subject), as: UTF8.self)
        guard let found = try? read(text), !found.isEmpty else {
            throw AuthorityError(
                "\(subject), \(path): it holds no certificate that can be read; write it as PEM"
            )
        }
        return found
    }

    /// What a file with certificates or a key holds.
    ///
    /// - Parameters:
    ///   - path: The file, of 1 MiB at most.
    ///   - subject: What it is, for the error.
    /// - Returns: Its bytes.
    /// - Throws: ``AuthorityError`` naming the file.
    static func bytes(of path: String, _ subject: String) throws(AuthorityError) -> [UInt8] {
        do throws(FileFault) {
            return try Descriptor.readRegularFile(path, limit: 1 << 20)
        } catch {
            throw AuthorityError("\(subject), \(path): \(error.sentence)")
        }
    }
}
