// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// How a call ended, or that it has not.
public enum INCallRecordType: Int, Sendable {
    /// Not said.
    case unknown = 0
    /// The user called.
    case outgoing = 1
    /// The user did not answer.
    case missed = 2
    /// The user answered.
    case received = 3
    /// The last one.
    case latest = 4
    /// A message was left.
    case voicemail = 5
    /// It rings.
    case ringing = 6
    /// It goes on.
    case inProgress = 7
    /// It waits.
    case onHold = 8
}

/// What goes through a call.
public enum INCallCapability: Int, Sendable {
    /// Not said.
    case unknown = 0
    /// Sound.
    case audioCall = 1
    /// Sound and pictures.
    case videoCall = 2
}

/// Where a call is heard.
public enum INCallAudioRoute: Int, Sendable {
    /// Not said.
    case unknown = 0
    /// Aloud.
    case speakerphoneAudioRoute = 1
    /// In a headset.
    case bluetoothAudioRoute = 2
}

/// Whom a call is for.
public enum INCallDestinationType: Int, Sendable {
    /// Not said.
    case unknown = 0
    /// Somebody.
    case normal = 1
    /// Help.
    case emergency = 2
    /// The mailbox.
    case voicemail = 3
    /// Whoever was called last.
    case redial = 4
    /// Whoever called last.
    case callBack = 5
}

/// One call.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class INCallRecord: NSObject, @unchecked Sendable {
    /// The call's number.
    public let identifier: String
    /// When it was made.
    public let dateCreated: Date?
    /// Who takes part in it.
    public let participants: [INPerson]?
    /// How it ended.
    public let callRecordType: INCallRecordType
    /// What goes through it.
    public let callCapability: INCallCapability
    /// Seconds that it took.
    public let callDuration: Double?
    /// Whether the user has not seen it.
    public let unseen: Bool?
    /// How often there was such a call.
    public let numberOfCalls: Int?

    /// Who called.
    open var caller: INPerson? { participants?.first }

    /// Creates a call between several.
    public init(
        identifier: String,
        dateCreated: Date? = nil,
        participants: [INPerson]?,
        callRecordType: INCallRecordType = .unknown,
        callCapability: INCallCapability = .unknown,
        callDuration: Double? = nil,
        unseen: Bool? = nil,
        numberOfCalls: Int? = nil
    ) {
        self.identifier = identifier
        self.dateCreated = dateCreated
        self.participants = participants
        self.callRecordType = callRecordType
        self.callCapability = callCapability
        self.callDuration = callDuration
        self.unseen = unseen
        self.numberOfCalls = numberOfCalls
        super.init()
    }

    /// Creates a call from somebody.
    public convenience init(
        identifier: String,
        dateCreated: Date? = nil,
        caller: INPerson? = nil,
        callRecordType: INCallRecordType = .unknown,
        callCapability: INCallCapability = .unknown,
        callDuration: Double? = nil,
        unseen: Bool? = nil,
        numberOfCalls: Int? = nil
    ) {
        self.init(
            identifier: identifier,
            dateCreated: dateCreated,
            participants: caller.map { [$0] },
            callRecordType: callRecordType,
            callCapability: callCapability,
            callDuration: callDuration,
            unseen: unseen,
            numberOfCalls: numberOfCalls
        )
    }
}

/// Which calls are meant.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class INCallRecordFilter: NSObject, @unchecked Sendable {
    /// Who took part in them.
    public let participants: [INPerson]?
    /// What went through them.
    public let callCapability: INCallCapability

    /// Creates a filter.
    public init(participants: [INPerson]?, callCapability: INCallCapability) {
        self.participants = participants
        self.callCapability = callCapability
        super.init()
    }
}
