// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// A regular file that a build reads; others are refused before they are opened.
///
/// Opening a FIFO waits for a writer, and opening a device can do what the device does. A path is
/// therefore looked up first (O_PATH), and what was found is what is opened. Files of `/proc` and
/// `/sys` seem regular, and are not: some of them have no end, or wait.
struct BuildFile: ~Copyable {
    /// The file, open for reading.
    let contents: Descriptor

    /// Its permissions.
    let mode: mode_t

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file, or a link that leads to it.
    ///   - places: Where it may be; nil for anywhere, for a file that is only looked at.
    ///   - wayOut: What to do when it cannot be read, for the error.
    /// - Throws: ``ToolFailure`` for what is not a regular file, is elsewhere or cannot be read.
    init(_ path: String, within places: BuildPlaces?, wayOut: String) throws(ToolFailure) {
        let found = try Self.attempt(path, wayOut) { () throws(SystemError) in
            try Descriptor.openPlace(path)
        }
        let link = "/proc/self/fd/\(found.raw)"
        if let places, let real = BuildPlaces.resolved(link) { try places.check(path, at: real) }
        let status = try Self.attempt(path, wayOut) { () throws(SystemError) in
            try found.status()
        }
        let kind = FileKind(of: status.st_mode)
        guard kind == .regular || kind == .folder else {
            throw ToolFailure("\(path) is \(kind.noun), and only regular files are read", .noInput)
        }
        // Such as /proc/kmsg, which waits for messages.
        guard FileSystemKind(at: link)?.isKernel != true else {
            throw ToolFailure("\(path) is a file of the kernel's, and those are not read", .noInput)
        }
        contents = try Self.attempt(path, wayOut) { () throws(SystemError) in
            guard kind == .regular else {
                throw SystemError(call: "open", subject: path, errno: EISDIR)
            }
            return try Descriptor.open(link, O_RDONLY)
        }
        mode = status.st_mode & 0o777
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: The file, or a link that leads to it.
    ///   - limit: The most bytes that are read.
    ///   - places: Where it may be; nil for anywhere, for a file that is only looked at.
    ///   - wayOut: What to do when it cannot be read, for the error.
    /// - Returns: Its bytes.
    /// - Throws: ``ToolFailure`` for what is not a regular file, is elsewhere or cannot be read.
    static func read(
        _ path: String,
        limit: Int,
        within places: BuildPlaces?,
        wayOut: String
    ) throws(ToolFailure) -> [UInt8] {
        let file = try BuildFile(path, within: places, wayOut: wayOut)
        return try attempt(path, wayOut) { () throws(SystemError) in
            try file.contents.readAll(limit: limit)
        }
    }

    /// What kind of file a path leads to, where it is neither a regular file nor a folder.
    static func oddKind(_ path: String) -> String? {
        guard let kind = FileKind(at: path), kind != .regular, kind != .folder else { return nil }
        return kind.noun
    }

    private static func attempt<Value: ~Copyable>(
        _ path: String,
        _ wayOut: String,
        _ body: () throws(SystemError) -> Value
    ) throws(ToolFailure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw ToolFailure(
                "\(path): \(SystemError.sentence(of: error.errno)); \(wayOut)",
                .noInput
            )
        }
    }
}
