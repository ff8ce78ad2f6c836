// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization

extension ServiceExtensionHarness {
    /// A push that an extension has been given.
    ///
    /// It may be used from any thread.
    public final class Delivery: Sendable {
        private struct State {
            var isExpiring = false
            var decision: Decision?
            var strikes: [DeliveryOutcome.Strike] = []
        }

        private struct Decision {
            let content: UNNotificationContent
            let ending: DeliveryOutcome.Ending
            let duration: Duration
            let footprint: Int
        }

        /// The extension's instance, which is called on two threads here as on a phone.
        private struct Instance: Sendable {
            // Being called on two threads is part of an extension's contract, which its class does
            // not say by being Sendable.
            nonisolated(unsafe) let service: UNNotificationServiceExtension
        }

        private let request: UNNotificationRequest
        private let refusal: String?
        private let budget: ExtensionBudget
        private let clock: DeliveryClock
        private let turn: Turn
        private let exchange: NetworkExchange
        private let footprint: Int
        private let instance: Instance
        private let state = Mutex(State())
        private let isAnswered = Signal()
        private let hasReturned = Signal()
        private let hasBegun = Signal()
        private let timer = Mutex<Task<Void, Never>?>(nil)

        init(
            _ payload: NotificationPayload,
            _ harness: ServiceExtensionHarness,
            _ turn: Turn
        ) throws {
            request = payload.request()
            refusal = payload.refusal
            budget = harness.budget
            self.turn = turn
            exchange = try NetworkExchange(harness.network, heard: hasBegun)
            footprint = Footprint.byteCount
            instance = Instance(service: harness.service.init(hosted: ()))
            clock = harness.startClock()
        }

        /// Ends the exchange, so that what the extension still asks for is not answered.
        deinit {
            abandon()
        }
    }
}

extension ServiceExtensionHarness.Delivery {
    /// What the extension has done so far that it should not.
    public var strikes: [DeliveryOutcome.Strike] { state.withLock(\.strikes) }

    /// Waits until the extension has made a request of its network.
    ///
    /// - Parameter url: The request's URL.
    public func waitForRequest(of url: String) async {
        await exchange.waitForRequest(of: url)
    }

    /// Waits for what comes of it.
    ///
    /// On a ``ManualClock`` that nobody advances, an extension that never answers is waited for
    /// without end.
    ///
    /// - Returns: What came of it.
    /// - Throws: ``ServiceExtensionHarness/UnexpectedRequests``.
    public func outcome() async throws -> DeliveryOutcome {
        await isAnswered.wait()
        // What is done twice is often done twice in one go.
        await hasReturned.wait(atMost: Self.patience)
        let (decision, strikes) = state.withLock { ($0.decision, $0.strikes) }
        abandon()
        let unexpected = exchange.unexpected
        guard unexpected.isEmpty else {
            throw ServiceExtensionHarness.UnexpectedRequests(requests: unexpected)
        }
        let (content, problems) = Self.shown(decision?.content ?? request.content)
        return DeliveryOutcome(
            content: content,
            original: request.content,
            ending: decision?.ending ?? .never,
            strikes: strikes,
            attachmentProblems: problems,
            duration: decision?.duration ?? clock.elapsed(),
            memoryGrowthByteCount: max((decision?.footprint ?? footprint) - footprint, 0),
            requests: exchange.requests,
            budget: budget
        )
    }

    /// How long an extension that blocks its thread is waited for, in real time.
    private static let patience = Duration.seconds(2)

    /// Calls the extension, unless no extension is called for such a push.
    func start() {
        if let refusal {
            hasReturned.fire()
            return decide(request.content, .notCalled(reason: refusal))
        }
        // The thread keeps the delivery: an extension that is cut off in its test is still at work.
        let thread = Thread { [self] in
            unsafe instance.service.didReceive(request) { [weak self] content in
                self?.answer(content)
            }
            KeyValueObservations.look()
            hasReturned.fire()
            hasBegun.fire()
        }
        thread.name = "belfry-work"
        thread.start()
        timer.withLock { $0 = Task { [weak self] in await self?.watch() } }
    }

    /// Waits until the extension can be told anything about.
    func isAtWork() async {
        await hasBegun.wait(atMost: Self.patience)
    }

    /// Lets the next delivery begin.
    func abandon() {
        timer.withLock { $0?.cancel() }
        exchange.end()
        turn.giveBack()
    }

    private func watch() async {
        guard (try? await clock.sleep(budget.expiry)) != nil else { return }
        let hasExpired = expire()
        await hasExpired.wait(atMost: Self.patience)
        guard (try? await clock.sleep(budget.wall)) != nil else { return }
        decide(request.content, .never)
    }

    /// Tells the extension that its time is nearly up.
    private func expire() -> Signal {
        let hasExpired = Signal()
        let isTold = state.withLock { state in
            state.isExpiring = true
            return state.decision == nil
        }
        guard isTold else {
            hasExpired.fire()
            return hasExpired
        }
        let thread = Thread { [self] in
            unsafe instance.service.serviceExtensionTimeWillExpire()
            hasExpired.fire()
        }
        thread.name = "belfry-expiry"
        thread.start()
        return hasExpired
    }

    /// Takes the extension's answer, or notes that it is none.
    ///
    /// The observers of properties hear first of what changed, as in a host.
    private func answer(_ content: UNNotificationContent) {
        KeyValueObservations.look()
        let copy = content.copy() as? UNNotificationContent ?? content
        let ending = state.withLock { state -> DeliveryOutcome.Ending? in
            guard let decision = state.decision else {
                return state.isExpiring ? .atExpiry : .completed
            }
            let isLate = decision.ending == .never
            state.strikes.append(isLate ? .lateCompletion : .secondCompletion)
            return nil
        }
        if let ending { decide(copy, ending) }
    }

    private func decide(_ content: UNNotificationContent, _ ending: DeliveryOutcome.Ending) {
        let duration = clock.elapsed()
        let footprint = Footprint.byteCount
        let isFirst = state.withLock { state in
            guard state.decision == nil else { return false }
            state.decision = Decision(
                content: content,
                ending: ending,
                duration: duration,
                footprint: footprint
            )
            return true
        }
        guard isFirst else { return }
        timer.withLock { $0?.cancel() }
        isAnswered.fire()
        hasBegun.fire()
    }

    /// The content with the attachments that can be shown, and what is wrong with the others.
    private static func shown(
        _ content: UNNotificationContent
    ) -> (UNNotificationContent, problems: [String]) {
        var problems: [String] = []
        let attachments = content.attachments.filter { attachment in
            guard let problem = attachment.problem else { return true }
            problems.append("attachment \(attachment.identifier): \(problem)")
            return false
        }
        guard !problems.isEmpty,
            let copy = content.mutableCopy() as? UNMutableNotificationContent
        else { return (content, problems) }
        copy.attachments = attachments
        return (copy.copy() as? UNNotificationContent ?? copy, problems)
    }
}
