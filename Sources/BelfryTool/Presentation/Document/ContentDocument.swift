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
        package var category: String
        /// Whether title, subtitle and body are left out.
        package var isHidden: Bool
        package var attachments: [Attachment]?
    }

    package struct Attachment: Codable, Equatable, Sendable {
        package var identifier: String
        package var type: String
        package var byteCount: Int
    }

    /// One of the buttons below.
    package struct Action: Codable, Equatable, Sendable {
        package struct Icon: Codable, Equatable, Sendable {
            package var kind: String
            package var name: String
        }

        package struct Input: Codable, Equatable, Sendable {
            package var buttonTitle: String
            package var placeholder: String
        }

        package var identifier: String
        package var title: String
        package var options: [String]?
        package var icon: Icon?
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

    package var actions: [Action]
    package var media: Media?
    package var app: [AppEvent]
    package var warnings: [String]
}
