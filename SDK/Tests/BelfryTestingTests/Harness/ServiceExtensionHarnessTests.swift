// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTesting
internal import Foundation
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct ServiceExtensionHarnessTests {
    @Test func `an answer at once is a completion`() async throws {
        let outcome = try await ServiceExtensionHarness(WitnessService.self)
            .deliver(json: Sample.push)
        #expect(outcome.ending == .completed)
        #expect(outcome.content.title == "Dinner")
        #expect(outcome.strikes.isEmpty)
        #expect(outcome.requests.isEmpty)
        #expect(outcome.isWithinBudget)
    }

    @Test func `the last second is told to the extension, without waiting for it`() async throws {
        let clock = ManualClock()
        let outcome = try await ServiceExtensionHarness(LastMomentService.self, clock: clock)
            .deliver(json: Sample.push) { _ in clock.advance(by: .seconds(29)) }
        #expect(outcome.ending == .atExpiry)
        #expect(outcome.content.title == "best attempt")
        #expect(outcome.original.title == "Dinner")
        #expect(outcome.duration == .seconds(29))
        #expect(outcome.isWithinBudget)
    }

    @Test func `without an answer the original is shown, and a late one is a strike`() async throws
    {
        let clock = ManualClock()
        let harness = ServiceExtensionHarness(TemplateService.self, clock: clock)
        let payload = try NotificationPayload(json: Sample.push)
        let delivery = try await harness.begin(payload)
        clock.advance(by: .seconds(30))
        let outcome = try await delivery.outcome()
        #expect(outcome.ending == .never)
        #expect(outcome.content.title == "Dinner")
        #expect(!outcome.isWithinBudget)
        #expect(outcome.strikes.isEmpty)
    }

    @Test func `both deadlines at once still leave the extension its last word`() async throws {
        let clock = ManualClock()
        let outcome = try await ServiceExtensionHarness(LastMomentService.self, clock: clock)
            .deliver(json: Sample.push) { _ in clock.advance(by: .seconds(60)) }
        #expect(outcome.ending == .atExpiry)
        #expect(!outcome.isWithinBudget, "it took a minute")
    }

    @Test func `who observes a property hears before the content is taken`() async throws {
        let outcome = try await ServiceExtensionHarness(ObservingService.self)
            .deliver(json: Sample.push)
        #expect(outcome.content.title == "heard 6")
    }

    @Test func `a second completion is a strike, and the first one counts`() async throws {
        let outcome = try await ServiceExtensionHarness(EagerService.self)
            .deliver(json: Sample.push)
        #expect(outcome.ending == .completed)
        #expect(outcome.strikes == [.secondCompletion])
    }

    @Test func `an attachment that is gone is left out, with the reason`() async throws {
        let outcome = try await ServiceExtensionHarness(VanishingService.self)
            .deliver(json: Sample.push)
        #expect(outcome.content.title == "changed")
        #expect(outcome.content.attachments.isEmpty)
        let problem = try #require(outcome.attachmentProblems.first)
        #expect(problem.hasPrefix("attachment gone: file:///"))
        #expect(problem.hasSuffix("no such file"))
    }

    @Test func `deliveries of parallel tests take turns`() async throws {
        let harness = ServiceExtensionHarness(EagerService.self)
        let payload = try NotificationPayload(json: Sample.push)
        let titles = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { try await harness.deliver(payload).content.title }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(titles == Array(repeating: "Dinner", count: 8))
    }

    @Test func `what a test throws ends the delivery`() async throws {
        let harness = ServiceExtensionHarness(TemplateService.self, clock: ManualClock())
        await #expect(throws: CancellationError.self) {
            try await harness.deliver(json: Sample.push) { _ in throw CancellationError() }
        }
        let next = try await ServiceExtensionHarness(EagerService.self).deliver(json: Sample.push)
        #expect(next.ending == .completed)
    }
}
