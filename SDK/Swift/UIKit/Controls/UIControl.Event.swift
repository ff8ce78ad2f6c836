// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UIControl {
    /// What the user does with a control.
    public struct Event: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// A finger comes down.
        public static let touchDown = Event(rawValue: 1)
        /// A finger comes down again.
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// A finger moves within.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// A finger moves outside.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// A finger comes in.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// A finger goes out.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// A finger leaves within: a tap.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// A finger leaves outside.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The touch was taken away.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The value is another.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// What the control is for.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// The user begins to write.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// The user wrote something.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// The user is done writing.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The user is done writing, by the return key.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// All touches.
        public static let allTouchEvents = Event(rawValue: 0xfff)
        /// All that has to do with writing.
        public static let allEditingEvents = Event(rawValue: 0xf0000)
        /// All.
        public static let allEvents = Event(rawValue: 0xffff_ffff)
    }

    /// In what state a control is.
    public struct State: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// As usual.
        public static let normal: State = []
        /// Pressed.
        public static let highlighted = State(rawValue: 1)
        /// Not to be used.
        public static let disabled = State(rawValue: 2)
        /// Chosen.
        public static let selected = State(rawValue: 4)
        /// The one that has the keys.
        public static let focused = State(rawValue: 8)
    }

    /// Where content stands from left to right.
    public enum ContentHorizontalAlignment: Int, Sendable {
        /// In the middle.
        case center = 0
        /// At the left.
        case left = 1
        /// At the right.
        case right = 2
        /// From one side to the other.
        case fill = 3
        /// Where lines begin.
        case leading = 4
        /// Where lines end.
        case trailing = 5

        var textAlignment: NSTextAlignment {
            switch self {
            case .left, .leading: .left
            case .right, .trailing: .right
            case .center, .fill: .center
            }
        }
    }

    /// Where content stands from top to bottom.
    public enum ContentVerticalAlignment: Int, Sendable {
        /// In the middle.
        case center = 0
        /// At the top.
        case top = 1
        /// At the bottom.
        case bottom = 2
        /// From top to bottom.
        case fill = 3
    }
}
