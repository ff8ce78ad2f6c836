// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Runs a service extension inside the test's own process.
///
/// ```swift
/// let harness = ServiceExtensionHarness(NotificationService.self)
/// let outcome = try await harness.deliver(json: push)
/// #expect(outcome.content.title == "Dinner 🔔")
/// ```
///
/// Each delivery makes an instance of its own and calls `didReceive` on a thread of its own, as a
/// host does; `serviceExtensionTimeWillExpire` is called on another one. There is one delivery at a
/// time in a process, whatever tests run in parallel: another waits for its turn. During one, every
/// request to http and https origins that anything in the process makes with Foundation is answered
/// from ``network``, and none leaves the process.
///
/// No sandbox is around it, and budgets are compared, not enforced. For those see ``SandboxedRun``.
public struct ServiceExtensionHarness: Sendable {
    /// What answers the extension's requests.
    public var network: CannedNetwork

    /// What a delivery may take.
    public var budget: ExtensionBudget

    let service: UNNotificationServiceExtension.Type
    let startClock: @Sendable () -> DeliveryClock

    /// Makes a harness.
    ///
    /// - Parameters:
    ///   - service: The extension's principal class.
    ///   - network: What answers its requests; a request that it has no answer to fails the test.
    ///   - clock: What the time is measured on: a ``ManualClock`` in tests of time.
    ///   - budget: What a delivery may take.
    public init(
        _ service: UNNotificationServiceExtension.Type,
        network: CannedNetwork = CannedNetwork(),
        clock: some Clock<Duration> = ContinuousClock(),
        budget: ExtensionBudget = ExtensionBudget()
    ) {
        self.service = service
        self.network = network
        self.budget = budget
        startClock = { DeliveryClock(clock) }
    }

    /// Gives the extension a push and waits for what comes of it.
    ///
    /// - Parameters:
    ///   - payload: The push.
    ///   - during: What to do once the extension is at work, such as advancing the clock.
    /// - Returns: What came of it.
    /// - Throws: ``UnexpectedRequests``, ``NetworkUnavailable``, or what `during` throws.
    public func deliver(
        _ payload: NotificationPayload,
        during: (Delivery) async throws -> Void = { _ in }
    ) async throws -> DeliveryOutcome {
        let delivery = try await begin(payload)
        do {
            try await during(delivery)
        } catch {
            delivery.abandon()
            throw error
        }
        return try await delivery.outcome()
    }

    /// Gives the extension a push, written as JSON.
    public func deliver(
        json: String,
        during: (Delivery) async throws -> Void = { _ in }
    ) async throws -> DeliveryOutcome {
        try await deliver(try NotificationPayload(json: json), during: during)
    }

    /// Gives the extension the push in an `.apns` or JSON file.
    public func deliver(
        contentsOf file: URL,
        during: (Delivery) async throws -> Void = { _ in }
    ) async throws -> DeliveryOutcome {
        try await deliver(try NotificationPayload(contentsOf: file), during: during)
    }

    /// Gives the extension a push, and returns when it is at work.
    ///
    /// That is when `didReceive` has returned, has answered or has made a request, and at the latest
    /// after two seconds of real time.
    ///
    /// - Parameter payload: The push.
    /// - Returns: The delivery, whose outcome is to be asked for: no other begins until then.
    /// - Throws: ``NetworkUnavailable``.
    public func begin(_ payload: NotificationPayload) async throws -> Delivery {
        let turn = await Turn.take()
        let delivery = try Delivery(payload, self, turn)
        delivery.start()
        await delivery.isAtWork()
        return delivery
    }
}
