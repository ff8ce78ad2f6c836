// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The keys of `aps` that drive a Live Activity.
package struct LiveActivityUpdate: Sendable, Equatable {
    /// What happens to the activity.
    package enum Event: String, Sendable, CaseIterable {
        /// It begins.
        case start
        /// Its state changes.
        case update
        /// It ends.
        case end
    }

    /// What happens to the activity.
    package var event: Event

    /// When the sender made this, in seconds since 1970.
    package var timestamp: Double?

    /// The new state.
    package var contentState: JSONObject?

    /// When the state is out of date, in seconds since 1970.
    package var staleDate: Double?

    /// When an ended activity goes away, in seconds since 1970.
    package var dismissalDate: Double?

    /// The name of the attributes' type, to start with.
    package var attributesType: String?

    /// The attributes to start with.
    package var attributes: JSONObject?

    /// The broadcast channel to listen to.
    package var inputPushChannel: String?

    /// Whether the app asks for a push token of the new activity.
    package var wantsInputPushToken: Bool

    package init(
        event: Event,
        timestamp: Double? = nil,
        contentState: JSONObject? = nil,
        staleDate: Double? = nil,
        dismissalDate: Double? = nil,
        attributesType: String? = nil,
        attributes: JSONObject? = nil,
        inputPushChannel: String? = nil,
        wantsInputPushToken: Bool = false
    ) {
        self.event = event
        self.timestamp = timestamp
        self.contentState = contentState
        self.staleDate = staleDate
        self.dismissalDate = dismissalDate
        self.attributesType = attributesType
        self.attributes = attributes
        self.inputPushChannel = inputPushChannel
        self.wantsInputPushToken = wantsInputPushToken
    }
}
