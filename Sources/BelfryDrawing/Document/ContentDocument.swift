// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// An expanded notification at one moment, as JSON: what scripts print and the page draws
/// (Documentation/Show.md).
///
/// Members that have nothing to say are left out. Texts are the extension's, as they are.
package struct ContentDocument: Codable, Equatable, Sendable {
    /// A session that failed: its verdict.
    package struct Failure: Codable, Equatable, Sendable {
        package var verdict: String
        package var reason: String
        package var explanation: String
    }

    /// The texts that are shown without an extension too.
    package struct Texts: Codable, Equatable, Sendable {
        package var title: String
        package var subtitle: String
        package var body: String

        /// The identifier of the notification's category; empty for none.
        package var category: String
        /// Whether title, subtitle and body are left out.
        package var isHidden: Bool
        package var attachments: [Attachment]?
    }

    /// A file of the notification.
    package struct Attachment: Codable, Equatable, Sendable {
        /// What names it in the notification.
        package var identifier: String

        /// Its type, such as `public.png`.
        package var type: String

        /// How large it is.
        package var byteCount: Int
    }

    /// One of the buttons below.
    package struct Action: Codable, Equatable, Sendable {
        /// The picture on the button.
        package struct Icon: Codable, Equatable, Sendable {
            /// `template` for an image of the app's, `system` for a symbol.
            package var kind: String

            /// The name of the image or the symbol.
            package var name: String
        }

        /// The field that the user writes into.
        package struct Input: Codable, Equatable, Sendable {
            /// What the button beside it says.
            package var buttonTitle: String

            /// What it says while it is empty.
            package var placeholder: String
        }

        /// What names it in a response, and in instructions.
        package var identifier: String

        /// The text of the button.
        package var title: String

        /// What is different about it, such as `destructive`; absent for nothing.
        package var options: [String]?

        /// Absent for a button without a picture.
        package var icon: Icon?

        /// Absent for an action without a text.
        package var textInput: Input?
    }

    /// The button for media.
    package struct Media: Codable, Equatable, Sendable {
        /// `default` or `overlay`.
        package var kind: String
        package var isPlaying: Bool
        /// Where it is in the root view; absent where the host is to say.
        package var frame: Frame?
        package var tintColor: Color?
    }

    /// What the app was told.
    package struct AppEvent: Codable, Equatable, Sendable {
        package var action: String
        package var text: String?
        package var notification: String
    }

    /// Where something is in what it is in, in points.
    package struct Frame: Codable, Equatable, Sendable {
        package var x: Double
        package var y: Double
        package var width: Double

        /// How high it is.
        package var height: Double
    }

    /// A colour in light and in dark appearance, `#rrggbbaa` each.
    package struct Color: Codable, Equatable, Sendable {
        package var light: String
        package var dark: String
    }

    /// Counts what was shown; larger is later.
    package var revision: UInt64
    /// `loading`, `open`, `answering`, `fallback` or `closed`.
    package var phase: String
    /// The action whose response the extension has not answered.
    package var answering: String?
    package var failure: Failure?

    /// The app's name, or the extension's title.
    package var header: String
    /// Seconds since 1970.
    package var date: Double
    package var content: Texts

    /// Whether the views get events.
    package var isInteractive: Bool
    /// The root view, with all that is in it.
    package var root: Node
    /// A view that is shown with the keyboard.
    package var accessory: Node?
    /// The number of the view that keys go to; 1 for the extension as such.
    package var focus: UInt32?

    /// The buttons below the notification, as many as are shown.
    package var actions: [Action]

    /// Absent where the extension wants no button for media.
    package var media: Media?

    /// All that the app was told of so far, the oldest first.
    package var app: [AppEvent]

    /// What is wrong and harms nobody, one sentence each.
    package var warnings: [String]
}
