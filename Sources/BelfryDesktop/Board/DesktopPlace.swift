// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Where a notification stands on a desktop: a newer one of the same app, identifier and device takes
/// its place.
package struct DesktopPlace: Codable, Hashable, Sendable {
    /// The bundle identifier of the app.
    package let app: String
    /// The request's identifier.
    package let identifier: String
    /// The name of the device.
    package let device: String

    package init(app: String, identifier: String, device: String) {
        self.app = app
        self.identifier = identifier
        self.device = device
    }
}
