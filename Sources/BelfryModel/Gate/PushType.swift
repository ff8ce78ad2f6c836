// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The value of the header `apns-push-type`.
package enum PushType: String, Codable, Sendable, CaseIterable {
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
}
