// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What a push is for, as the header `apns-push-type` says; a service extension is called for `alert` alone.
///
/// The raw values are those of the header
/// ([Sending notification requests to APNs](https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns)).
public enum PushType: String, Sendable, Hashable, CaseIterable {
    /// Shows something, plays a sound or sets a badge.
    case alert
    /// Wakes the app without a trace.
    case background
    /// Asks for the location.
    case location
    /// Announces a call.
    case voip
    /// Updates a watch complication.
    case complication
    /// Signals changed files.
    case fileprovider
    /// Contacts a managed device.
    case mdm
    /// Changes a Live Activity.
    case liveactivity
    /// Starts a push-to-talk session.
    case pushtotalk
    /// Reloads widgets.
    case widgets
    /// Reloads controls.
    case controls

    var engine: BelfryModel.PushType {
        switch self {
        case .alert: .alert
        case .background: .background
        case .location: .location
        case .voip: .voip
        case .complication: .complication
        case .fileprovider: .fileprovider
        case .mdm: .mdm
        case .liveactivity: .liveactivity
        case .pushtotalk: .pushtotalk
        case .widgets: .widgets
        case .controls: .controls
        }
    }
}
