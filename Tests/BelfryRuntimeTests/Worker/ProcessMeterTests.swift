// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import CBelfryPlatform
import Foundation
import Glibc
import Testing

@testable import BelfryRuntime

/// Counters of a process of the test's own.
@Suite struct ProcessMeterTests {
    /// A shell that works a little, says so, and waits for its standard input to end.
    private final class Shell {
        let process = Process()
        private let input = Pipe()
        private let output = Pipe()
        private let ended: AsyncStream<Void>

        // What else it does, it does once it has been told to go on.
        init(_ further: String = "") throws {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-c",
                """
                i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; echo done; read line
                \(further)
                """,
            ]
            process.standardInput = input
            process.standardOutput = output
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            self.ended = ended
            process.terminationHandler = { _ in end.finish() }
            try process.run()
        }

        /// Waits for the work to be done.
        func waitForWork() throws {
            _ = try output.fileHandleForReading.read(upToCount: 5)
        }

        /// Tells it to go on, and waits until it says that it has.
        func goOn() throws {
            try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
            try waitForWork()
        }

        func end() async throws {
            try input.fileHandleForWriting.close()
            for await _ in ended {}
        }

        func openPidfd() throws -> Descriptor {
            let process = process.processIdentifier
            return Descriptor(owning: try checked("pidfd_open") { belfry_pidfd_open(process) })
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `counts a process's time, memory and faults until it has ended`() async throws {
        let shell = try Shell()
        try shell.waitForWork()
        let pidfd = try shell.openPidfd()
        let meter = try ProcessMeter(pidfd: pidfd)
        #expect(meter.process == shell.process.processIdentifier)
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

        try await shell.end()
        #expect(meter.cpuNanoseconds == nil)
        #expect(meter.footprint == nil)
        #expect(meter.statistics == nil)
        let error = #expect(throws: SystemError.self) { _ = try ProcessMeter(pidfd: pidfd) }
        #expect(error?.errno == ESRCH)
    }

    @Test(.timeLimit(.minutes(1)))
    func `looks at memory again once it can have changed`() async throws {
        let growing = "text=$(head -c 4000000 /dev/zero | tr '\\0' x); echo done; read line"
        let shell = try Shell(growing)
        try shell.waitForWork()
        let meter = try ProcessMeter(pidfd: try shell.openPidfd())
        // It may still be on its way to the reading of its input.
        var first = try #require(meter.measureNow())
        var second = try #require(meter.measureNow())
        while first.statistics != second.statistics {
            first = second
            second = try #require(meter.measureNow())
        }
        #expect(second.footprint == first.footprint)
        #expect(second.footprint == meter.footprint)

        try shell.goOn()
        let third = try #require(meter.measureNow())
        #expect(third.footprint.byteCount > second.footprint.byteCount + 3_000_000)
        #expect(third.statistics.minorFaults > second.statistics.minorFaults)

        try await shell.end()
        #expect(meter.measureNow() == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `takes the last counters for those of now as long as next to nothing was computed`()
        async throws
    {
        let shell = try Shell()
        try shell.waitForWork()
        let meter = try ProcessMeter(pidfd: try shell.openPidfd())
        var last = try #require(meter.measureNow()).statistics
        while let next = meter.measureNow()?.statistics, next != last { last = next }
        // Once more: what the footprint was looked at for is no last count yet.
        _ = meter.measureNow()
        let cpu = try #require(meter.cpuNanoseconds)
        #expect(meter.statistics(at: cpu) == last)
        try await shell.end()
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
}

extension ProcessMeter {
    fileprivate func measureNow() -> (footprint: Footprint, statistics: Statistics)? {
        cpuNanoseconds.flatMap { measure(at: $0) }
    }
}
