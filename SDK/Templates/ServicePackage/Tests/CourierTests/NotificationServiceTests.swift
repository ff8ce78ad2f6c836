// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryTesting
@testable import Courier
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct NotificationServiceTests {
    let payload: NotificationPayload
    let stamp: URL

    init() throws {
        let push = try #require(Bundle.module.url(forResource: "parcel", withExtension: "apns"))
        payload = try NotificationPayload(contentsOf: push)
        stamp = try #require(Bundle.module.url(forResource: "stamp", withExtension: "png"))
    }

    @Test func `attaches the stamp`() async throws {
        let network: CannedNetwork = ["https://post.example/stamp.png": .file(stamp)]
        let harness = ServiceExtensionHarness(NotificationService.self, network: network)
        let outcome = try await harness.deliver(payload)
        #expect(outcome.ending == .completed)
        #expect(outcome.content.title == "📦 Your parcel")
        #expect(outcome.content.attachments.map(\.type) == ["public.png"])
        #expect(outcome.attachmentProblems.isEmpty)
        #expect(outcome.strikes.isEmpty)
        #expect(outcome.isWithinBudget)
    }

    @Test func `does without the stamp when it is gone`() async throws {
        let network: CannedNetwork = ["https://post.example/stamp.png": .connectionLost]
        let harness = ServiceExtensionHarness(NotificationService.self, network: network)
        let outcome = try await harness.deliver(payload)
        #expect(outcome.content.title == "📦 Your parcel")
        #expect(outcome.content.attachments.isEmpty)
    }

    @Test func `shows the title when the post office is slow`() async throws {
        let clock = ManualClock()
        let network: CannedNetwork = ["https://post.example/stamp.png": .held]
        let harness = ServiceExtensionHarness(
            NotificationService.self,
            network: network,
            clock: clock
        )
        let outcome = try await harness.deliver(payload) { _ in clock.advance(by: .seconds(29)) }
        #expect(outcome.ending == .atExpiry)
        #expect(outcome.content.title == "📦 Your parcel")
        #expect(outcome.duration == .seconds(29))
    }

    static let bundle = ProcessInfo.processInfo.environment["COURIER_BUNDLE"]

    @Test(.enabled(if: bundle != nil && SandboxedRun.tool != nil))
    func `keeps within its budgets in the sandbox`() async throws {
        let bundle = URL(fileURLWithPath: try #require(Self.bundle))
        let report = try await SandboxedRun(bundle, budget: "ios").deliver(payload)
        #expect(report.isDelivered, "\(report.explanation)")
        #expect(report.after.title == "📦 Your parcel")
    }
}
