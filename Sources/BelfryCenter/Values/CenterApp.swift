// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// An installed app, its service extension, and where it stands with the user.
package struct CenterApp: Codable, Equatable, Sendable {
    /// The bundle identifier, which is also the topic of its pushes.
    package var identifier: String

    /// The app's version, as its manifest has it (`CFBundleShortVersionString`).
    package var version: String

    /// A digest of the installed bundle, so that an update is noticed.
    package var digest: String

    /// The bundle of its service extension; nil when it has none.
    package var serviceExtension: String?

    /// Whether the extension also runs on local notifications; Apple's does not.
    package var modifiesLocal = false

    /// Whether the extension may drop a notification.
    package var mayDrop = false

    /// Whether the extension may name what a notification replaces.
    package var mayCollapse = false

    /// Whether the app may ask for critical alerts.
    package var hasCriticalEntitlement = false

    /// Whether its time-sensitive notifications break through Focus and the summary.
    package var hasTimeSensitiveEntitlement = false

    /// Whether its notifications may count as messages and calls of people; nil where an earlier version
    /// stored the app.
    package var hasCommunicationEntitlement: Bool?

    /// Whether it is an App Clip that may notify for a time after each launch without asking
    /// (`NSAppClipRequestEphemeralUserNotification`); nil where an earlier version stored the app.
    package var isEphemeral: Bool?

    /// The app's sound files and how many seconds each lasts.
    package var sounds: [String: Double] = [:]

    /// What the user has allowed the app, and how that came about.
    package var authorization = Authorization()

    /// What the user has set for the app besides.
    package var settings = AppSettings()

    /// The number on the icon; 0 for none.
    package var badge = 0

    /// Whether the extension's drops count: the app may, and the user has not said otherwise.
    package var drops: Bool { mayDrop && settings.filtering != .disabled }

    /// What the app shows while it is in the foreground.
    ///
    /// Nil stands for an app without `willPresent`: nothing is presented. The process that owns the
    /// centre asks a running app; this is the answer of one that it cannot ask.
    package var foregroundSurfaces: Set<Surface>?

    /// The scheduled summary for which the featured notification was chosen last; nil for none.
    package var featuredSummary: UnixTime?

    /// Why its row could not be read, so that all but the identifier is lost; nil where it could.
    ///
    /// Its notifications wait until it was installed again and the daemon has started anew.
    package var damage: String?

    /// The app of a row that cannot be read.
    package static func damaged(_ identifier: String, _ cause: any Error) -> CenterApp {
        var app = CenterApp(identifier: identifier)
        app.damage = "\(cause)"
        return app
    }

    package init(
        identifier: String,
        version: String = "1",
        digest: String = "",
        serviceExtension: String? = nil
    ) {
        self.identifier = identifier
        self.version = version
        self.digest = digest
        self.serviceExtension = serviceExtension
    }
}
