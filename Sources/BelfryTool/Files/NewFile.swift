// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// A file that the tool makes before the work whose result it is for, and that only its owner may read.
///
/// It keeps the tool from work whose result has no place.
struct NewFile: ~Copyable {
    private let path: FilePath
    private let file: Descriptor

    /// Makes the file, empty.
    ///
    /// - Parameter path: The file, which is not there yet.
    /// - Throws: ``ToolFailure`` naming the file.
    init(_ path: String) throws(ToolFailure) {
        self.path = FilePath(path)
        do throws(SystemError) {
            file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
        } catch {
            throw Self.failure(path, error, "name a file that is not there")
        }
    }

    /// Writes the file whole, and waits for the disk; it is gone where that fails.
    ///
    /// - Throws: ``ToolFailure`` naming the file.
    borrowing func write(_ text: String) throws(ToolFailure) {
        do throws(SystemError) {
            try file.writeAll(Array(text.utf8))
            try file.synchronize(path.text)
        } catch {
            remove()
            throw Self.failure(path.text, error, "name a file that there is room for")
        }
    }

    /// Removes the file.
    borrowing func remove() {
        try? Descriptor.openDirectory(path.directory).unlink(path.name)
    }

    private static func failure(
        _ path: String,
        _ error: SystemError,
        _ wayOut: String
    ) -> ToolFailure {
        ToolFailure("\(path): \(SystemError.sentence(of: error.errno)); \(wayOut)", .cannotCreate)
    }
}
