// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// The daemon's own directories and files.
enum DaemonFiles {
    /// The ledger of a state directory.
    static func ledger(in state: String) -> String { state + "/center.sqlite" }

    /// Where the files of notifications are.
    static func attachments(in state: String) -> String { state + "/attachments" }

    /// Makes a directory that its owner alone may enter, and waits until the disk has its name; one
    /// that is there stays as it is.
    static func ensureDirectory(_ path: String) throws(DaemonError) {
        do throws(SystemError) {
            try Descriptor.ensureDirectories(path, lasting: true)
            _ = try Descriptor.openDirectory(path)
        } catch {
            throw DaemonError(
                .cannotCreate,
                "the directory \(path): \(SystemError.sentence(of: error.errno)); name another "
                    + "one, or change its permissions"
            )
        }
    }
}
