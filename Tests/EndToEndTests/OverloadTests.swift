// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// A host that is short of something: what waits, what ends, and what is delivered.
@Suite(.timeLimit(.minutes(3)))
struct OverloadTests {
    private typealias Configuration = ExtensionHost.Configuration

    private static func host(
        _ workshop: borrowing Workshop,
        quarantine: QuarantineRegister? = nil,
        _ change: (inout Configuration) -> Void
    ) throws -> ExtensionHost {
        var configuration = Configuration(
            sdk: try SDKLocation(executableDirectory: Workshop.products.path),
            storePath: workshop.folder.appendingPathComponent("store").path
        )
        configuration.statePath = workshop.statePath
        configuration.quarantine = quarantine
        change(&configuration)
        return try ExtensionHost(configuration)
    }

    /// Copies of a fixture that are bundles of their own.
    private static func bundles(
        _ count: Int,
        _ workshop: borrowing Workshop,
        of fixture: ExtensionBundle
    ) throws -> [ExtensionBundle] {
        try (0..<count).map {
            try workshop.copy(fixture, to: "copy-\($0)", as: "com.example.copy.\($0)")
        }
    }

    /// Runs each bundle at once; the reports, and how often each was delivered.
    private static func runAll(
        _ bundles: [ExtensionBundle],
        on host: ExtensionHost
    ) async throws -> (reports: [RunReport], deliveryCounts: [Int]) {
        let deliveries = Deliveries(runCount: bundles.count)
        let reports = try await withThrowingTaskGroup(of: RunReport.self) { group in
            for (index, bundle) in bundles.enumerated() {
                let push = try Workshop.push()
                group.addTask {
                    try await host.run(push, in: bundle) { _, _ in
                        deliveries.count(index)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return (reports, deliveries.counts)
    }

    @Test func `two workers serve ten runs at once, each in its turn`() async throws {
        let workshop = try Workshop()
        let host = try Self.host(workshop) {
            $0.limits.workerCount = 2
            $0.limits.queueTime = .seconds(60)
        }
        let nap = try await workshop.bundle("Naps", flags: ["-DNAP_MS=20"])
        let bundles = try Self.bundles(10, workshop, of: nap)
        let watching = Task {
            var most = 0
            while !Task.isCancelled {
                most = max(most, await host.workerCount)
                await Task.yield()
            }
            return most
        }
        let (reports, counts) = try await Self.runAll(bundles, on: host)
        watching.cancel()
        #expect(await watching.value <= 2)
        await host.shutdown()
        #expect(reports.allSatisfy { $0.isDelivered }, "\(reports.map(\.explanation))")
        #expect(counts == [Int](repeating: 1, count: 10))
        let waits = reports.compactMap(\.overload)
        #expect(waits.count >= 8)
        #expect(waits.allSatisfy { $0.resource == .workers && $0.limit == 2 && $0.value == 2 })
        for report in reports {
            let waited = report.overload?.waitedMilliseconds ?? 0
            #expect(try #require(report.timing).queueWaitMilliseconds >= waited)
        }
    }

    @Test func `prewarmed workers end before idle ones, and the longest idle first`() async throws {
        let workshop = try Workshop()
        let host = try Self.host(workshop) { $0.limits.workerCount = 4 }
        let completes = try await workshop.bundle("Completes")
        let fresh = try workshop.bundle(
            "Fresh",
            library: URL(fileURLWithPath: completes.libraryPath),
            ["Process": "fresh"]
        )
        let others = try Self.bundles(4, workshop, of: completes)
        func run(_ bundle: ExtensionBundle) async throws -> RunReport {
            let report = try await host.run(try Workshop.push(), in: bundle)
            #expect(report.isDelivered, "\(report.explanation)")
            return report
        }
        _ = try await run(others[0])
        for _ in 0..<2 { _ = try await run(fresh) }
        #expect(await host.workerCount == 2, "an idle one and a prewarmed one")
        // The last of these finds no room.
        for bundle in others.dropFirst() { _ = try await run(bundle) }
        #expect(try await run(others[3]).timing?.isWarm == true)
        #expect(try await run(others[2]).timing?.isWarm == true)
        let first = try await run(others[0])
        #expect(first.timing?.isWarm == false)
        #expect(first.worker?.predecessorRetirement == .hostPressure)
        let again = try await run(fresh)
        #expect(again.timing?.isPrewarmed == false)
        #expect(again.worker?.predecessorRetirement == .hostPressure)
        await host.shutdown()
    }

    @Test func `idle workers give their memory to the next run`() async throws {
        let workshop = try Workshop()
        let completes = try await workshop.bundle("Completes")
        let first = try workshop.host()
        let report = try await first.run(try Workshop.push(), in: completes)
        await first.shutdown()
        let idle = try #require(report.usage).baselineByteCount
        // Room for three idle ones beside one that starts.
        let host = try Self.host(workshop) {
            $0.limits.memoryByteCount = (16 << 20) + idle * 7 / 2
        }
        let bundles = try Self.bundles(6, workshop, of: completes)
        var reports: [RunReport] = []
        for bundle in bundles {
            reports.append(try await host.run(try Workshop.push(), in: bundle))
        }
        #expect(reports.allSatisfy { $0.isDelivered }, "\(reports.map(\.explanation))")
        let waits = reports.map { $0.overload?.resource }
        #expect(waits.prefix(4).allSatisfy { $0 == nil })
        // A reading while a worker starts counts its reserve, and may have one more end: the next finds
        // room then.
        #expect(waits.suffix(2).allSatisfy { $0 == nil || $0 == .memory })
        #expect(await host.workerCount <= 4)
        // The one that was idle for the longest had to go.
        let again = try await host.run(try Workshop.push(), in: bundles[0])
        #expect(again.worker?.predecessorRetirement == .hostPressure)
        await host.shutdown()
    }

    @Test func `a run that waits for too long is delivered once as the original, and no strike`()
        async throws
    {
        let workshop = try Workshop()
        let register = QuarantineRegister(
            path: workshop.folder.appendingPathComponent("quarantine.json").path
        )
        let host = try Self.host(workshop, quarantine: register) {
            $0.limits.workerCount = 1
            $0.limits.queueTime = .milliseconds(150)
        }
        let nap = try await workshop.bundle("Naps", flags: ["-DNAP_MS=4000"])
        let innocent = try await workshop.bundle("Completes")
        let long = Task { try await host.run(try Workshop.push(), in: nap) }
        while await host.workerCount == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
        // As many as would put it in quarantine.
        for _ in 0..<Quarantine.strikeLimit {
            let (reports, counts) = try await Self.runAll([innocent], on: host)
            let report = try #require(reports.first)
            #expect(report.ending == .fallback(.hostOverloaded))
            #expect(report.after.title == "before")
            #expect(counts == [1])
            #expect(report.strikes.isEmpty && report.timing == nil && report.worker == nil)
            let overload = try #require(report.overload)
            #expect(overload.resource == .workers && overload.value == 1 && overload.limit == 1)
            #expect(overload.waitedMilliseconds >= 150)
            #expect(report.explanation.contains("workers: 1 of at most 1; it waited for"))
            #expect(report.quarantine == nil)
        }
        let served = try await long.value
        #expect(served.isDelivered && served.after.title == "rested", "\(served.explanation)")
        let after = try await host.run(try Workshop.push(), in: innocent)
        #expect(after.isDelivered, "\(after.explanation)")
        await host.shutdown()
    }

    @Test func `where too many runs wait already the next is delivered at once`() async throws {
        let workshop = try Workshop()
        let host = try Self.host(workshop) {
            $0.limits.workerCount = 1
            $0.limits.queueLength = 2
            $0.limits.queueTime = .seconds(60)
        }
        let nap = try await workshop.bundle("Naps", flags: ["-DNAP_MS=300"])
        let bundles = try Self.bundles(8, workshop, of: nap)
        let (reports, counts) = try await Self.runAll(bundles, on: host)
        await host.shutdown()
        #expect(counts == [Int](repeating: 1, count: 8))
        let refused = reports.filter { $0.ending == .fallback(.hostOverloaded) }
        #expect(reports.count(where: \.isDelivered) + refused.count == 8)
        #expect(refused.count >= 4)
        for report in refused {
            #expect(report.explanation.hasSuffix("2 runs were waiting already."))
            #expect(report.overload?.waitedMilliseconds == 0)
        }
    }

    @Test func `nothing begins on a host without free space`() async throws {
        let workshop = try Workshop()
        let host = try Self.host(workshop) {
            $0.limits.freeSpaceByteCount = .max
            $0.limits.queueTime = .milliseconds(50)
        }
        let bundle = try await workshop.bundle("Completes")
        let report = try await host.run(try Workshop.push(), in: bundle)
        #expect(report.ending == .fallback(.hostOverloaded))
        #expect(report.overload?.resource == .freeSpace)
        #expect(await host.workerCount == 0)
        let statuses = await host.readLimits()
        #expect(statuses.first { $0.resource == .freeSpace }?.level == .full)
        #expect(statuses.map(\.resource) == OverloadResource.allCases)
        await host.shutdown()
    }

    @Test func `a notification that finds no room is shown without its extension`() async throws {
        let stand = try await ContentStand()
        let host = try stand.workshop.host {
            $0.freeSpaceByteCount = .max
            $0.queueTime = .milliseconds(50)
        }
        let session = try await host.open(try ContentStand.notification(), in: stand.bundle)
        #expect(await session.settled().fallback == .fallback(.hostOverloaded))
        let report = await session.close()
        #expect(report.overload?.resource == .freeSpace)
        await host.shutdown()
        await stand.host.shutdown()
    }

    @Test func `runs of one bundle that wait for its only worker do not wait for the host`()
        async throws
    {
        let workshop = try Workshop()
        let host = try Self.host(workshop) {
            $0.limits.workerCount = 1
            $0.limits.queueTime = .milliseconds(100)
        }
        let nap = try await workshop.bundle("Naps", flags: ["-DNAP_MS=60"])
        let bundles = [ExtensionBundle](repeating: nap, count: 8)
        let (reports, _) = try await Self.runAll(bundles, on: host)
        await host.shutdown()
        #expect(reports.allSatisfy { $0.isDelivered }, "\(reports.map(\.explanation))")
    }

    @Test(arguments: [0, 8, 24, 40, 80])
    func `a host whose descriptors are nearly used up delivers every run once`(spare: Int) async {
        await #expect(processExitsWith: .success) { [spare] in
            let workshop = try Workshop()
            let completes = try await workshop.bundle("Completes")
            let bundles = try OverloadTests.bundles(12, workshop, of: completes)
            let host = try OverloadTests.host(workshop) { $0.limits.queueTime = .milliseconds(300) }
            // The zygote is there.
            _ = try await host.run(try Workshop.push(), in: completes)
            var limit = rlimit()
            unsafe getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
            let ceiling = limit.rlim_cur
            limit.rlim_cur = rlim_t(try Holdings.now().descriptors + spare)
            unsafe setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
            let (reports, counts) = try await OverloadTests.runAll(bundles, on: host)
            limit.rlim_cur = ceiling
            unsafe setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
            #expect(counts == [Int](repeating: 1, count: 12))
            for report in reports where !report.isDelivered {
                #expect(report.ending == .fallback(.hostOverloaded), "\(report.explanation)")
                #expect(report.overload?.resource == .descriptors)
            }
            let after = try await OverloadTests.runAll(bundles, on: host).reports
            #expect(after.allSatisfy { $0.isDelivered }, "\(after.map(\.explanation))")
            await host.shutdown()
        }
    }
}

/// How often each of some runs was delivered.
private final class Deliveries: Sendable {
    private let state: Mutex<[Int]>

    init(runCount: Int) {
        state = Mutex([Int](repeating: 0, count: runCount))
    }

    var counts: [Int] { state.withLock { $0 } }

    func count(_ run: Int) { state.withLock { $0[run] += 1 } }
}
