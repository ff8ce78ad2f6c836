// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// What one worker uses, as the kernel counts it: nothing here is the worker's own word.
struct ProcessMeter {
    /// The process as this host sees it.
    let process: Int32

    private let clock: Int32

    /// Memory in bytes at one moment (man 5 proc, `status`).
    struct Footprint: Equatable {
        /// Private memory, shared memory and what of both is swapped out: RssAnon, RssShmem, VmSwap.
        ///
        /// Not RSS, which counts the runtime's libraries that all processes share.
        var byteCount: UInt64

        /// All resident memory, shared libraries included: VmRSS.
        var residentByteCount: UInt64
    }

    /// Finds the process behind a pidfd (`Pid` in its fdinfo).
    ///
    /// - Throws: ``SystemError`` when it has ended.
    init(pidfd: borrowing Descriptor) throws(SystemError) {
        let path = "/proc/self/fdinfo/\(pidfd.raw)"
        let text = try Self.read(path)
        guard let process = Self.number(after: "Pid:", in: text), process > 0 else {
            throw SystemError(call: "read", subject: path, errno: ESRCH)
        }
        self.process = Int32(process)
        var clock: clockid_t = 0
        let pid = self.process
        try checked("clock_getcpuclockid") { unsafe belfry_cpu_clock(pid, &clock) }
        self.clock = clock
    }

    /// CPU time of all its threads since it was forked; nil when it has ended.
    var cpuNanoseconds: UInt64? { MonotonicTime.read(clock) }

    /// The present footprint; nil when it has ended.
    var footprint: Footprint? {
        guard let text = try? Self.read("/proc/\(process)/status"),
            let anonymous = Self.number(after: "RssAnon:", in: text),
            let shared = Self.number(after: "RssShmem:", in: text)
        else { return nil }
        let swapped = Self.number(after: "VmSwap:", in: text) ?? 0
        let resident = Self.number(after: "VmRSS:", in: text) ?? 0
        return Footprint(
            byteCount: (anonymous + shared + swapped) * 1024,
            residentByteCount: resident * 1024
        )
    }

    /// Faults and CPU ticks so far (man 5 proc, `stat`); nil when it has ended.
    var statistics: Statistics? {
        guard let text = try? Self.read("/proc/\(process)/stat"),
            let end = text.lastIndex(of: ")")
        else { return nil }
        // After the name in parentheses the third field is the first.
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let minor = UInt64(fields[7]), let major = UInt64(fields[9]),
            let user = UInt64(fields[11]), let system = UInt64(fields[12])
        else { return nil }
        let tick = 1_000_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK)))
        return Statistics(
            minorFaults: minor,
            majorFaults: major,
            userNanoseconds: user * tick,
            systemNanoseconds: system * tick
        )
    }

    /// Counters of a process, the times in the kernel's ticks of usually 10 ms.
    struct Statistics: Equatable {
        var minorFaults: UInt64
        var majorFaults: UInt64
        var userNanoseconds: UInt64
        var systemNanoseconds: UInt64
    }

    private static func read(_ path: String) throws(SystemError) -> String {
        let file = try Descriptor.open(path, O_RDONLY)
        return String(decoding: try file.readAll(limit: 64 * 1024), as: UTF8.self)
    }

    private static func number(after label: String, in text: String) -> UInt64? {
        for line in text.split(separator: "\n") where line.hasPrefix(label) {
            let digits = line.dropFirst(label.count).drop { $0 == " " || $0 == "\t" }
            return UInt64(digits.prefix { $0.isNumber })
        }
        return nil
    }
}
