// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// A process as no other one is for as long as its machine runs: its number alone is given to another
/// process later.
package struct ProcessIdentity: Codable, Equatable, Sendable {
    /// The process's number.
    package let process: Int32

    /// When it was started, in clock ticks since its machine was (man 5 proc_pid_stat, `starttime`).
    package let start: UInt64

    /// Which start of the machine that is counted from (man 4 random, `boot_id`).
    package let boot: String

    /// Reads what the kernel says of a process.
    ///
    /// - Parameter process: Its number, which it keeps until it was reaped.
    /// - Throws: ``SystemError`` for a process that has gone, and where there is no `/proc`.
    package init(of process: Int32) throws(SystemError) {
        let path = "/proc/\(process)/stat"
        let stat = try Descriptor.open(path, O_RDONLY).read(upTo: 1024)
        // The program's name stands in parentheses, and may have any character in it.
        let fields = stat.lastIndex(of: UInt8(ascii: ")")).map { end in
            stat[(end + 1)...].split(separator: UInt8(ascii: " "))
        }
        guard let fields, fields.count > Self.startField,
            let start = UInt64(String(decoding: fields[Self.startField], as: UTF8.self))
        else { throw SystemError(call: "read", subject: path, errno: EINVAL) }
        let boot = try Descriptor.open(Self.bootPath, O_RDONLY).read(upTo: 64)
        self.process = process
        self.start = start
        self.boot = String(decoding: boot.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static let bootPath = "/proc/sys/kernel/random/boot_id"

    /// The place of field 22, where the first one after the name is field 3.
    private static let startField = 19

    /// A descriptor of the process (man 2 pidfd_open); nil where it has ended, or cannot be told from
    /// another one that has its number.
    package func open() -> Descriptor? {
        guard let pidfd = try? Descriptor.process(process),
            let now = try? ProcessIdentity(of: process), now == self,
            // Only now: it was the same process while all of it was read.
            !pidfd.waitUntilReadable(until: .now)
        else { return nil }
        return pidfd
    }
}
