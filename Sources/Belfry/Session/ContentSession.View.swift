// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryWire

extension ContentSession {
    /// One view of a content extension, with those in it.
    public struct View: Sendable, Equatable, Identifiable {
        private let node: ViewTree.Node
        private let tree: ViewTree
        private let size: (width: Double, height: Double)?

        init(
            _ number: UInt32,
            in tree: ViewTree,
            size: (width: Double, height: Double)? = nil
        ) {
            node = tree.nodes[number] ?? ViewTree.Node(number: number, kind: .plain)
            self.tree = tree
            self.size = size
        }

        /// The view's number, by which ``Input`` names it; the same as long as the view is there.
        public var id: UInt32 { node.number }

        /// What the view is.
        public var kind: Kind { Kind(node.kind) }

        /// Where the view is in the one around it.
        public var frame: Rect {
            guard let size else { return Rect(node.frame) }
            return Rect(x: 0, y: 0, width: size.width, height: size.height)
        }

        /// The views in it, those in front last; the tree is 32 deep at most.
        public var children: [View] { node.children.map { View($0, in: tree) } }

        /// The text of a label, a button, a text field or a text view; nil for none.
        public var text: String? { node.texts[.text] }

        /// The parts of the text that look different from the rest.
        public var textRuns: [TextRun] { node.runs.map(TextRun.init) }

        /// The picture that the view shows; nil for none.
        public var image: Image? { node.image.map { Image($0, picture: node.picture) } }

        /// Whether the view is left out, with those in it.
        public var isHidden: Bool { node.integers[.isHidden] == 1 }

        /// Whether a switch is on.
        public var isOn: Bool { node.integers[.isOn] == 1 }

        /// Where a slider or a bar of progress stands; nil for none.
        ///
        /// It lies between the properties `minimum` and `maximum`, which are 0 and 1 where they are not
        /// set.
        public var value: Double? { node.reals[.value] }

        /// What the view tells the extension of; input of another kind is refused.
        public var events: Set<Event> {
            Set(ViewEvent.allCases.filter { node.events & $0.bit != 0 }.map(Event.init))
        }

        /// How it is drawn about its centre; nil for as it is.
        public var transform: Transform? {
            node.transform == ViewTransform() ? nil : Transform(node.transform)
        }

        /// All that is set of its texts and looks, by names such as `fontSize`.
        ///
        /// The names are those of Swift in `SDK/C/abi/views.def`; `belfry/view.h` says what each means and
        /// what holds where it is not set.
        public var properties: [String: Property] {
            var properties: [String: Property] = [:]
            for (key, text) in node.texts { properties["\(key)"] = .text(text) }
            for (key, number) in node.integers { properties["\(key)"] = .integer(number) }
            for (key, number) in node.reals { properties["\(key)"] = .real(number) }
            return properties
        }

        /// Compares what is to be drawn.
        ///
        /// - Parameters:
        ///   - left: A view.
        ///   - right: Another.
        /// - Returns: Whether both, and all in them, are drawn alike.
        public static func == (left: View, right: View) -> Bool {
            left.node == right.node && left.frame == right.frame && left.children == right.children
        }
    }
}

extension ContentSession.View {
    /// What a view is.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// A view that only has others in it, and a background.
        case plain
        /// A text.
        case label
        /// A picture.
        case image
        /// Views in a row or a column.
        case stack
        /// A button.
        case button
        /// A slider.
        case slider
        /// A switch.
        case `switch`
        /// A field for one line of text.
        case textField
        /// A text of several lines, which can be written in.
        case textView
        /// A bar of progress.
        case progress
        /// A wheel that turns while something is done.
        case activity
        /// A view whose content can be scrolled.
        case scroll
    }

    /// What the user does to a view.
    public enum Event: Sendable, Hashable, CaseIterable {
        /// It was touched.
        case tap
        /// Its value was changed.
        case valueChanged
        /// It is written in from now on.
        case editingBegan
        /// Its text was changed.
        case editingChanged
        /// It is written in no longer.
        case editingEnded
        /// The return key was pressed in it.
        case returned
    }

    /// The value of a property.
    public enum Property: Sendable, Hashable {
        /// A text.
        case text(String)
        /// A whole number; 0 or 1 for what holds or does not, ``ContentSession/Color`` for a colour.
        case integer(Int64)
        /// A number.
        case real(Double)
    }

    /// A picture in a view.
    public struct Image: Sendable, Hashable {
        /// Where a picture comes from.
        public enum Source: Sendable, Hashable, CaseIterable {
            /// An attachment of the notification, by its identifier.
            case attachment
            /// A file of the bundle, by its path there.
            case resource
            /// A file that the extension wrote.
            case file
            /// A symbol of the system, by its name; you have to have it.
            case symbol
            /// A page that the extension wrote, which you may draw: a MIME entity of the type `text/html`
            /// or `application/xhtml+xml`, with its address as `Content-Location`. Others wrote it: keep
            /// the browser from what the extension is kept from. Not drawn, the view shows nothing.
            case page
        }

        /// Where it comes from.
        public let source: Source

        /// What it is called there.
        public let name: String

        /// What ``ContentSession/picture(named:)`` finds its file by; nil where there is none.
        public let picture: String?

        /// Whether its opacity alone counts, and the colour is the view's.
        public let isTemplate: Bool

        /// Its width in points.
        public let width: Double

        /// Its height in points.
        public let height: Double
    }

    /// A part of a text that looks different from the rest.
    public struct TextRun: Sendable, Hashable {
        /// Where it begins, in bytes of the text's UTF-8.
        public let start: Int
        /// Its length in bytes.
        public let count: Int
        /// Its colour; nil for the view's.
        public let color: ContentSession.Color?
        /// The colour behind it; nil for none.
        public let backgroundColor: ContentSession.Color?
        /// The size of its font in points; nil for the view's.
        public let fontSize: Double?
        /// The weight of its font, from 1 to 1000; nil for the view's.
        public let fontWeight: Int?
        /// Whether it is in italics.
        public let isItalic: Bool
        /// Whether all its characters have one width.
        public let isFixedWidth: Bool
        /// Whether it is underlined.
        public let isUnderlined: Bool
        /// Whether it is struck through.
        public let isStruckThrough: Bool
    }

    /// How a view is drawn about its centre: x' = ax + cy + tx, y' = bx + dy + ty.
    public struct Transform: Sendable, Hashable {
        /// The factor of x in x'.
        public let a: Double
        /// The factor of x in y'.
        public let b: Double
        /// The factor of y in x'.
        public let c: Double
        /// The factor of y in y'.
        public let d: Double
        /// What is added to x', in points.
        public let tx: Double
        /// What is added to y', in points.
        public let ty: Double
    }
}

extension ContentSession {
    /// A rectangle in points; y points down.
    public struct Rect: Sendable, Hashable {
        /// The left edge.
        public let x: Double
        /// The upper edge.
        public let y: Double
        /// The width.
        public let width: Double
        /// The height.
        public let height: Double
    }

    /// A colour for each appearance, as RGBA: red in the highest eight bits, opacity in the lowest.
    public struct Color: Sendable, Hashable {
        /// The colour in light appearance.
        public let light: UInt32
        /// The colour in dark appearance.
        public let dark: UInt32

        /// The colour that a property has.
        ///
        /// - Parameter value: The property's number.
        public init(_ value: Int64) {
            let bits = UInt64(bitPattern: value)
            light = UInt32(truncatingIfNeeded: bits)
            dark = UInt32(truncatingIfNeeded: bits >> 32)
        }
    }
}
