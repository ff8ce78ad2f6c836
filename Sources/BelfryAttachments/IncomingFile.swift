// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Synchronization

/// A file on its way into a store, before it has the name of its content.
///
/// Its maker holds a lock on it, which the kernel takes away from one that is killed: what has no
/// lock is nobody's.
struct IncomingFile: ~Copyable {
    /// Its name in the store's directory.
    let name: String

    /// The file, for reading and writing.
    let file: Descriptor

    private static let prefix = ".incoming-"

    /// Makes a file in a store's directory.
    init(in root: borrowing Descriptor) throws(SystemError) {
        while true {
            let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 16)
            let file = try root.createFile(name)
            // A sweep can come between the two; then the file is gone, or about to be.
            guard Self.lock(file), try file.status().st_nlink == 1 else { continue }
            self.name = name
            self.file = file
            return
        }
    }

    /// Removes the files of hosts that were killed.
    ///
    /// - Parameters:
    ///   - root: The store's directory.
    ///   - path: Its path.
    static func sweep(_ root: borrowing Descriptor, at path: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            guard let file = try? root.openBeneath(name, O_RDWR | O_NONBLOCK), lock(file) else {
                continue
            }
            try? root.unlink(name)
        }
    }

    private static func lock(_ file: borrowing Descriptor) -> Bool {
        flock(file.raw, LOCK_EX | LOCK_NB) == 0
    }

    /// What is done once for a store in the life of a host.
    final class Sweep: Sendable {
        private let isDone = Atomic(false)

        /// Sweeps a store the first time it is asked to.
        func callAsFunction(_ root: borrowing Descriptor, at path: String) {
            let (isFirst, _) = isDone.compareExchange(
                expected: false,
                desired: true,
                ordering: .relaxed
            )
            if isFirst { IncomingFile.sweep(root, at: path) }
        }
    }
}
