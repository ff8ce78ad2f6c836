// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform

/// Which kind of file system something lies on (man 2 statfs).
package struct FileSystemKind: Equatable, Sendable {
    private let number: Int64

    /// Linux, magic.h: `TMPFS_MAGIC` and `RAMFS_MAGIC`.
    private static let memoryNumbers: Set<Int64> = [0x0102_1994, 0x8584_58F6]

    /// Linux, magic.h: `PROC_SUPER_MAGIC`, `SYSFS_MAGIC`, `DEBUGFS_MAGIC`, `TRACEFS_MAGIC` and
    /// `SECURITYFS_MAGIC`.
    private static let kernelNumbers: Set<Int64> = [
        0x9FA0, 0x6265_6572, 0x6462_6720, 0x7472_6163, 0x7363_6673,
    ]

    /// The kind of the file system that a path lies on; nil when there is no such path.
    package init?(at path: String) {
        let type = unsafe belfry_file_system_type(path)
        guard type >= 0 else { return nil }
        number = type
    }

    /// Whether its files are memory, which the kernel charges to the control group that writes them.
    package var isMemory: Bool { Self.memoryNumbers.contains(number) }

    /// Whether its files are what the kernel says: they seem regular, and some have no end or wait.
    package var isKernel: Bool { Self.kernelNumbers.contains(number) }
}
