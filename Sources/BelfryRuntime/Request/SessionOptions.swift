// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What may be different from one session to the next.
package struct SessionOptions: Sendable {
    /// What the app has registered; nil to leave that as it is.
    package var categories: [NotificationCategory]?
    package var space = SessionSpace.full

    /// The notification's width, in points.
    package var width = 359.0

    /// Whether the appearance is dark.
    package var isDark = false

    /// The header's text; nil for the bundle's own name.
    package var header: String?

    /// Start-up and memory for all of it, wall and CPU for each callback.
    ///
    /// Nil takes the defaults with what the manifest asks for.
    package var budget: Budget?

    /// The installed app that the bundle is of, by its identifier; nil where it is of none.
    ///
    /// Bundles of one app and one identifier are versions, of which each may run. Any other bundle with
    /// the identifier is refused as an impostor.
    package var app: String?

    /// Origins allowed besides the manifest's.
    package var allowedOrigins: [String] = []

    /// Whether it may reach every public origin, for whoever wants to know which it asks for.
    ///
    /// Only who opens the notification can say so: no manifest, payload or extension does.
    package var learnsOrigins = false

    /// Whether it gets no network, whatever its manifest lists.
    package var isOffline = false

    /// What the user allows.
    package var device = DeviceState()

    package init() {}
}

/// How many of a category's actions are shown.
package enum SessionSpace: String, Sendable, CaseIterable {
    case full, limited

    /// How many actions are shown at most.
    package var actionCount: Int { self == .full ? 10 : 2 }
}
