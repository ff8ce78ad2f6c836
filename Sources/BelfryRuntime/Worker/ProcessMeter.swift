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

    private let status: Descriptor
    private let stat: Descriptor
    private let descriptors: Descriptor

    /// The last footprint that was looked at, and what was counted right before.
    private var lastLook: (statistics: Statistics, footprint: Footprint)?

    /// The last counters that were read, and the CPU clock right before.
    private var lastCount: (cpu: UInt64, statistics: Statistics)?

    /// Memory in bytes, and threads, at one moment (man 5 proc, `status`).
    struct Footprint: Equatable {
        /// Private memory, shared memory and what of both is swapped out: RssAnon, RssShmem, VmSwap.
        ///
        /// Not RSS, which counts the runtime's libraries that all processes share.
        var byteCount: UInt64

        /// All resident memory, shared libraries included: VmRSS.
        var residentByteCount: UInt64

        /// The most that was ever resident, of which the kernel misses none: VmHWM.
        var residentPeakByteCount: UInt64

        /// Resident pages of files: RssFile.
        var filePageByteCount: UInt64

        /// Private writable memory, touched or not, which RLIMIT_DATA bounds: VmData.
        var dataByteCount: UInt64

        /// Threads.
        var threadCount: Int
    }

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
        status = try Descriptor.open("/proc/\(process)/status", O_RDONLY)
        stat = try Descriptor.open("/proc/\(process)/stat", O_RDONLY)
        let directory = "/proc/\(process)/fd"
        descriptors = Descriptor(
            owning: try checked("open", directory) { unsafe belfry_open_path(directory) }
        )
        // As long as it has not ended, its number is no other process's.
        guard !pidfd.isProcessEnded else {
            throw SystemError(call: "open", subject: directory, errno: ESRCH)
        }
    }

    /// CPU time of all its threads since it was forked; nil when it has ended.
    var cpuNanoseconds: UInt64? { MonotonicTime.read(clock) }

    /// The present footprint; nil when it has ended.
    var footprint: Footprint? {
        guard let text = try? status.read(at: 0, upTo: Self.fileByteCount) else { return nil }
        // In the kernel's order, so that the text is gone through once.
        var line = 0
        let residentPeak = ProcessFile.number(after: "VmHWM:", in: text, from: &line) ?? 0
        let resident = ProcessFile.number(after: "VmRSS:", in: text, from: &line) ?? 0
        guard let anonymous = ProcessFile.number(after: "RssAnon:", in: text, from: &line),
            let files = ProcessFile.number(after: "RssFile:", in: text, from: &line),
            let shared = ProcessFile.number(after: "RssShmem:", in: text, from: &line)
        else { return nil }
        let data = ProcessFile.number(after: "VmData:", in: text, from: &line) ?? 0
        let swapped = ProcessFile.number(after: "VmSwap:", in: text, from: &line) ?? 0
        let threads = ProcessFile.number(after: "Threads:", in: text, from: &line) ?? 0
        return Footprint(
            byteCount: (anonymous + shared + swapped) * 1024,
            residentByteCount: resident * 1024,
            residentPeakByteCount: residentPeak * 1024,
            filePageByteCount: files * 1024,
            dataByteCount: data * 1024,
            threadCount: Int(clamping: threads)
        )
    }

    /// The present footprint, and the counters read behind it, so that no fault is missed that made it.
    ///
    /// The footprint is looked at only when the counters say that it can be another than at the last
    /// look: for the kernel it is the dearest of all that is asked of it. What was given back since,
    /// by a process that took nothing, can be in it still, up to the 256 KB or so by which the kernel's
    /// own count of resident pages is late.
    ///
    /// - Parameter cpu: Its CPU clock now, in nanoseconds.
    /// - Returns: Both; nil when it has ended.
    func measure(at cpu: UInt64) -> (footprint: Footprint, statistics: Statistics)? {
        guard let statistics else { return nil }
        if let lastLook, lastLook.statistics.hasSameMemory(as: statistics) {
            lastCount = (cpu, statistics)
            return (lastLook.footprint, statistics)
        }
        guard let footprint, let last = self.statistics else { return nil }
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

    /// Whether a debugger is attached to it (`TracerPid`).
    var isTraced: Bool {
        guard let text = try? status.read(at: 0, upTo: Self.fileByteCount) else { return false }
        return ProcessFile.number(after: "TracerPid:", in: text) ?? 0 > 0
    }

    /// Whether its first thread is ending or has ended (`flags`, PF_EXITING of the kernel's sched.h).
    var isExiting: Bool {
        guard let text = try? stat.read(at: 0, upTo: Self.fileByteCount) else { return false }
        let fields = ProcessFile.fieldsAfterName(in: text, count: 7)
        return fields.count == 7 && fields[6] & 0x4 != 0
    }

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
        guard unsafe fstat(descriptors.raw, &status) == 0 else { return nil }
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
    private static let fileByteCount = 8192
}

/// Reads the kernel's text files about a process.
enum ProcessFile {
    /// The number that follows a label at the beginning of a line.
    static func number(after label: StaticString, in text: [UInt8]) -> UInt64? {
        var line = 0
        return number(after: label, in: text, from: &line)
    }

    /// The number that follows a label at the beginning of one of the lines from a place on, which
    /// becomes where the label is; a label that is not there leaves it.
    static func number(
        after label: StaticString,
        in text: [UInt8],
        from place: inout Int
    ) -> UInt64? {
        let labelCount = label.utf8CodeUnitCount
        var line = place
        while line + labelCount <= text.count {
            if begins(text, at: line, with: label) {
                place = line
                return number(in: text, from: line + labelCount)
            }
            while line < text.count, text[line] != UInt8(ascii: "\n") { line += 1 }
            line += 1
        }
        return nil
    }

    /// The fields of `stat` after the name, which may itself hold spaces and parentheses; what is no
    /// number counts as 0.
    static func fieldsAfterName(in text: [UInt8], count: Int) -> [UInt64] {
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return [] }
        var fields: [UInt64] = []
        fields.reserveCapacity(count)
        var index = end + 2
        while index < text.count, fields.count < count {
            fields.append(number(in: text, from: index) ?? 0)
            while index < text.count, text[index] != UInt8(ascii: " ") { index += 1 }
            index += 1
        }
        return fields
    }

    private static func begins(_ text: [UInt8], at start: Int, with label: StaticString) -> Bool {
        for offset in 0..<label.utf8CodeUnitCount
        where unsafe text[start + offset] != label.utf8Start[offset] { return false }
        return true
    }

    /// The digits from a place on, behind blanks; a number that does not fit is held to the most.
    private static func number(in text: [UInt8], from start: Int) -> UInt64? {
        var index = start
        while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
        var value: UInt64?
        while index < text.count, (0x30...0x39).contains(text[index]) {
            let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(text[index] - 0x30))
            value = overflow || carry ? .max : sum
            index += 1
        }
        return value
    }
}
