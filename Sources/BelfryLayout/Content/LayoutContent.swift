// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a view shows, as far as its size follows from it.
package enum LayoutContent: Equatable, Sendable {
    /// Nothing that has a size.
    case none
    case label(LayoutText)
    /// A picture of this size; 0 by 0 for none.
    case image(LayoutSize)
    case button(LayoutButton)
    case slider
    case `switch`
    /// One line of text; the placeholder where there is none.
    case textField(LayoutText)
    /// Lines of text with `insets` around them; no size of its own when it scrolls.
    case textView(LayoutText, insets: LayoutInsets, isScrolling: Bool)
    case progress
    case activity(isLarge: Bool)
}

/// A button's title, picture and room around them.
package struct LayoutButton: Equatable, Sendable {
    package var title: LayoutText?
    package var image: LayoutSize?
    /// 0 on all sides for what its style has.
    package var insets: LayoutInsets
    /// Whether it has a shape around its content: any style but plain.
    package var isFilled: Bool

    package init(
        title: LayoutText? = nil,
        image: LayoutSize? = nil,
        insets: LayoutInsets = LayoutInsets(),
        isFilled: Bool = false
    ) {
        self.title = title
        self.image = image
        self.insets = insets
        self.isFilled = isFilled
    }
}
