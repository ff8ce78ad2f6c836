// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// A file that the tool writes when its work is done: whole, or not at all.
struct OutputFile {
    /// The file as it was named.
    let path: String

    /// The file itself, where links lead.
    private let target: FilePath

    /// Whether it is a file that another can take the place of, and not a device or a pipe.
    private let isReplaceable: Bool

    /// Names a file, and makes sure that it can be written: work that takes long must not be lost at
    /// its end.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - option: What named it, such as `--html`.
    /// - Throws: ``ToolFailure`` naming the file, where its folder is not there or not ours to write,
    ///   or the option, where it names none.
    init(_ path: String, for option: String) throws {
        guard !path.isEmpty else {
            throw ToolFailure(EmptyValue.message(for: option, noun: "file"), .usage)
        }
        self.path = path
        target = FilePath(Self.resolved(path) ?? path)
        var status = stat()
        let exists = unsafe stat(target.text, &status) == 0
        isReplaceable = !exists || status.st_mode & S_IFMT == S_IFREG
        if exists, status.st_mode & S_IFMT == S_IFDIR { throw failure(EISDIR) }
        let place = isReplaceable ? target.directory : target.text
        guard unsafe access(place, W_OK) == 0 else { throw failure(errno) }
    }

    /// Writes it: beside its place first, and then into it.
    ///
    /// - Throws: ``ToolFailure`` naming the file; what was there before is there still.
    func write(_ text: String) throws {
        do throws(SystemError) {
            isReplaceable ? try replace(Array(text.utf8)) : try append(Array(text.utf8))
        } catch {
            throw failure(error.errno)
        }
    }

    private func replace(_ bytes: [UInt8]) throws(SystemError) {
        let folder = try Descriptor.openDirectory(target.directory)
        let draft = ".\(target.name).\(getpid())"
        do throws(SystemError) {
            let file = try folder.createFile(draft, mode: 0o666)
            try file.writeAll(bytes)
            try file.close()
            try folder.rename(draft, to: folder, as: target.name)
        } catch {
            try? folder.unlink(draft)
            throw error
        }
    }

    private func append(_ bytes: [UInt8]) throws(SystemError) {
        let file = try Descriptor.open(target.text, O_WRONLY)
        try file.writeAll(bytes)
        try file.close()
    }

    private static func resolved(_ path: String) -> String? {
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    private func failure(_ code: Int32) -> ToolFailure {
        ToolFailure(
            "\(path) cannot be written: \(SystemError.sentence(of: code)); name a file in a folder "
                + "that is there and yours",
            .cannotCreate
        )
    }
}
