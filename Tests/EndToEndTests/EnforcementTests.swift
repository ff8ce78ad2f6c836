// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What holds an extension to its budgets, in a run and between runs.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct EnforcementTests {
    @Test(arguments: [8, 24]) func `a hog is stopped before a quarter more than its memory`(
        megabytes: Int
    ) async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle(
            "UsesMemory",
            ["Budget": ["memory": "\(megabytes)MB"]]
        )
        let report = try await host.run(try Workshop.push(), in: bundle)
        #expect(
            report.ending == .fallback(.memory),
            "\(report.explanation)"
        )
        let peak = try #require(report.usage?.kernelPeakByteCount)
        // The kernel counts in steps of its own for each thread, and may be short of some.
        #expect(peak > (megabytes << 20) - (1 << 20))
        #expect(peak < (megabytes << 20) * 5 / 4 + (1 << 20))
        await host.shutdown()
    }

    @Test func `a spinner is stopped at its CPU budget`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCPU", ["Budget": ["cpu": "300ms"]])
        let report = try await host.run(try Workshop.push(), in: bundle)
        #expect(report.ending == .fallback(.cpu))
        let used = try #require(report.usage?.cpuMilliseconds)
        #expect((300..<1000).contains(used))
        await host.shutdown()
    }

    @Test func `a request that its worker never read goes to another`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("LeavesUnread")
        for isSecond in [false, true, true] {
            let report = try await host.run(try Workshop.push(), in: bundle)
            #expect(report.ending == .delivered(.completed))
            #expect(report.after.title == "after")
            #expect(report.worker?.isSecondAttempt == isSecond)
            #expect(report.worker?.predecessorRetirement == (isSecond ? .ended : nil))
        }
        await host.shutdown()
    }

    @Test func `what has nothing to do with a request is no sign that it was read`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("LeavesUnread", flags: ["-DSPEAKS"])
        _ = try await host.run(try Workshop.push(), in: bundle)
        let report = try await host.run(try Workshop.push(), in: bundle)
        #expect(report.ending == .delivered(.completed))
        #expect(report.worker?.isSecondAttempt == true)
        await host.shutdown()
    }

    @Test func `whoever looks at a request, works on it and dies has had it`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("LeavesUnread", flags: ["-DTHINKS"])
        _ = try await host.run(try Workshop.push(), in: bundle)
        let report = try await host.run(try Workshop.push(), in: bundle)
        #expect(report.ending == .fallback(.crash))
        #expect(report.worker?.isSecondAttempt != true)
        await host.shutdown()
    }

    @Test func `floods of lines and packets do not keep a good extension waiting`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let good = try await workshop.bundle("Completes")
        let bad = try await workshop.bundle("FloodsHost", ["ParallelRuns": 3])
        _ = try await host.run(try Workshop.push(), in: good)
        var options = ExtensionHost.RunOptions()
        options.budget = Budget()
        options.budget?.wall = .seconds(4)
        let request = try Workshop.push()
        let floods = (0..<3).map { _ in
            Task { [options] in try await host.run(request, in: bad, options: options) }
        }
        var waits: [Duration] = []
        let end = ContinuousClock.now + .seconds(4)
        while ContinuousClock.now < end {
            let begin = ContinuousClock.now
            let report = try await host.run(request, in: good)
            waits.append(ContinuousClock.now - begin)
            #expect(report.ending == .delivered(.completed))
        }
        waits.sort()
        let count = waits.count
        // A host that took all that is said before it looks elsewhere would be heard of after the floods.
        #expect(waits[count / 2] < .seconds(1), "\(count), \(waits[count - 1])")
        for flood in floods {
            let report = try await flood.value
            #expect(!report.isDelivered)
            #expect(report.droppedLogLines > 1000)
        }
        await host.shutdown()
    }

    @Test func `a worker that goes on working between runs is replaced`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("BurnsAfterwards")
        let first = try await host.run(try Workshop.push(), in: bundle)
        #expect(first.isDelivered)
        #expect(first.worker?.retirement == nil)
        let deadline = ContinuousClock.now + .seconds(30)
        while await host.workerCount > 0, ContinuousClock.now < deadline { await Task.yield() }
        let second = try await host.run(try Workshop.push(), in: bundle)
        #expect(second.isDelivered)
        #expect(second.worker?.predecessorRetirement == .idleCPU)
        await host.shutdown()
    }

    @Test func `an extension that keeps failing is not tried until it is changed`() async throws {
        let workshop = try Workshop()
        let register = QuarantineRegister(
            path: workshop.folder.appendingPathComponent("state/register.json").path
        )
        let host = try workshop.host(quarantine: register)
        let crashes = try await workshop.bundle("Crashes")
        var verdicts: [Verdict?] = []
        for _ in 0..<4 {
            let report = try await host.run(try Workshop.push(), in: crashes)
            verdicts.append(report.ending)
        }
        #expect(
            verdicts == Array(repeating: .fallback(.crash), count: 3) + [.rejected(.quarantined)]
        )
        let other = try await workshop.bundle("Completes")
        #expect(try await host.run(try Workshop.push(), in: other).isDelivered)
        let plist = URL(fileURLWithPath: crashes.path).appendingPathComponent("Info.plist")
        try Workshop.manifest("Crashes", ["Budget": ["wall": "5s"]]).write(to: plist)
        let changed = try ExtensionBundle(at: crashes.path)
        let report = try await host.run(try Workshop.push(), in: changed)
        #expect(report.ending == .fallback(.crash))
        #expect(report.quarantine?.strikes == ["crash"])
        await host.shutdown()
    }
}
