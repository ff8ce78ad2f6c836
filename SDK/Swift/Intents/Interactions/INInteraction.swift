// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Dispatch
internal import FoundationSupplement
public import Foundation
internal import Synchronization
internal import UserNotifications

/// Which way an interaction goes.
public enum INInteractionDirection: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// From the user.
    case outgoing = 1
    /// To the user.
    case incoming = 2
}

/// How far the app has got with an intent.
public enum INIntentHandlingStatus: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Able to.
    case ready = 1
    /// Begun.
    case inProgress = 2
    /// Done.
    case success = 3
    /// Not done.
    case failure = 4
    /// Left to the app.
    case deferredToApplication = 5
    /// Left to the user.
    case userConfirmationRequired = 6
}

/// Something that somebody did with the app, told to the system by donating it.
///
/// Nothing here learns from donations; each is a line of the run's log.
// Unchecked only because the class is open, as Apple's is: what can change is under its lock.
open class INInteraction: NSObject, @unchecked Sendable {
    private struct Values: Sendable {
        var direction = INInteractionDirection.outgoing
        var dateInterval: DateInterval?
        var identifier = UUID().uuidString
        var groupIdentifier: String?
    }

    /// What was done.
    public let intent: INIntent
    /// What the app answered.
    public let intentResponse: INIntentResponse?

    private let values = Mutex(Values())

    /// Creates an interaction, which is outgoing until its direction is set.
    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        intentResponse = response
        super.init()
    }

    /// How far the app has got.
    open var intentHandlingStatus: INIntentHandlingStatus { .unspecified }

    /// Which way it went.
    open var direction: INInteractionDirection {
        get { values.withLock { $0.direction } }
        set { values.withLock { $0.direction = newValue } }
    }

    /// When it was.
    open var dateInterval: DateInterval? {
        get { values.withLock { $0.dateInterval } }
        set { values.withLock { $0.dateInterval = newValue } }
    }

    /// The interaction's number.
    open var identifier: String {
        get { values.withLock { $0.identifier } }
        set { values.withLock { $0.identifier = newValue } }
    }

    /// The number of the group it is of.
    open var groupIdentifier: String? {
        get { values.withLock { $0.groupIdentifier } }
        set { values.withLock { $0.groupIdentifier = newValue } }
    }

    /// Tells the system; the completion is called on another thread, without an error.
    ///
    /// - Note: Without effect: nothing here learns from donations; each is a line of the run's log.
    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        record()
        Self.succeed(completion)
    }

    /// Tells the system.
    ///
    /// - Note: Without effect: nothing here learns from donations; each is a line of the run's log.
    open func donate() async throws {
        record()
    }

    /// Takes all donations back.
    ///
    /// - Note: Without effect: none is kept.
    open class func deleteAll(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        succeed(completion)
    }

    /// Takes donations back by their numbers.
    ///
    /// - Note: Without effect: none is kept.
    open class func delete(
        with identifiers: [String],
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        succeed(completion)
    }

    /// Takes a group's donations back.
    ///
    /// - Note: Without effect: none is kept.
    open class func delete(
        with groupIdentifier: String,
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        succeed(completion)
    }

    private func record() {
        intent.donatedDirection = direction
        let conversation = (intent as? INSendMessageIntent)?.conversationIdentifier
        let place = conversation.map { " in conversation \"\($0)\"" } ?? ""
        RunLog.write(.info, "Donated \(type(of: intent)), \(direction)\(place).")
    }

    private static func succeed(_ completion: (@Sendable ((any Error)?) -> Void)?) {
        guard let completion else { return }
        DispatchQueue.global().async { completion(nil) }
    }
}
