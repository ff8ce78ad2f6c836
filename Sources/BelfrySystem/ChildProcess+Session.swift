// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

extension ChildProcess {
    /// Kills it with all that it has started and that has stayed in its session, and waits for their end.
    ///
    /// Blocks the calling thread.
    ///
    /// - Parameter limit: How long it waits for processes that are not its own children.
    package consuming func endSession(within limit: Duration) {
        let deadline = MonotonicTime.now + limit
        kill(-process, SIGKILL)
        // What one of them started before its own end is found by the next look.
        while case let members = Self.members(ofSession: process), !members.isEmpty {
            for member in members {
                guard case let pidfd = belfry_pidfd_open(member), pidfd >= 0 else { continue }
                let descriptor = Descriptor(owning: pidfd)
                descriptor.signalProcess(SIGKILL)
                guard descriptor.waitUntilReadable(until: deadline) else { return }
            }
        }
    }

    /// The processes of a session that have not ended (man 5 proc_pid_stat).
    private static func members(ofSession session: Int32) -> [Int32] {
        let names = try? Descriptor.openDirectory("/proc").entryNames(limit: .max)
        return (names ?? []).compactMap { name in
            guard let name, let process = Int32(name),
                let stat = try? Descriptor.open("/proc/\(name)/stat", O_RDONLY).read(upTo: 1024),
                let end = stat.lastIndex(of: UInt8(ascii: ")"))
            else { return nil }
            // After the name in parentheses: state, parent, process group, session.
            let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "))
            guard fields.count > 3, fields[0].first != UInt8(ascii: "Z"),
                fields[0].first != UInt8(ascii: "X"),
                Int32(String(decoding: fields[3], as: UTF8.self)) == session
            else { return nil }
            return process
        }
    }
}

extension Descriptor {
    /// Opens a process by its number (man 2 pidfd_open): by it the process is known once it has ended,
    /// whoever has its number then.
    ///
    /// - Parameter process: The process.
    /// - Returns: A descriptor that is readable once the process has ended.
    /// - Throws: ``SystemError``, with `ESRCH` where there is no such process.
    package static func process(_ process: Int32) throws(SystemError) -> Descriptor {
        Descriptor(owning: try checked("pidfd_open") { belfry_pidfd_open(process) })
    }

    /// Waits until it is readable (man 2 poll); false when that takes longer than until a time.
    package borrowing func waitUntilReadable(until deadline: MonotonicTime) -> Bool {
        var polled = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
        while true {
            let left = max(0, (deadline - .now).nanoseconds) / 1_000_000
            let count = unsafe poll(&polled, 1, Int32(clamping: left))
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }
}
