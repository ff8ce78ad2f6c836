// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import Belfry
import BelfryModel
import BelfryReport
import BelfryWire
import Testing

@Suite struct VerdictTests {
    /// Every verdict that the engine has, with one reason of an extension's own.
    static let engineVerdicts: [BelfryReport.Verdict] =
        BelfryReport.Verdict.Delivery.allCases.map { .delivered($0) }
        + BelfryReport.Verdict.Fallback.allCases.map { .fallback($0) }
        + BelfryReport.Verdict.Rejection.allCases.map { .rejected($0) }
        + GateReport.Reason.allCases.map { BelfryReport.Verdict.notCalled($0) }
        + [DropReason("spam.v2")].compactMap { $0.map { .dropped($0) } }

    /// Every verdict that a client can switch over.
    static let publicVerdicts: [Belfry.Verdict] =
        Belfry.Verdict.Delivery.allCases.map { .delivered($0) }
        + Belfry.Verdict.Fallback.allCases.map { .fallback($0) }
        + Belfry.Verdict.Rejection.allCases.map { .rejected($0) }
        + Belfry.Verdict.Condition.allCases.map { .notCalled($0) }
        + [.dropped(reason: "spam.v2")]

    @Test(arguments: engineVerdicts)
    func `an engine's verdict has one public verdict, which leads back to it`(
        engine: BelfryReport.Verdict
    ) {
        let verdict = Belfry.Verdict(engine)
        #expect(verdict.engine == engine)
        // The words of reports, which clients may have stored.
        #expect(verdict.description == "\(engine.kind): \(engine.reason)")
        #expect(verdict.isDelivered == engine.isDelivered)
        #expect(verdict.isFaultOfExtension == engine.isOffence)
    }

    @Test(arguments: publicVerdicts)
    func `a public verdict leads to an engine's verdict and back`(
        verdict: Belfry.Verdict
    ) throws {
        #expect(Belfry.Verdict(try #require(verdict.engine)) == verdict)
    }

    @Test func `no two verdicts are described alike`() {
        #expect(Self.publicVerdicts.count == Self.engineVerdicts.count)
        #expect(Set(Self.publicVerdicts.map(\.description)).count == Self.publicVerdicts.count)
    }

    @Test func `a reason to drop that no extension can give is no fault and no engine's verdict`() {
        let verdict = Belfry.Verdict.dropped(reason: "two words")
        #expect(verdict.engine == nil)
        #expect(!verdict.isFaultOfExtension)
    }
}
