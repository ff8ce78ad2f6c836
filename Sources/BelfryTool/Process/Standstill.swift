// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// The end of a program that waits for itself for ever: it uses no processor, and nothing that it has
/// started runs.
struct Standstill: Equatable {
    /// How long a program may be so.
    let limit: Duration

    /// How often it is looked at in that time.
    ///
    /// Looks are counted, and not time: a tool that was itself stopped has looked at nothing.
    private static let lookCount = 20

    /// Ends a program and its process group once it has stood still for so long.
    ///
    /// - Parameter process: The program, which leads its process group and has not been reaped.
    /// - Returns: Whether that was so; false once the task is cancelled.
    func end(_ process: Int32) async -> Bool {
        var (known, count) = (Self.work(of: process), 0)
        while (try? await Task.sleep(for: limit / Self.lookCount)) != nil {
            let work = Self.work(of: process)
            count = work != nil && work == known ? count + 1 : 0
            known = work
            guard count == Self.lookCount else { continue }
            kill(-process, SIGKILL)
            return true
        }
        return false
    }

    /// How much processor time a process has used, in clock ticks (man 5 proc_pid_stat); nil for one that
    /// has ended or is stopped, and for one whose child runs.
    private static func work(of process: Int32) -> UInt64? {
        guard let own = fields(of: "\(process)"), own.count > 12, own[0] != "T", own[0] != "t",
            let user = UInt64(own[11]), let system = UInt64(own[12]),
            let names = try? Descriptor.openDirectory("/proc").entryNames(limit: .max)
        else { return nil }
        let hasChild = names.contains { name in
            guard let name, Int32(name) != nil, let fields = fields(of: name) else { return false }
            return fields[0] != "Z" && fields[0] != "X" && fields[1] == "\(process)"
        }
        return hasChild ? nil : user + system
    }

    /// What the kernel says of a process after its name: state, parent, and more; nil for one that has gone.
    private static func fields(of process: String) -> [Substring]? {
        guard let stat = try? Descriptor.open("/proc/\(process)/stat", O_RDONLY).read(upTo: 1024),
            let end = stat.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = String(decoding: stat[(end + 1)...], as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? fields : nil
    }
}
