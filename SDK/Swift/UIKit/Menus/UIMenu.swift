// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Something in a menu.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uimenuelement
@preconcurrency @MainActor
open class UIMenuElement: NSObject {
    /// What a menu shows of an action.
    public struct Attributes: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// It cannot be used.
        public static let disabled = Attributes(rawValue: 1)
        /// It harms something.
        public static let destructive = Attributes(rawValue: 2)
        /// It is not there.
        public static let hidden = Attributes(rawValue: 4)
    }

    /// Whether an action is chosen.
    public enum State: Int, Sendable {
        /// It is not.
        case off = 0
        /// It is.
        case on = 1
        /// Some of it is.
        case mixed = 2
    }

    /// What it says.
    open var title: String {
        get { "" }
        set {}
    }
    /// What it shows.
    open var image: UIImage? {
        get { nil }
        set {}
    }
}

/// Actions to choose from.
///
/// - Note: Without effect: the host has no menus; a button does what its own actions and targets do.
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uimenu
@preconcurrency @MainActor
open class UIMenu: UIMenuElement {
    /// How a menu is shown in another.
    public struct Options: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// As a part of it.
        public static let displayInline = Options(rawValue: 1)
        /// As something that harms.
        public static let destructive = Options(rawValue: 2)
        /// One of them is chosen.
        public static let singleSelection = Options(rawValue: 32)
    }

    private let text: String
    private let picture: UIImage?
    /// What is in it.
    ///
    /// - Note: Without effect: the host has no menus.
    public final let children: [UIMenuElement]
    /// How it is shown.
    ///
    /// - Note: Without effect: the host has no menus.
    public final let options: Options

    /// Creates a menu.
    public init(
        title: String = "",
        subtitle: String? = nil,
        image: UIImage? = nil,
        options: Options = [],
        children: [UIMenuElement] = []
    ) {
        text = title
        picture = image
        self.options = options
        self.children = children
        super.init()
    }

    /// What it says.
    ///
    /// - Note: Without effect: the host has no menus.
    open override var title: String {
        get { text }
        set {}
    }
    /// What it shows.
    ///
    /// - Note: Without effect: the host has no menus.
    open override var image: UIImage? {
        get { picture }
        set {}
    }
}
