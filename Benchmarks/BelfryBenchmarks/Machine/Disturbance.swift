// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// Tells how much of the machine other programs used while something was measured.
///
/// The load average cannot: it lags by a minute, and the build just before counts in it.
struct Disturbance {
    private let time = MonotonicTime.now
    private let idle: Duration
    private let own: Duration

    /// Begins to watch; nil where the kernel does not tell.
    init?() {
        guard let idle = Self.freeTime() else { return nil }
        self.idle = idle
        own = Self.ownTime()
    }

    /// The share of all cores' time since then that neither was idle nor went to this process and
    /// the children it has reaped: call it when all of them are.
    func share(coreCount: Int) -> Double? {
        guard let idleNow = Self.freeTime() else { return nil }
        let available = (MonotonicTime.now - time) * coreCount
        let others = available - (idleNow - idle) - (Self.ownTime() - own)
        return min(max(others / available, 0), 1)
    }

    /// Time of all cores together in which they were idle, waited for disks or did what gives way to
    /// everything else, as of `Scripts/awake.sh` (man 5 proc, `stat`).
    private static func freeTime() -> Duration? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
            let fields = text.split(separator: "\n").first?.split(separator: " "),
            fields.count > 5, let nice = Int64(fields[2]), let idle = Int64(fields[4]),
            let waiting = Int64(fields[5])
        else { return nil }
        return .milliseconds((nice + idle + waiting) * 1000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
    }

    private static func ownTime() -> Duration {
        [RUSAGE_SELF.rawValue, RUSAGE_CHILDREN.rawValue].reduce(.zero) { sum, who in
            var usage = rusage()
            unsafe _ = getrusage(who, &usage)
            return sum + Duration(usage.ru_utime) + Duration(usage.ru_stime)
        }
    }
}

extension Duration {
    fileprivate init(_ time: timeval) {
        self = .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
}
