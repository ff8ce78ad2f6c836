// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryBenchmarks
internal import BelfryModel
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// What the host measures of known work is so, as far as a machine with other tests on it can tell.
@Suite(.timeLimit(.minutes(2))) struct MeterAgreementTests {
    private static func bundle(in workshop: borrowing Workshop) async throws -> ExtensionBundle {
        let library = workshop.folder.appendingPathComponent("Known.so")
        let source = Workshop.root.appendingPathComponent("Benchmarks/Extensions/Known.c")
        try await CompiledFixture(source: source).build(library)
        return try workshop.bundle("Known", library: library)
    }

    /// Times by their least, as whatever else the machine does only adds to them.
    @Test(arguments: [
        KnownWork.sleep(20), .expire(after: 100), .burn(20), .keep(8192),
        .touch(8192, isFresh: true),
    ])
    func `what is measured of known work is what it costs`(work: KnownWork) async throws {
        let workshop = try Workshop()
        let bundle = try await Self.bundle(in: workshop)
        let host = try workshop.host()
        let agreement: MeterAgreement
        do {
            agreement = try await MeterProbe(host: host, bundle: bundle).measure(work, rounds: 5)
        } catch {
            await host.shutdown()
            throw error
        }
        await host.shutdown()
        let differences = agreement.readings.map { abs(agreement.difference(of: $0)) }
        let least = try #require(differences.min())
        let most = try #require(agreement.readings.map(\.host).min())
        switch work.quantity {
        case .wall, .cpu:
            #expect(least < 5, "\(agreement.readings)")
            #expect(most >= work.cost && most < work.cost * 3 + 50, "\(agreement.readings)")
        case .memory:
            #expect(least < work.cost * 0.1, "\(agreement.readings)")
            #expect(abs(most - work.cost) < work.cost * 0.1, "\(agreement.readings)")
        }
    }

    /// That the count begins anew is for root alone to have.
    @Test(arguments: getuid() == 0 ? [[4096, 8192], [8192, 4096]] : [[4096, 8192]])
    func `the kernel counts what a warm run took and gave back`(sizes: [Int]) async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let probe = MeterProbe(host: host, bundle: try await Self.bundle(in: workshop))
        for size in sizes {
            let work = KnownWork.touch(size, isFresh: false)
            var difference = Double.infinity
            // That its count begins anew between two runs can take until after the next one.
            let limit = ContinuousClock.now + .seconds(30)
            repeat {
                let reading = try #require(try await probe.measure(work, rounds: 1).readings.first)
                difference = abs(reading.host - work.cost)
            } while difference >= work.cost * 0.1 && ContinuousClock.now < limit
            #expect(difference < work.cost * 0.1, "\(size) of \(sizes)")
        }
        await host.shutdown()
    }

    @Test func `nobody goes past the memory budget unseen, however short`() async throws {
        let workshop = try Workshop()
        let bundle = try await Self.bundle(in: workshop)
        let host = try workshop.host()
        var budget = Budget()
        try budget.apply("memory=16MB")
        var options = ExtensionHost.RunOptions()
        options.budget = budget
        // A warm worker, and a burst that is over before its host need look.
        for (body, isPast) in [("", false), ("touch 17408", true), ("touch 8192", false)] {
            let text =
                #"{"aps":{"alert":{"title":"known","body":"\#(body)"},"mutable-content":1}}"#
            let push = try PushPayload.parse(Array(text.utf8))
            let request = RunRequest.push(push, identifier: "known")
            let report = try await host.run(request, in: bundle, options: options)
            let isStopped = "\(report.verdict): \(report.reason)" == "fallback: memory"
            let isTold = report.strikes.contains("memoryPeak")
            let usage = try #require(report.usage)
            #expect((isStopped || isTold) == isPast, "\(report.verdict) \(usage)")
        }
        await host.shutdown()
    }
}
