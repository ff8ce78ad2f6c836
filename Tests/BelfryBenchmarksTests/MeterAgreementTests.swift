// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryBenchmarks
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
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

    @Test func `what a run took and gave back is counted, however short`() async throws {
        let workshop = try Workshop()
        let bundle = try await Self.bundle(in: workshop)
        let host = try workshop.host()
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply("memory=64MB")
        options.budget = budget
        // A look at the worker need not fall into any of them; the last two had more before them.
        for (size, isWarm) in [(0, false), (8192, true), (17_408, true), (4096, true), (0, true)] {
            let body = size > 0 ? "touch \(size)" : ""
            let text =
                #"{"aps":{"alert":{"title":"known","body":"\#(body)"},"mutable-content":1}}"#
            let push = try PushPayload.parse(Array(text.utf8))
            let request = RunRequest.push(push, identifier: "known")
            let report = try await host.run(request, in: bundle, options: options)
            #expect(report.timing?.isWarm == isWarm)
            let peak = try #require(report.usage?.kernelPeakByteCount)
            let difference = Double(peak) / 1024 - Double(size)
            #expect(abs(difference) < Double(size) * 0.1 + 1024, "\(size): \(peak)")
        }
        await host.shutdown()
    }
}
