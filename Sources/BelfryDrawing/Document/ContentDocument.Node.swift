// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ContentDocument {
    /// A view with those in it.
    package struct Node: Codable, Equatable, Sendable {
        /// A picture that a view shows.
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

            /// The colour behind the text.
            package var backgroundColor: Color?

            /// In points; nil for that of the whole text.
            package var fontSize: Double?

            /// 100 to 900; nil for that of the whole text.
            package var fontWeight: UInt32?
            /// `italic`, `fixedWidth`, `underline`, `strikethrough`.
            package var traits: [String]?
        }

        /// Distances from the four sides, in points.
        package struct Insets: Codable, Equatable, Sendable {
            /// From the upper side.
            package var top: Double

            /// From the left side.
            package var left: Double

            /// From the lower side.
            package var bottom: Double

            /// From the right side.
            package var right: Double
        }

        /// A shadow: its colour, the standard deviation of its blur, and how far it is moved, in points.
        package struct Shadow: Codable, Equatable, Sendable {
            /// Nil for none: the shadow is not seen.
            package var color: Color?

            /// 0 for a sharp shadow.
            package var radius: Double

            /// To the right.
            package var x: Double

            /// Down.
            package var y: Double
        }

        /// A scroll view's content: where it begins, and how large it is.
        package struct Scroll: Codable, Equatable, Sendable {
            package var x: Double
            package var y: Double
            package var width: Double

            /// How high the content is, in points.
            package var height: Double
        }

        /// The number that the extension's events and messages name it by.
        package var view: UInt32

        /// What it is, such as `label`; the words are those of `views.def`.
        package var kind: String

        /// Where it is in the view that it is in.
        package var frame: Frame

        /// What it says, or what was written into it; absent for nothing.
        package var text: String?

        /// What an empty text field says.
        package var placeholder: String?
        /// The accessibility label.
        package var label: String?
        package var runs: [Run]?
        package var image: Image?

        /// Whether it is left out of the picture; absent: it is not.
        package var isHidden: Bool?
        /// Absent: 1.
        package var alpha: Double?
        /// The rotation about the centre, clockwise, in degrees; absent: 0.
        package var angle: Double?
        /// a, b, c, d, tx and ty; absent: none.
        package var transform: [Double]?
        package var clips: Bool?

        /// Whether it takes what the user does; absent: it does.
        package var isEnabled: Bool?

        /// Whether touches reach it and what is in it; absent: they do.
        package var isInteractive: Bool?

        /// Whether it is shown as chosen.
        package var isSelected: Bool?

        /// The state of a switch.
        package var isOn: Bool?

        /// Whether an activity indicator turns.
        package var isAnimating: Bool?

        /// Whether a text field shows dots in place of what is written.
        package var isSecure: Bool?

        /// Whether a text can be written into.
        package var isEditable: Bool?

        /// Whether a slider tells of each step on its way, or of the end alone.
        package var isContinuous: Bool?

        /// The value of a slider or of progress, between ``minimum`` and ``maximum``.
        package var value: Double?

        /// The value at the left end; absent: 0.
        package var minimum: Double?

        /// The value at the right end; absent: 1.
        package var maximum: Double?

        /// The colour of its text.
        package var textColor: Color?

        /// The colour behind all of it.
        package var backgroundColor: Color?

        /// The colour of what stands out in it, such as the filled part of a slider.
        package var tintColor: Color?

        /// The colour of its border.
        package var borderColor: Color?

        /// The colour of the part of a slider or of progress that is not reached.
        package var trackColor: Color?

        /// The colour of the knob of a slider or a switch.
        package var thumbColor: Color?

        /// How round its corners are, in points.
        package var cornerRadius: Double?

        /// Which corners are: `topLeft`, `topRight`, `bottomLeft`, `bottomRight`; absent: all.
        package var corners: [String]?

        /// The shadow of what it shows; a view that clips has none.
        package var shadow: Shadow?

        /// How wide its border is, in points.
        package var borderWidth: Double?

        /// The distance that its content keeps from its sides.
        package var insets: Insets?

        /// The name of the font's family; absent for the system's.
        package var fontFamily: String?

        /// In points.
        package var fontSize: Double?

        /// 100 to 900: 400 is regular, 700 bold.
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
