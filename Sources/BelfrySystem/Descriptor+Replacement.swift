// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

extension Descriptor {
    /// Writes a file of this directory, whole or not at all, and returns once the disk has it.
    ///
    /// A file of that name with `.new` behind it is what an earlier process left when it was ended. What
    /// could not be written whole is removed: it may have taken the last room of the disk.
    ///
    /// - Parameters:
    ///   - name: The file's name, not a path; what has it is replaced.
    ///   - bytes: All that the file holds then.
    ///   - mode: Permissions, less the process's umask.
    /// - Throws: ``SystemError`` naming the file; the old one is still there then.
    package borrowing func replaceFile(
        _ name: String,
        with bytes: [UInt8],
        mode: UInt32 = 0o600
    ) throws(SystemError) {
        let staged = name + ".new"
        do throws(SystemError) {
            try unlink(staged)
        } catch  where error.errno == ENOENT {}
        let file = try createFile(staged, mode: mode)
        do throws(SystemError) {
            try file.writeAll(bytes)
            try file.synchronize(staged)
            try rename(staged, to: self, as: name)
        } catch {
            try? unlink(staged)
            throw error
        }
        try synchronize(name)
    }
}
