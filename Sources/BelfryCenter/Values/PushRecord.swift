// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What became of a push of the push endpoint: one line of the delivery log.
package struct PushRecord: Codable, Equatable, Sendable {
    /// Where a push stands; the raw values are stable.
    package enum Outcome: String, Codable, Sendable, CaseIterable {
        /// Its device has it.
        case delivered
        /// It waits for its device.
        case stored
        /// Its device never gets it.
        case discarded
    }

    /// Why a push is stored or discarded; the raw values are stable.
    package enum Reason: String, Codable, Sendable, CaseIterable {
        /// The device is offline.
        case offline
        /// The device saves power, and the push's priority is low.
        case power
        /// The app has had as many background pushes as it may in an hour.
        case throttled
        /// Its time had passed.
        case expired
        /// Its sender asked for one attempt, and the device could not be reached.
        case oneAttempt
        /// A newer one took its place while it was stored.
        case superseded
        /// The user does not let the app notify.
        case disabled
        /// No live activity could take it; its notification says why.
        case notApplied
        /// The device token has ended.
        case tokenInactive
        /// The app was removed.
        case appRemoved
        /// The device was removed.
        case deviceRemoved
    }

    /// One thing that happened to a push.
    package struct Step: Codable, Equatable, Sendable {
        /// When, by the centre's clock.
        package var date: UnixTime
        package var outcome: Outcome
        package var reason: Reason?

        package init(date: UnixTime, outcome: Outcome, reason: Reason? = nil) {
            self.date = date
            self.outcome = outcome
            self.reason = reason
        }
    }

    /// The number that orders records; 0 until the ledger has given one.
    package var number = 0

    /// What the sender was told that the push is known by (`apns-unique-id`).
    package let uniqueIdentifier: String

    /// The push's identifier (`apns-id`).
    package let identifier: String

    /// The bundle identifier of the app.
    package let app: String

    /// The name of the device.
    package var device: String

    /// The device token.
    package let token: String

    /// Where it came in.
    package let environment: PushEnvironment

    /// The header `apns-topic`.
    package let topic: String
    package let pushType: PushType

    /// The header `apns-priority`, or what holds without it.
    package let priority: Int

    /// The header `apns-collapse-id`; nil for none.
    package let collapseIdentifier: String?

    /// The header `apns-expiration`, in seconds of UNIX time; nil for none.
    package let expiration: Int64?

    /// The channel that it came by; nil where it was sent to a device.
    package let channel: String?

    /// When it came, by the centre's clock.
    package let received: UnixTime

    /// The notification that it became; nil where it became none.
    package var sequence: Int?

    /// How often it came again.
    package var duplicates = 0

    /// What is odd about its payload, in sentences; nil for nothing.
    package let warnings: [String]?

    /// What happened to it, in order: the first steps and the newest where there were many.
    package private(set) var steps: [Step] = []

    /// Most steps that are kept.
    private static let stepLimit = 16

    /// Most sentences that are kept.
    private static let warningLimit = 10

    /// Begins the line of a push, which says nothing yet of what became of it.
    ///
    /// - Parameters:
    ///   - push: What came.
    ///   - delivery: How it is to reach its device.
    ///   - device: The device's name.
    ///   - uniqueIdentifier: What the sender is told that the push is known by.
    ///   - received: When it came.
    package init(
        _ push: PushArrival,
        _ delivery: PushDelivery,
        device: String,
        uniqueIdentifier: String,
        received: UnixTime
    ) {
        self.uniqueIdentifier = uniqueIdentifier
        identifier = push.identifier
        app = push.app
        self.device = device
        token = push.token
        environment = delivery.environment
        topic = delivery.topic
        pushType = push.pushType
        priority = delivery.priority
        collapseIdentifier = push.collapseIdentifier
        expiration = delivery.expiration
        channel = push.channel
        self.received = received
        let warnings = push.payload.warnings.prefix(Self.warningLimit).map(\.description)
        self.warnings = warnings.isEmpty ? nil : warnings
    }

    /// Where it stands.
    package var outcome: Outcome { steps.last?.outcome ?? .stored }

    /// Why it stands there; nil where that needs no reason.
    package var reason: Reason? { steps.last?.reason }

    /// When it came to stand there.
    package var changed: UnixTime { steps.last?.date ?? received }

    /// Adds a step; a device that goes on and off for ever fills no disk.
    package mutating func note(_ step: Step) {
        if steps.count >= Self.stepLimit { steps.remove(at: Self.stepLimit / 2) }
        steps.append(step)
    }
}

/// How a push of the push endpoint is to reach its device.
package struct PushDelivery: Equatable, Sendable {
    /// Where it came in.
    package var environment: PushEnvironment

    /// The header `apns-topic`.
    package var topic: String

    /// 10 for at once, 5 and 1 for when the device's power allows it.
    package var priority: Int

    /// The header `apns-expiration`, in seconds of UNIX time; 0 for one attempt, nil for 30 days.
    package var expiration: Int64?

    package init(
        environment: PushEnvironment,
        topic: String,
        priority: Int = 10,
        expiration: Int64? = nil
    ) {
        self.environment = environment
        self.topic = topic
        self.priority = priority
        self.expiration = expiration
    }
}
