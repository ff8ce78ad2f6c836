// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A push that is refused: what its sender is told, and a sentence for the log.
package struct PushRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// What the sender is told.
    package let reason: PushReason

    /// What is wrong, where, and what to do about it.
    package let explanation: String

    /// Since when the device token is inactive, in milliseconds of UNIX time; with the status 410 alone.
    package let inactiveSince: Int64?

    package init(_ reason: PushReason, _ explanation: String, inactiveSince: Int64? = nil) {
        self.reason = reason
        self.explanation = explanation
        self.inactiveSince = inactiveSince
    }

    /// The same with a reason that answers about channels have.
    var ofChannels: PushRefusal {
        switch reason {
        case .duplicateHeaders: PushRefusal(.badRequestParameters, explanation)
        case .badEnvironmentKeyID, .unrelatedKeyID: PushRefusal(.invalidProviderToken, explanation)
        // A body that did not come whole cannot be read.
        case .idleTimeout: PushRefusal(.badRequestPayload, explanation)
        default: self
        }
    }

    package var description: String { "\(reason.status) \(reason.rawValue): \(explanation)" }
}
