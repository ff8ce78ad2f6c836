// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// A worker's container as the host reaches it: through its descriptor, never by its path.
///
/// It goes with its last user, and so not while attachments are taken out of it. One in memory is
/// gone when the descriptor is closed; one on disk is then removed.
final class WorkerContainer: Sendable {
    /// Its path as the extension knows it.
    let path: String

    /// It, to open files beneath.
    let directory: Descriptor

    /// Whether it is a directory on disk, with no limit of its own.
    var isOnDisk: Bool { removal != nil }

    /// Removes it from disk; nil for one in memory.
    private let removal: (@Sendable () -> Void)?

    init(
        path: String,
        directory: consuming Descriptor,
        removal: (@Sendable () -> Void)? = nil
    ) {
        self.path = path
        self.directory = directory
        self.removal = removal
    }

    deinit {
        removal?()
    }
}
