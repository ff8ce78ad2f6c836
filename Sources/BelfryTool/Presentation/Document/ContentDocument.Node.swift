// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ContentDocument {
    /// A view with those in it.
    package struct Node: Codable, Equatable, Sendable {
        package struct Image: Codable, Equatable, Sendable {
            /// `attachment`, `resource`, `file` or `symbol`.
            package var source: String
            package var name: String
            /// The name under which the stage has the file; absent where it has none.
            package var picture: String?
            package var isTemplate: Bool?
            package var width: Double
            package var height: Double
        }

        /// A part of the text that looks different, in bytes of UTF-8.
        package struct Run: Codable, Equatable, Sendable {
            package var start: UInt32
            package var count: UInt32
            package var color: Color?
            package var backgroundColor: Color?
            package var fontSize: Double?
            package var fontWeight: UInt32?
            /// `italic`, `fixedWidth`, `underline`, `strikethrough`.
            package var traits: [String]?
        }

        package struct Insets: Codable, Equatable, Sendable {
            package var top: Double
            package var left: Double
            package var bottom: Double
            package var right: Double
        }

        /// A scroll view's content: where it begins, and how large it is.
        package struct Scroll: Codable, Equatable, Sendable {
            package var x: Double
            package var y: Double
            package var width: Double
            package var height: Double
        }

        package var view: UInt32
        package var kind: String
        package var frame: Frame

        package var text: String?
        package var placeholder: String?
        /// The accessibility label.
        package var label: String?
        package var runs: [Run]?
        package var image: Image?

        package var isHidden: Bool?
        /// Absent: 1.
        package var alpha: Double?
        /// The rotation about the centre, clockwise, in degrees; absent: 0.
        package var angle: Double?
        /// a, b, c, d, tx and ty; absent: none.
        package var transform: [Double]?
        package var clips: Bool?

        package var isEnabled: Bool?
        package var isInteractive: Bool?
        package var isSelected: Bool?
        package var isOn: Bool?
        package var isAnimating: Bool?
        package var isSecure: Bool?
        package var isEditable: Bool?
        package var isContinuous: Bool?
        package var value: Double?
        package var minimum: Double?
        package var maximum: Double?

        package var textColor: Color?
        package var backgroundColor: Color?
        package var tintColor: Color?
        package var borderColor: Color?
        package var trackColor: Color?
        package var thumbColor: Color?
        package var cornerRadius: Double?
        package var borderWidth: Double?
        package var insets: Insets?

        package var fontFamily: String?
        package var fontSize: Double?
        package var fontWeight: Int64?
        /// `italic`, `fixedWidth`, `fixedDigits`.
        package var fontTraits: [String]?
        package var minimumScale: Double?
        /// `left`, `center`, `right`, `justified` or `natural`.
        package var textAlignment: String?
        package var lineCount: Int64?
        /// `words`, `characters`, `clip`, `head`, `tail` or `middle`.
        package var lineBreak: String?
        package var contentMode: String?
        /// `plain`, `gray`, `tinted`, `filled` or `bordered`.
        package var buttonStyle: String?
        /// Of an activity indicator: `medium` or `large`.
        package var sizeClass: String?
        package var scroll: Scroll?

        /// What it has handlers for: `tap`, `valueChanged`, `editingBegan`, `editingChanged`,
        /// `editingEnded`, `returned`.
        package var events: [String]?
        /// Those in front last.
        package var children: [Node]?
    }
}
