// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// Tells which directories have changed, each once (man 7 inotify).
///
/// A change of a directory is an entry that comes, goes or gets another name, the directory's own end,
/// and a change of its mode, owner or attributes. The kernel has told of it by the time the call that
/// made it returns, whichever process made it; of the end only once no descriptor and no mount holds
/// the directory. It tells nothing of another name of a directory around it, and nothing of what is
/// written to files: a store into a mapped file is nobody's event.
package struct ChangeWatch: ~Copyable {
    private let queue: Descriptor
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// What a directory's registration is known by, until it changes or the registration ends.
    package typealias Number = Int32

    /// Begins without a directory (man 2 inotify_init1).
    ///
    /// - Throws: ``SystemError``, `EMFILE` where this user has as many watches as the kernel allows.
    package init() throws(SystemError) {
        let flags = Int32(IN_NONBLOCK | IN_CLOEXEC)
        queue = Descriptor(owning: try checked("inotify_init1") { inotify_init1(flags) })
    }

    /// What counts as a change, of which one is told: a flood of them would fill the kernel's queue.
    private static let changes =
        UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
        | UInt32(IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR | IN_DONT_FOLLOW) | UInt32(IN_ONESHOT)

    /// The file systems that are known to be changed by this machine alone (Linux, magic.h): ext2 to 4,
    /// XFS, Btrfs, F2FS, ZFS, bcachefs, overlayfs, tmpfs and ramfs.
    private static let localKinds: Set<Int64> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E, 0x794C_7630,
        0x0102_1994, 0x8584_58F6,
    ]

    /// Begins to watch a directory for one change (man 2 inotify_add_watch).
    ///
    /// - Parameter path: The directory, not a link to one.
    /// - Returns: Its number; the same one as before for a directory that is watched already.
    /// - Throws: ``SystemError`` naming the path, `ENOSPC` where this user watches as many as the kernel
    ///   allows, `EOPNOTSUPP` on a file system that another machine may change, which nobody would tell.
    package mutating func watch(_ path: String) throws(SystemError) -> Number {
        guard Self.localKinds.contains(unsafe belfry_file_system_type(path)) else {
            throw SystemError(call: "inotify_add_watch", subject: path, errno: EOPNOTSUPP)
        }
        let raw = queue.raw
        return try checked("inotify_add_watch", path) {
            unsafe inotify_add_watch(raw, path, Self.changes)
        }
    }

    /// Watches a directory no more (man 2 inotify_rm_watch); nothing happens for one that has changed.
    package mutating func unwatch(_ number: Number) {
        inotify_rm_watch(queue.raw, number)
    }

    /// What has changed since it was asked last.
    package enum Changes: Equatable {
        /// These, each watched no more; numbers that were unwatched meanwhile can be among them.
        case some(Set<Number>)
        /// The kernel could not keep them: any can have changed.
        case any
    }

    /// Takes what has changed; never waits.
    package mutating func take() -> Changes {
        var numbers: Set<Number> = []
        while true {
            let capacity = buffer.count
            let count = unsafe read(queue.raw, &buffer, capacity)
            guard count > 0 else {
                // Nothing more, as after every take.
                return count < 0 && errno == EAGAIN ? .some(numbers) : .any
            }
            guard note(count, in: &numbers) else { return .any }
        }
    }

    /// Notes the events at the beginning of the buffer; false where some were lost.
    private func note(_ count: Int, in numbers: inout Set<Number>) -> Bool {
        let headerCount = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + headerCount <= count {
            let event = unsafe buffer.withUnsafeBytes { bytes in
                unsafe bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            }
            guard event.mask & UInt32(IN_Q_OVERFLOW) == 0 else { return false }
            numbers.insert(event.wd)
            offset += headerCount + Int(event.len)
        }
        return true
    }
}
