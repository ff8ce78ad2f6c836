// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
package import BelfryReport
package import BelfryWire

/// An expanded notification at one moment: all that there is to draw.
///
/// It is made anew with every frame. Texts in it are an extension's: neutralise them for a terminal,
/// and give none of them to a browser as markup.
package struct ContentSnapshot: Sendable, Equatable {
    /// How far a session is.
    package enum Phase: Sendable, Equatable {
        /// The extension is being loaded; the first frame's size is known.
        case loading
        /// The extension draws.
        case open
        /// It was asked what becomes of the response to this action, and has not said.
        case answering(action: String)
        /// The extension failed; the notification is shown as without it.
        case fallback(Verdict, explanation: String)
        /// The notification was closed.
        case closed
    }

    /// What the app was told.
    package enum AppEvent: Sendable, Equatable {
        /// A response that was not, or not only, the extension's: the default action and the dismissal
        /// by `UNNotificationDefaultActionIdentifier` and its like.
        case response(notification: String, action: String, text: String?)
    }

    /// Counts what was shown; larger is later.
    package var revision: UInt64 = 0
    package var phase = Phase.loading

    /// The header: the app's name, or the extension's title where the manifest lets it.
    package var header: String
    package var date: Double

    /// The notification shown, for its default texts.
    package var content: NotificationContent

    /// Whether title, subtitle and body are left out.
    package var isDefaultContentHidden: Bool

    /// Whether the views get events.
    package var isInteractive: Bool

    /// The size of the extension's own view, in points.
    package var width: Double
    package var height: Double
    package var tree = ViewTree()

    /// The buttons below, as many as there is space for.
    package var actions: [NotificationAction] = []

    /// The button for media; nil where the extension wants none.
    package var mediaButton: MediaButton?

    /// Whether the extension says that its media play, which decides how that button looks.
    package var isPlaying = false

    /// Where keys go: a view, ``ViewTree/root`` for the extension as such; nil for nowhere.
    package var firstResponder: UInt32?
    /// A view shown with the keyboard.
    package var accessory: UInt32?

    /// What the app was told so far, oldest first.
    package var appEvents: [AppEvent] = []

    /// How much was wrong that harms nobody: pictures that cannot be read, input that nobody takes.
    package var warnings: [String] = []

    package init(
        header: String,
        date: Double,
        content: NotificationContent,
        isDefaultContentHidden: Bool = false,
        isInteractive: Bool = false,
        width: Double,
        height: Double
    ) {
        self.header = header
        self.date = date
        self.content = content
        self.isDefaultContentHidden = isDefaultContentHidden
        self.isInteractive = isInteractive
        self.width = width
        self.height = height
    }
}

/// What the user does to an expanded notification.
package enum ContentInput: Sendable, Equatable {
    /// A view is touched, a button pressed.
    case tap(view: UInt32)
    /// A slider is moved; `isLast` where it is let go.
    case slide(view: UInt32, value: Double, isLast: Bool)
    /// A switch is thrown.
    case toggle(view: UInt32, isOn: Bool)
    /// A text field or text view is entered, changed, left; the return key is pressed in it.
    case beginEditing(view: UInt32)
    case edit(view: UInt32, text: String)
    case endEditing(view: UInt32)
    case pressReturn(view: UInt32)
    /// A scroll view is scrolled.
    case scroll(view: UInt32, x: Double, y: Double)
    /// One of the actions is taken, with what was written for it.
    case action(String, text: String?)
    /// The notification is tapped: its default action.
    case open
    /// The notification is closed.
    case dismiss
    /// The media button is pressed.
    case media
}

/// An expanded notification that can be looked at and acted on: a session of the host, or a stand-in
/// for it in tests.
package protocol ContentStage: Sendable {
    /// What there is to draw now.
    func snapshot() async -> ContentSnapshot

    /// What there is to draw, from now on: not every one, but the newest always. Ends when the
    /// notification is closed.
    func snapshots() async -> AsyncStream<ContentSnapshot>

    /// Does what the user does. What is not possible (a view that is gone or takes no events) changes
    /// nothing, and is a sentence.
    ///
    /// - Returns: Why it was not possible; nil when it was done.
    func perform(_ input: ContentInput) async -> String?

    /// Waits until no callback of the extension is under way, and what it drew is in the snapshot.
    func settled() async -> ContentSnapshot

    /// Waits until the extension does nothing and nothing is on its way to it: no callback, picture or
    /// download is under way, and no thread of it computes. What a timer will do is not waited for.
    ///
    /// - Parameter limit: How long at most.
    /// - Returns: What there is to draw then, and what was still under way.
    func rested(within limit: Duration) async -> ContentRest

    /// The file of a picture and its media type: PNG, JPEG, GIF or WebP, or a page (``WebPageFile``) of a
    /// view whose image is one.
    func picture(_ name: String) async -> (bytes: [UInt8], mediaType: String)?
}

extension ContentStage {
    package func rested(within limit: Duration) async -> ContentRest {
        ContentRest(await settled(), pending: [])
    }
}

/// An expanded notification after a wait for its extension to be at rest.
package struct ContentRest: Sendable, Equatable {
    /// What there is to draw.
    package let snapshot: ContentSnapshot

    /// What was still under way when the time was over, each as what was waited for; empty where the
    /// extension is at rest.
    package let pending: [String]

    package init(_ snapshot: ContentSnapshot, pending: [String]) {
        self.snapshot = snapshot
        self.pending = pending
    }
}
