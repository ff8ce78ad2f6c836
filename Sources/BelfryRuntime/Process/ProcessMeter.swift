// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// What one worker uses, as the kernel counts it: nothing here is the worker's own word.
///
/// It is read before and after every run, so the files stay open and are searched as bytes.
final class ProcessMeter {
    /// The process as this host sees it.
    let process: Int32

    /// Its CPU clock, of all its threads together.
    let clock: clockid_t

    /// Its directory in `/proc`, as a place: what is opened beneath it is never another process's.
    let directory: Descriptor
    private let stat: Descriptor

    /// The `status` of a thread, the first one's as long as that lives: all of them have one memory.
    private var status: Descriptor

    /// Where that thread's files are, beneath ``directory``.
    private var threadPath = firstThreadPath
    private static let firstThreadPath = "."

    /// Whether the last footprint was read from the first thread's files.
    var readsFirstThread: Bool { threadPath == Self.firstThreadPath }

    /// The last footprint that was read, and the CPU clock right before.
    private var lastFootprint: (cpu: UInt64, footprint: Footprint)?

    /// The last footprint that was looked at, and what was counted right before.
    private var lastLook: (statistics: Statistics, footprint: Footprint)?

    /// The last counters that were read, and the CPU clock right before.
    private var lastCount: (cpu: UInt64, statistics: Statistics)?

    /// Finds the process behind a pidfd (`Pid` in its fdinfo).
    ///
    /// - Throws: ``SystemError`` when it has ended.
    init(pidfd: borrowing Descriptor) throws(SystemError) {
        let path = "/proc/self/fdinfo/\(pidfd.raw)"
        let text = try Descriptor.open(path, O_RDONLY).readAll(limit: 4096)
        guard let number = ProcessFile.number(after: "Pid:", in: text), number > 0 else {
            throw SystemError(call: "read", subject: path, errno: ESRCH)
        }
        let process = Int32(clamping: number)
        var clock: clockid_t = 0
        try checked("clock_getcpuclockid") { unsafe belfry_cpu_clock(process, &clock) }
        self.process = process
        self.clock = clock
        directory = try Descriptor.openPlace("/proc/\(process)")
        status = try directory.openBeneath("status", O_RDONLY)
        stat = try directory.openBeneath("stat", O_RDONLY)
        // As long as it has not ended, its number is no other process's.
        guard !pidfd.isProcessEnded else {
            throw SystemError(call: "open", subject: "/proc/\(process)", errno: ESRCH)
        }
    }

    /// CPU time of all its threads since it was forked; nil when it has ended.
    var cpuNanoseconds: UInt64? { MonotonicTime.read(clock) }

    /// The present footprint; nil when it has ended, or when no thread of it can be read.
    ///
    /// For the kernel it is the dearest of all that is asked of it, so a process that has computed nothing
    /// since the last one is asked for its CPU clock alone.
    var footprint: Footprint? { cpuNanoseconds.flatMap(footprint) }

    /// The same, where its CPU clock is at a reading: what has not run since holds what it held.
    private func footprint(at cpu: UInt64) -> Footprint? {
        if let lastFootprint, lastFootprint.cpu == cpu { return lastFootprint.footprint }
        lastFootprint = readFootprint().map { (cpu, $0) }
        return lastFootprint?.footprint
    }

    private func readFootprint() -> Footprint? {
        guard let text = try? status.read(at: 0, upTo: Self.fileByteCount) else {
            return footprintOfAnotherThread()
        }
        return Footprint(status: text) ?? footprintOfAnotherThread()
    }

    /// The footprint by the files of another thread, which are read from now on.
    ///
    /// A thread that has ended shows no memory, and the first one stays as a zombie while others live.
    private func footprintOfAnotherThread() -> Footprint? {
        for _ in 0..<Self.searchCount {
            // Of a process that ends as a whole there is nothing more to be seen.
            guard firstThread != .endsWithProcess,
                let tasks = try? directory.openDirectoryBeneath("task"),
                let names = try? tasks.entryNames(limit: Self.threadLimit), names.count > 1
            else { return nil }
            for case let name? in names.suffix(Self.triedThreadCount).reversed() {
                let path = "task/\(name)"
                guard let status = try? directory.openBeneath("\(path)/status", O_RDONLY),
                    let text = try? status.read(at: 0, upTo: Self.fileByteCount),
                    let footprint = Footprint(status: text)
                else { continue }
                self.status = status
                threadPath = path
                return footprint
            }
        }
        return nil
    }

    /// How often another thread is looked for, among how many, and how many of the newest are tried:
    /// more than can end meanwhile by chance.
    private static let searchCount = 2
    private static let threadLimit = 8192
    private static let triedThreadCount = 16

    /// The present footprint, and the counters read behind it, so that no fault is missed that made it.
    ///
    /// The footprint is looked at only when the counters say that it can be another than at the last
    /// look. What was given back since, by a process that took nothing, can be in it still, up to the
    /// 256 KB or so by which the kernel's own count of resident pages is late.
    ///
    /// - Parameter cpu: Its CPU clock now, in nanoseconds.
    /// - Returns: Both; nil when it has ended.
    func measure(at cpu: UInt64) -> (footprint: Footprint, statistics: Statistics)? {
        guard let statistics else { return nil }
        if let lastLook, lastLook.statistics.hasSameMemory(as: statistics) {
            lastCount = (cpu, statistics)
            return (lastLook.footprint, statistics)
        }
        guard let footprint = footprint(at: cpu), let last = self.statistics else { return nil }
        lastLook = (statistics, footprint)
        lastCount = nil
        return (footprint, last)
    }

    /// The counters as of now, or the last ones where it has computed too little since to have changed
    /// them by much.
    ///
    /// - Parameter cpu: Its CPU clock now, in nanoseconds.
    /// - Returns: The counters; nil when it has ended.
    func statistics(at cpu: UInt64) -> Statistics? {
        if let lastCount, cpu - min(cpu, lastCount.cpu) < Self.quietNanoseconds {
            return lastCount.statistics
        }
        return statistics
    }

    /// What a worker computes between two runs: its way back from the callback.
    private static let quietNanoseconds: UInt64 = 50_000

    /// How many seccomp filters its first thread is under besides this process's own
    /// (`Seccomp_filters`, Linux 5.9); nil when it has ended, or the kernel does not say.
    ///
    /// A service manager or a container may have put filters on this process, which every worker
    /// inherits: they are none of those that seal a worker.
    var filterCount: Int? {
        guard let text = try? status.read(at: 0, upTo: Self.fileByteCount) else { return nil }
        return Self.filterCount(in: text, inherited: Self.ownFilterCount)
    }

    /// Reads the number of filters out of a `status` file.
    ///
    /// - Parameters:
    ///   - text: The file.
    ///   - inherited: How many do not count.
    /// - Returns: The number; nil where the kernel does not say.
    static func filterCount(in text: [UInt8], inherited: Int) -> Int? {
        ProcessFile.number(after: "Seccomp_filters:", in: text).map {
            max(0, Int(clamping: $0) - inherited)
        }
    }

    /// The filters that this process is under.
    private static let ownFilterCount: Int = {
        let text = try? Descriptor.open("/proc/self/status", O_RDONLY).readAll(limit: fileByteCount)
        return text.flatMap { filterCount(in: $0, inherited: 0) } ?? 0
    }()

    /// What has become of a process's first thread.
    enum FirstThread {
        case lives
        /// It is ending or has ended by itself; others may go on.
        case hasEnded
        /// A signal has ended it, as it ends all threads of a process.
        case endsWithProcess
    }

    /// What has become of its first thread (`flags`, of the kernel's sched.h PF_EXITING and PF_SIGNALED).
    var firstThread: FirstThread {
        guard let text = try? stat.read(at: 0, upTo: Self.fileByteCount) else { return .lives }
        let fields = ProcessFile.fieldsAfterName(in: text, count: 7)
        guard fields.count == 7, fields[6] & 0x4 != 0 else { return .lives }
        return fields[6] & 0x400 != 0 ? .endsWithProcess : .hasEnded
    }

    /// Whether its first thread is ending or has ended.
    var isExiting: Bool { firstThread != .lives }

    /// Where a file's first byte is mapped (man 5 proc, `maps`); nil when it is not, or when this
    /// process may not know.
    func loadAddress(of path: String) -> UInt64? {
        let maps = try? Descriptor.open("/proc/\(process)/maps", O_RDONLY).readAll(limit: 1 << 20)
        guard let maps else { return nil }
        let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasSuffix(" " + path) }
        return line?.split(separator: "-").first.flatMap { UInt64($0, radix: 16) }
    }

    /// How many descriptors it has open; nil when it has ended.
    ///
    /// Since Linux 6.2 the directory's size, which needs no permission to look inside; 0 before.
    var descriptorCount: Int? {
        var status = Glibc.stat()
        guard unsafe fstatat(directory.raw, "\(threadPath)/fd", &status, 0) == 0 else { return nil }
        return Int(status.st_size)
    }

    /// The limit of private writable memory that is in force, RLIMIT_DATA (man 5 proc, `limits`);
    /// nil when there is none.
    var dataLimit: UInt64? {
        let path = "/proc/\(process)/limits"
        guard let text = try? Descriptor.open(path, O_RDONLY).readAll(limit: Self.fileByteCount)
        else { return nil }
        return ProcessFile.number(after: "Max data size", in: text)
    }

    /// Its counters so far (man 5 proc, `stat`); nil when it has ended.
    var statistics: Statistics? {
        guard let text = try? stat.read(at: 0, upTo: Self.fileByteCount) else { return nil }
        // From the third field on; the second is the name in parentheses.
        let fields = ProcessFile.fieldsAfterName(in: text, count: 22)
        guard fields.count == 22 else { return nil }
        return Statistics(
            minorFaults: fields[7],
            majorFaults: fields[9],
            userNanoseconds: fields[11] * Self.tick,
            systemNanoseconds: fields[12] * Self.tick,
            threadCount: fields[17],
            virtualByteCount: fields[20],
            residentPageCount: fields[21]
        )
    }

    private static let tick = 1_000_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK)))

    /// Counters of a process, the times in the kernel's ticks of usually 10 ms.
    struct Statistics: Equatable {
        var minorFaults: UInt64
        var majorFaults: UInt64

        /// Both: each brings in one page at most.
        var faultCount: UInt64 { minorFaults + majorFaults }

        var userNanoseconds: UInt64
        var systemNanoseconds: UInt64
        var threadCount: UInt64
        var virtualByteCount: UInt64

        /// As the kernel has it at hand, some pages late.
        var residentPageCount: UInt64

        /// Whether nothing was taken between two counts, nor much given back: pages come by faults, and
        /// stacks and mappings show in the rest.
        func hasSameMemory(as other: Statistics) -> Bool {
            minorFaults == other.minorFaults && majorFaults == other.majorFaults
                && threadCount == other.threadCount && virtualByteCount == other.virtualByteCount
                && residentPageCount == other.residentPageCount
        }
    }

    /// More than either file has.
    static let fileByteCount = 8192
}
