// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A request that waits for its trigger.
package struct PendingRequest: Equatable, Sendable {
    package var app: String
    package var request: NotificationRequest

    /// A number that no other request ever had: it tells a request from one that replaced it.
    package var generation: Int

    /// When the app added it.
    package var added: UnixTime

    /// When it fires next; nil for a place, and where requests only wait.
    package var due: UnixTime?

    /// Whether the device was last seen inside the region; nil until a position is known.
    package var isInside: Bool?

    /// How often the region's border was crossed, or a repeated interval has fired.
    package var crossings: Int

    /// Whether the app's extension added it, not the app: no extension is asked about it.
    package var isFromExtension: Bool

    /// Why its row could not be read; nil where it could.
    ///
    /// Such a request is taken away once it is due.
    package var damage: String?

    package init(
        app: String,
        request: NotificationRequest,
        generation: Int,
        added: UnixTime,
        due: UnixTime? = nil,
        isInside: Bool? = nil,
        crossings: Int = 0,
        isFromExtension: Bool = false
    ) {
        self.app = app
        self.request = request
        self.generation = generation
        self.added = added
        self.due = due
        self.isInside = isInside
        self.crossings = crossings
        self.isFromExtension = isFromExtension
    }
}
