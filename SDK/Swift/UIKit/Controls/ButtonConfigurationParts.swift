// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Sides of a rectangle, by the direction of reading.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/nsdirectionalrectedge
public struct NSDirectionalRectEdge: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The upper side.
    public static let top = NSDirectionalRectEdge(rawValue: 1)
    /// Where lines begin.
    public static let leading = NSDirectionalRectEdge(rawValue: 2)
    /// The lower side.
    public static let bottom = NSDirectionalRectEdge(rawValue: 4)
    /// Where lines end.
    public static let trailing = NSDirectionalRectEdge(rawValue: 8)
    /// All of them.
    public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}

/// What is behind a cell or a button.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uibackgroundconfiguration-swift.struct
public struct UIBackgroundConfiguration {
    /// The colour.
    public var backgroundColor: UIColor?
    /// How round the corners are.
    public var cornerRadius: CGFloat = 0 {
        didSet { isRounded = true }
    }
    /// The colour of the border.
    public var strokeColor: UIColor?
    /// How wide the border is.
    public var strokeWidth: CGFloat = 0

    /// Whether the corners were said.
    private(set) var isRounded = false

    init() {}

    /// Nothing.
    public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
    /// What is behind a cell of a plain list.
    public static func listPlainCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
    /// What is behind a cell of a list in groups.
    public static func listGroupedCell() -> UIBackgroundConfiguration {
        var made = UIBackgroundConfiguration()
        made.backgroundColor = .secondarySystemGroupedBackground
        return made
    }
}

/// Changes how a text looks.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uiconfigurationtextattributestransformer
public struct UIConfigurationTextAttributesTransformer {
    /// What changes it.
    public let transform: (AttributeContainer) -> AttributeContainer

    /// Takes what changes it.
    public init(_ transform: @escaping (AttributeContainer) -> AttributeContainer) {
        self.transform = transform
    }

    /// Changes how a text looks.
    public func callAsFunction(_ input: AttributeContainer) -> AttributeContainer {
        transform(input)
    }
}

extension AttributeScopes {
    /// What UIKit knows of the parts of a text.
    public struct UIKitAttributes: AttributeScope {
        /// The font.
        public let font: FontAttribute
        /// The colour.
        public let foregroundColor: ForegroundColorAttribute
        /// The colour behind it.
        public let backgroundColor: BackgroundColorAttribute

        /// A font.
        public enum FontAttribute: AttributedStringKey {
            /// What it is.
            public typealias Value = UIFont
            /// Its name.
            public static var name: String { "NSFont" }
        }

        /// A colour.
        public enum ForegroundColorAttribute: AttributedStringKey {
            /// What it is.
            public typealias Value = UIColor
            /// Its name.
            public static var name: String { "NSColor" }
        }

        /// A colour behind a text.
        public enum BackgroundColorAttribute: AttributedStringKey {
            /// What it is.
            public typealias Value = UIColor
            /// Its name.
            public static var name: String { "NSBackgroundColor" }
        }
    }

    /// What UIKit knows of the parts of a text.
    public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }
}

extension AttributeDynamicLookup {
    /// Finds what UIKit knows by its name.
    public subscript<Key: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, Key>
    ) -> Key {
        self[Key.self]
    }
}
