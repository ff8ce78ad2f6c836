// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryDigest
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The copy of an app's directory: regular files and directories alone, and a digest of all of them.
struct AppCopy {
    private let source: String
    private let target: String
    private var digest = ContentDigest()
    private var byteCount = 0
    private var fileCount = 0

    /// The directories of the copy.
    private var directories: [String] = []

    init(of bundle: AppBundle, to target: String) {
        source = bundle.path
        self.target = target
        digest.update(Array("\(bundle.name)/".utf8))
    }

    /// Copies everything, and waits until the disk has it, but for the name of the copy itself.
    ///
    /// - Returns: A digest of names, contents, and which files are programs.
    /// - Throws: ``APIError`` for a link or a device, and for too much; the system's error.
    mutating func run() throws -> String {
        try makeDirectory(target)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: source).sorted()
        for path in paths { try copy(path) }
        for directory in directories {
            try Descriptor.openDirectory(directory).synchronize(directory)
        }
        return String(digest.finish().prefix(32))
    }

    private mutating func copy(_ path: String) throws {
        fileCount += 1
        guard fileCount <= AppFolder.fileLimit else {
            throw AppBundle.refusal("\(source) has more than \(AppFolder.fileLimit) files")
        }
        digest.update(Array("\(path.utf8.count):\(path)".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(source)/\(path)")
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory?:
            try makeDirectory("\(target)/\(path)")
        case .typeRegular?:
            let isProgram = (attributes[.posixPermissions] as? Int ?? 0) & 0o100 != 0
            if isProgram { digest.update(Array("*".utf8)) }
            try copyFile(path, mode: isProgram ? 0o755 : 0o644)
        default:
            throw AppBundle.refusal(
                "\(source)/\(path) is neither a file nor a directory; an app has nothing else"
            )
        }
    }

    private mutating func makeDirectory(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        directories.append(path)
    }

    private mutating func copyFile(_ path: String, mode: UInt32) throws {
        let input = try Descriptor.openRegularFile("\(source)/\(path)", followsLink: false)
        let output = try Descriptor.open(
            "\(target)/\(path)",
            O_WRONLY | O_CREAT | O_EXCL,
            mode: mode
        )
        var length = 0
        while true {
            let chunk = try input.read(upTo: 256 * 1024)
            if chunk.isEmpty { break }
            length += chunk.count
            byteCount += chunk.count
            guard byteCount <= AppFolder.byteLimit else {
                throw AppBundle.refusal("\(source) has more than \(AppFolder.byteLimit) bytes")
            }
            digest.update(chunk)
            try output.writeAll(chunk)
        }
        digest.update(Array("=\(length)".utf8))
        try output.synchronize("\(target)/\(path)")
    }
}
