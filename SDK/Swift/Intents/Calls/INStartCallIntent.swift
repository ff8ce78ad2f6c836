// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The beginning of a call; from it a content learns who calls.
// Unchecked only because its superclass is; its stored properties are constants.
open class INStartCallIntent: INIntent, @unchecked Sendable {
    /// Which calls are called back.
    public let callRecordFilter: INCallRecordFilter?
    /// Which call is called back.
    public let callRecordToCallBack: INCallRecord?
    /// Where it is heard.
    public let audioRoute: INCallAudioRoute
    /// Whom it is for.
    public let destinationType: INCallDestinationType
    /// Who takes part in it.
    public let contacts: [INPerson]?
    /// Which kind of call is made again.
    public let recordTypeForRedialing: INCallRecordType
    /// What goes through it.
    public let callCapability: INCallCapability

    private init(
        _ filter: INCallRecordFilter?,
        _ record: INCallRecord?,
        _ audioRoute: INCallAudioRoute,
        _ destinationType: INCallDestinationType,
        _ contacts: [INPerson]?,
        _ recordType: INCallRecordType,
        _ callCapability: INCallCapability
    ) {
        callRecordFilter = filter
        callRecordToCallBack = record
        self.audioRoute = audioRoute
        self.destinationType = destinationType
        self.contacts = contacts
        recordTypeForRedialing = recordType
        self.callCapability = callCapability
        super.init()
    }

    /// Creates the beginning of a call.
    public convenience init(
        callRecordFilter: INCallRecordFilter?,
        callRecordToCallBack: INCallRecord?,
        audioRoute: INCallAudioRoute,
        destinationType: INCallDestinationType,
        contacts: [INPerson]?,
        callCapability: INCallCapability
    ) {
        self.init(
            callRecordFilter,
            callRecordToCallBack,
            audioRoute,
            destinationType,
            contacts,
            .unknown,
            callCapability
        )
    }

    /// Creates the beginning of a call, as iOS 13 had it.
    public convenience init(
        audioRoute: INCallAudioRoute,
        destinationType: INCallDestinationType,
        contacts: [INPerson]?,
        recordTypeForRedialing: INCallRecordType,
        callCapability: INCallCapability
    ) {
        self.init(
            nil,
            nil,
            audioRoute,
            destinationType,
            contacts,
            recordTypeForRedialing,
            callCapability
        )
    }
}
