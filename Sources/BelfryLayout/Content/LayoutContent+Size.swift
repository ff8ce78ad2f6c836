// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The size that a view has of itself, and where its baselines are.
package struct LayoutContentSize: Equatable, Sendable {
    /// Nil for a direction in which the content says nothing.
    package var width: Double?
    package var height: Double?

    /// How far the first baseline is from the top, and the last one from the bottom.
    package var firstBaseline = 0.0
    package var lastBaseline = 0.0

    package init(width: Double? = nil, height: Double? = nil) {
        self.width = width
        self.height = height
    }
}

extension LayoutContent {
    /// Measures the content: `UIView.intrinsicContentSize`.
    ///
    /// - Parameter width: The room for lines of text; nil for any.
    /// - Returns: Its size.
    package func size(within width: Double? = nil) -> LayoutContentSize {
        switch self {
        case .none: LayoutContentSize()
        case .label(let text): Self.size(of: text.measure(within: width), font: text.font)
        case .image(let size):
            size.width > 0 && size.height > 0
                ? LayoutContentSize(width: size.width.bounded, height: size.height.bounded)
                : LayoutContentSize()
        case .button(let button): button.size
        case .slider: LayoutContentSize(height: 31)
        case .switch: LayoutContentSize(width: 51, height: 31)
        case .textField(let text):
            Self.size(
                of: text.measure(within: nil),
                insets: LayoutInsets(top: 6, left: 7, bottom: 6, right: 7),
                font: text.font,
                minimumHeight: 34
            )
        case .textView(let text, let insets, let isScrolling):
            isScrolling
                ? LayoutContentSize()
                : Self.size(
                    of: text.measure(within: width.map { $0 - insets.left - insets.right }),
                    insets: insets.bounded,
                    font: text.font
                )
        case .progress: LayoutContentSize(height: 4)
        case .activity(let isLarge):
            LayoutContentSize(width: isLarge ? 37 : 20, height: isLarge ? 37 : 20)
        }
    }

    /// Whether its height follows from its width, so that it is measured again when that is known.
    var isWrapping: Bool {
        switch self {
        case .label(let text): text.lineLimit != 1 && !text.string.isEmpty
        case .textView(_, _, let isScrolling): !isScrolling
        default: false
        }
    }

    /// The size of lines alone; baselines are there without a letter too.
    private static func size(of text: LayoutTextSize, font: LayoutFont) -> LayoutContentSize {
        var size = LayoutContentSize(width: text.width, height: text.height)
        size.firstBaseline = text.lineCount == 0 ? font.baseline : text.firstBaseline
        size.lastBaseline =
            text.lineCount == 0 ? font.lineHeight - font.baseline : text.lastBaseline
        return size
    }

    /// The size of lines in the middle of what is around them, at least one line high.
    fileprivate static func size(
        of text: LayoutTextSize,
        insets: LayoutInsets,
        font: LayoutFont,
        minimumHeight: Double = 0
    ) -> LayoutContentSize {
        let lines = max(text.height, font.lineHeight)
        let height = max(lines + insets.top + insets.bottom, minimumHeight)
        var size = LayoutContentSize(
            width: text.width + insets.left + insets.right,
            height: height
        )
        let above = (height - lines - insets.top - insets.bottom) / 2 + insets.top
        let alone = Self.size(of: text, font: font)
        size.firstBaseline = above + alone.firstBaseline
        size.lastBaseline = height - above - lines + alone.lastBaseline
        return size
    }
}

extension LayoutButton {
    /// The least size of a button.
    private static let minimum = 30.0

    /// The insets of a button with none: as UIKit has them, of plain and of filled ones.
    private var effectiveInsets: LayoutInsets {
        if insets != LayoutInsets() { return insets.bounded }
        return isFilled
            ? LayoutInsets(top: 7, left: 12, bottom: 7, right: 12)
            : LayoutInsets(top: 6, left: 0, bottom: 6, right: 0)
    }

    /// The size of title and picture, beside each other, and what is around them.
    fileprivate var size: LayoutContentSize {
        let insets = effectiveInsets
        let text = title?.measure(within: nil) ?? LayoutTextSize()
        var content = LayoutContent.size(
            of: text,
            insets: insets,
            font: title?.font ?? LayoutFont(size: 15),
            minimumHeight: image == nil
                ? 0 : (image?.height.bounded ?? 0) + insets.top + insets.bottom
        )
        content.width = max(
            (content.width ?? 0) + (image?.width.bounded ?? 0),
            Self.minimum
        )
        return content
    }
}

extension LayoutInsets {
    /// These insets, each a number and not too large.
    var bounded: Self {
        Self(
            top: top.boundedCoordinate,
            left: left.boundedCoordinate,
            bottom: bottom.boundedCoordinate,
            right: right.boundedCoordinate
        )
    }
}

extension Double {
    /// The farthest from 0 that layout takes a number for.
    static let largestCoordinate = 1_000_000.0

    /// This coordinate, where it is one that can be reckoned with; 0 else.
    var boundedCoordinate: Double {
        isFinite ? min(max(self, -Self.largestCoordinate), Self.largestCoordinate) : 0
    }

    /// This length: not below 0.
    var bounded: Double { max(boundedCoordinate, 0) }
}
