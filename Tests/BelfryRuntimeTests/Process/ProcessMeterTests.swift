// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import CBelfryPlatform
import Foundation
import Glibc
import Subprocess
import Testing

@testable import BelfryRuntime

/// Counters of a process of the test's own.
@Suite struct ProcessMeterTests {
    /// A program that works a little, writes a line, and waits for one.
    private struct Program {
        private let execution: Execution<CustomWriteInput, SequenceOutput, FileDescriptorOutput>
        private var lines: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator

        var process: pid_t { execution.processIdentifier.value }

        /// Runs it until the body has returned, and waits for its end.
        ///
        /// - Parameters:
        ///   - further: What else it does, in Python, once it has read a line.
        ///   - body: What is done while it runs, once it has worked.
        /// - Throws: What the body throws, and `SubprocessError` when it cannot be started.
        static func running(
            _ further: String = "pass",
            _ body: (inout Program) async throws -> Void
        ) async throws {
            let text = """
                import sys
                sum(i * i for i in range(200_000))
                print(flush=True)
                if sys.stdin.readline():
                    \(further)
                    print(flush=True)
                    sys.stdin.read()
                """
            let result = try await Subprocess.run(
                .name("python3"),
                arguments: ["-c", text],
                input: .inputWriter,
                output: .sequence,
                error: .currentStandardError
            ) { execution in
                var program = Program(
                    execution: execution,
                    lines: execution.standardOutput.strings().makeAsyncIterator()
                )
                try await program.waitForLine()
                try await body(&program)
                try await execution.standardInputWriter.finish()
            }
            #expect(result.terminationStatus.isSuccess)
        }

        /// Tells it to go on, and waits until it says that it has.
        mutating func goOn() async throws {
            _ = try await execution.standardInputWriter.write("\n")
            try await waitForLine()
        }

        func openPidfd() throws -> Descriptor {
            Descriptor(owning: try checked("pidfd_open") { belfry_pidfd_open(process) })
        }

        private mutating func waitForLine() async throws {
            _ = try #require(try await lines.next(), "it ended before it wrote a line")
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `counts a process's time, memory and faults until it has ended`() async throws {
        var measured: ProcessMeter?
        var copy: Int32 = -1
        try await Program.running { program in
            let pidfd = try program.openPidfd()
            copy = fcntl(pidfd.raw, F_DUPFD_CLOEXEC, 0)
            let meter = try ProcessMeter(pidfd: pidfd)
            measured = meter
            #expect(meter.process == program.process)
            let cpu = try #require(meter.cpuNanoseconds)
            #expect(cpu > 1_000_000)
            let footprint = try #require(meter.footprint)
            #expect(footprint.byteCount > 16 * 1024 && footprint.byteCount < 64 << 20)
            #expect(footprint.residentPeakByteCount >= footprint.residentByteCount)
            #expect(footprint.filePageByteCount > 0)
            #expect(footprint.filePageByteCount < footprint.residentByteCount)
            let statistics = try #require(meter.statistics)
            #expect(statistics.minorFaults > 10)
            // Ticks are coarse, but no more than the clock says plus one of each.
            let ticked = statistics.userNanoseconds + statistics.systemNanoseconds
            #expect(ticked <= (meter.cpuNanoseconds ?? 0) + 20_000_000)
            #expect(try #require(meter.cpuNanoseconds) >= cpu)
        }
        let pidfd = Descriptor(owning: copy)
        let meter = try #require(measured)
        #expect(meter.cpuNanoseconds == nil)
        #expect(meter.footprint == nil)
        #expect(meter.statistics == nil)
        let error = #expect(throws: SystemError.self) { _ = try ProcessMeter(pidfd: pidfd) }
        #expect(error?.errno == ESRCH)
    }

    @Test(.timeLimit(.minutes(1)))
    func `looks at memory again once it can have changed`() async throws {
        var measured: ProcessMeter?
        try await Program.running("text = bytearray(b'x') * 4_000_000") { program in
            let meter = try ProcessMeter(pidfd: try program.openPidfd())
            measured = meter
            // It may still be on its way to the reading of its input.
            var first = try #require(meter.measureNow())
            var second = try #require(meter.measureNow())
            while first.statistics != second.statistics {
                first = second
                second = try #require(meter.measureNow())
            }
            #expect(second.footprint == first.footprint)
            #expect(second.footprint == meter.footprint)

            try await program.goOn()
            let third = try #require(meter.measureNow())
            #expect(third.footprint.byteCount > second.footprint.byteCount + 3_000_000)
            #expect(third.statistics.minorFaults > second.statistics.minorFaults)
        }
        #expect(try #require(measured).measureNow() == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `reads the memory of a process again once it has computed`() async throws {
        // No other mapping has these rights, so that the kernel joins it with none.
        let mapping = "import mmap; room = mmap.mmap(-1, 4 << 20, flags=mmap.MAP_PRIVATE, prot=7)"
        try await Program.running(mapping) { program in
            try await program.goOn()
            let meter = try ProcessMeter(pidfd: try program.openPidfd())
            var cpu: UInt64?
            var first: ProcessMeter.Footprint?
            // It may still be on its way to the reading of its input.
            while cpu == nil || meter.cpuNanoseconds != cpu {
                cpu = meter.cpuNanoseconds
                first = meter.footprint
            }
            let before = try #require(first)

            // Pages that another process brings in leave its CPU clock as it is.
            try Self.fillRoom(of: program.process)
            let another = try ProcessMeter(pidfd: try program.openPidfd())
            let brought = try #require(another.footprint)
            #expect(brought.byteCount > before.byteCount + 3_000_000)
            try #require(meter.cpuNanoseconds == cpu)
            #expect(meter.footprint == before)

            kill(program.process, SIGSTOP)
            kill(program.process, SIGCONT)
            while meter.cpuNanoseconds == cpu { await Task.yield() }
            let after = try #require(meter.footprint)
            #expect(after.byteCount > before.byteCount + 3_000_000)
        }
    }

    /// Writes to the mapping of a process that may be written, read and executed (man 5 proc, `mem`).
    private static func fillRoom(of process: pid_t) throws {
        let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
        let line = try #require(maps.split(separator: "\n").first { $0.contains(" rwxp ") })
        let address = try #require(line.split(separator: "-").first.flatMap { Int($0, radix: 16) })
        let memory = try Descriptor.open("/proc/\(process)/mem", O_RDWR)
        let bytes = [UInt8](repeating: 1, count: 4 << 20)
        let number = memory.raw
        let count = try checked("pwrite") { unsafe pwrite(number, bytes, bytes.count, address) }
        try #require(Int(count) == bytes.count)
    }

    @Test(.timeLimit(.minutes(1)))
    func `takes the last counters for those of now as long as next to nothing was computed`()
        async throws
    {
        var known: (meter: ProcessMeter, statistics: ProcessMeter.Statistics, cpu: UInt64)?
        try await Program.running { program in
            let meter = try ProcessMeter(pidfd: try program.openPidfd())
            var last = try #require(meter.measureNow()).statistics
            while let next = meter.measureNow()?.statistics, next != last { last = next }
            // Once more: what the footprint was looked at for is no last count yet.
            _ = meter.measureNow()
            let cpu = try #require(meter.cpuNanoseconds)
            #expect(meter.statistics(at: cpu) == last)
            known = (meter, last, cpu)
        }
        let (meter, last, cpu) = try #require(known)
        // It has ended, which only a look at it can tell.
        #expect(meter.statistics(at: cpu) == last)
        #expect(meter.statistics(at: cpu + 1_000_000) == nil)
    }

    @Test func `knows a process that is ending before it is reaped`() throws {
        var process: pid_t = 0
        var arguments = unsafe [strdup("sleep"), strdup("600"), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let began = unsafe posix_spawn(&process, "/bin/sleep", nil, nil, &arguments, environ)
        try #require(began == 0)
        let pidfd = Descriptor(owning: try checked("pidfd_open") { belfry_pidfd_open(process) })
        let meter = try ProcessMeter(pidfd: pidfd)
        #expect(!meter.isExiting)
        kill(process, SIGKILL)
        var polled = pollfd(fd: pidfd.raw, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&polled, 1, 60_000)
        #expect(count == 1)
        #expect(meter.isExiting)
        waitpid(process, nil, 0)
        #expect(!meter.isExiting)
    }

    @Test func `a thread that has ended shows no footprint`() {
        let status = "Name:\tsh\nState:\tZ (zombie)\nThreads:\t3\nSigQ:\t0/64\n"
        #expect(ProcessMeter.Footprint(status: Array(status.utf8)) == nil)
    }

    @Test func `a descriptor that names no process has no meter`() throws {
        let file = try Descriptor.open("/dev/null", O_RDONLY)
        let error = #expect(throws: SystemError.self) { _ = try ProcessMeter(pidfd: file) }
        #expect(error?.errno == ESRCH)
    }

    @Test func `counts no filter that this process is under itself`() {
        let text = Array("NoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t5\n".utf8)
        #expect(ProcessMeter.filterCount(in: text, inherited: 0) == 5)
        #expect(ProcessMeter.filterCount(in: text, inherited: 3) == 2)
        #expect(ProcessMeter.filterCount(in: text, inherited: 9) == 0)
        #expect(ProcessMeter.filterCount(in: Array("Seccomp:\t2\n".utf8), inherited: 0) == nil)
    }
}

extension ProcessMeter {
    fileprivate func measureNow() -> (footprint: Footprint, statistics: Statistics)? {
        cpuNanoseconds.flatMap { measure(at: $0) }
    }
}
