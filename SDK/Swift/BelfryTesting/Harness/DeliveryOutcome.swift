// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What came of a delivery.
public struct DeliveryOutcome: Sendable {
    /// How a delivery ended.
    public enum Ending: Sendable, Equatable {
        /// The extension answered in time.
        case completed

        /// It answered once it had been told that its time was nearly up.
        case atExpiry

        /// It did not answer: the original is shown.
        case never

        /// No extension is called for such a push: the original is shown.
        ///
        /// The reason is the code that reports have: `no_alert` or `not_mutable`.
        case notCalled(reason: String)
    }

    /// Misuse that harms nobody on a phone and is a bug all the same.
    public enum Strike: String, Sendable, Equatable {
        /// The content handler was called again.
        case secondCompletion

        /// The content handler was called when the time was up.
        case lateCompletion
    }

    /// The notification that is shown, a copy of what the extension answered with.
    ///
    /// Attachments that cannot be shown are not in it; ``attachmentProblems`` says why.
    public let content: UNNotificationContent

    /// The notification as it came.
    public let original: UNNotificationContent

    /// How the delivery ended.
    public let ending: Ending

    /// What the extension did besides that it should not.
    ///
    /// What it does after the outcome is in the strikes of its `Delivery`.
    public let strikes: [Strike]

    /// Why attachments were left out, one sentence each.
    public let attachmentProblems: [String]

    /// How long the extension took, on the harness's clock.
    public let duration: Duration

    /// By how much the process grew, from before the extension was made to after its answer.
    ///
    /// It is the whole process's growth, of the tests that run meanwhile too, and no less for what
    /// was let go but not given back to the kernel. Take it for a warning; what the budget would say
    /// is for ``SandboxedRun`` to find out.
    public let memoryGrowthByteCount: Int

    /// The requests that the extension made, in order.
    public let requests: [CannedNetwork.Request]

    /// What the delivery was allowed.
    public let budget: ExtensionBudget

    /// Whether it answered within its time and the process grew no more than its budget has.
    public var isWithinBudget: Bool {
        guard ending != .never else { return false }
        return duration <= budget.wall && memoryGrowthByteCount <= budget.memoryByteCount
    }
}
