// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What senders address an app on the device by.
package struct DeviceToken: Equatable, Sendable {
    /// Why pushes do not reach the app by it any more.
    package enum End: String, Sendable, CaseIterable {
        /// The app was removed, or does not want pushes any more.
        case unregistered
        /// The device has given the app another one.
        case expired
    }

    /// Hexadecimal digits, in lower case.
    package let token: String

    /// The bundle identifier of the app, which may be gone.
    package let app: String

    /// The name of the device, which may be gone.
    package let device: String

    /// Whose pushes it takes.
    package let environment: PushEnvironment

    /// Whether it addresses a live activity, and not the app.
    package let isActivity: Bool

    /// When the app got it.
    package let registered: UnixTime

    /// Since when it is inactive; nil while it is in use.
    package var ended: UnixTime?

    /// Why it is inactive; nil while it is in use.
    package var end: End?

    package init(
        token: String,
        app: String,
        device: String = PushDevice.main,
        environment: PushEnvironment,
        registered: UnixTime,
        isActivity: Bool = false,
        ended: UnixTime? = nil,
        end: End? = nil
    ) {
        self.token = token
        self.app = app
        self.device = device
        self.environment = environment
        self.registered = registered
        self.isActivity = isActivity
        self.ended = ended
        self.end = end
    }
}
