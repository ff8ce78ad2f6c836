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

        init() throws {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-c", "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; echo done; read line",
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

    @Test func `a descriptor that names no process has no meter`() throws {
        let file = try Descriptor.open("/dev/null", O_RDONLY)
        let error = #expect(throws: SystemError.self) { _ = try ProcessMeter(pidfd: file) }
        #expect(error?.errno == ESRCH)
    }
}
