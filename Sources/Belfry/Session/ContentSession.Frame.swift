// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryWire

extension ContentSession {
    /// How far a session is.
    public enum Phase: Sendable, Hashable {
        /// The extension is being loaded; the first frame's size is known.
        case loading
        /// The extension draws.
        case open
        /// The extension was asked what becomes of the response to this action, and has not said.
        case answering(action: String)
        /// The extension failed or was not called; the notification is shown as without it.
        case fallback(Verdict, explanation: String)
        /// The notification was closed.
        case closed
    }

    /// All that there is to draw of an open notification, at one moment.
    ///
    /// Texts in it are an extension's: neutralise them for a terminal, and give none of them to a browser
    /// as markup.
    public struct Frame: Sendable, Equatable {
        private let snapshot: ContentSnapshot

        init(_ snapshot: ContentSnapshot) {
            self.snapshot = snapshot
        }

        /// Counts what was shown; larger is later.
        public var revision: UInt64 { snapshot.revision }

        /// How far the session is.
        public var phase: Phase {
            switch snapshot.phase {
            case .loading: .loading
            case .open: .open
            case .answering(let action): .answering(action: action)
            case .fallback(let verdict, let explanation):
                .fallback(Verdict(verdict), explanation: explanation)
            case .closed: .closed
            }
        }

        /// The header: the app's name, or the extension's title where the bundle lets it.
        public var header: String { snapshot.header }

        /// The notification that is shown, for its own texts.
        public var content: NotificationContent { NotificationContent(snapshot.content) }

        /// Whether the notification's title, subtitle and body are left out.
        public var isContentHidden: Bool { snapshot.isDefaultContentHidden }

        /// Whether the views take input.
        public var isInteractive: Bool { snapshot.isInteractive }

        /// The extension's own view, with those in it.
        public var root: View {
            View(
                ViewTree.root,
                in: snapshot.tree,
                size: (snapshot.width, snapshot.height)
            )
        }

        /// The view that is shown with the keyboard; nil for none.
        public var accessory: View? { snapshot.accessory.map { View($0, in: snapshot.tree) } }

        /// The view that keys go to, ``View/id`` of the root for the extension as such; nil for none.
        public var firstResponder: View.ID? { snapshot.firstResponder }

        /// The buttons below, as many as there is space for.
        public var actions: [NotificationAction] { snapshot.actions.map(NotificationAction.init) }

        /// The button for media; nil for none.
        public var mediaButton: MediaButton? {
            snapshot.mediaButton.map { MediaButton($0, isPlaying: snapshot.isPlaying) }
        }

        /// What the app was told so far, oldest first; you are the app.
        public var responses: [Response] {
            snapshot.appEvents.map { event in
                switch event {
                case .response(let notification, let action, let text):
                    Response(notification: notification, action: action, text: text)
                }
            }
        }

        /// What was wrong that harms nobody, such as a picture that cannot be read, one sentence each.
        public var warnings: [String] { snapshot.warnings }
    }

    /// What the app is told of the user's choice.
    public struct Response: Sendable, Hashable {
        /// The identifier of the notification's request.
        public let notification: String

        /// The action's identifier; `com.apple.UNNotificationDefaultActionIdentifier` for the
        /// notification itself and `com.apple.UNNotificationDismissActionIdentifier` for putting it away.
        public let action: String

        /// What the user wrote; nil for an action that takes no text.
        public let text: String?
    }

    /// The button that plays and pauses what a content extension shows.
    public struct MediaButton: Sendable, Hashable {
        /// Whether it goes away while the media plays.
        public let isOverlay: Bool

        /// Whether the media plays.
        public let isPlaying: Bool

        /// Where it is in the root view; nil for a place of your own.
        public let frame: Rect?

        /// Its colour; nil for one of your own.
        public let tintColor: Color?

        init(_ button: BelfryWire.MediaButton, isPlaying: Bool) {
            isOverlay = button.kind == .overlay
            self.isPlaying = isPlaying
            let isPlaced = button.frame.width > 0 && button.frame.height > 0
            frame = isPlaced ? Rect(button.frame) : nil
            tintColor = button.tintColor == 0 ? nil : Color(button.tintColor)
        }
    }
}
