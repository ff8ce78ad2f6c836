// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A view above a keyboard, or in its place.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uiinputview
@preconcurrency @MainActor
open class UIInputView: UIView {
    /// What it looks like.
    public enum Style: Int, Sendable {
        /// Nothing behind it.
        case `default` = 0
        /// As a keyboard.
        case keyboard = 1
    }

    /// What it looks like.
    public private(set) final var inputViewStyle = Style.default
    /// Whether it is as high as its rules say.
    open var allowsSelfSizing = false

    /// Creates a view of a style.
    public init(frame: CGRect, inputViewStyle: Style) {
        super.init(frame: frame)
        self.inputViewStyle = inputViewStyle
        if inputViewStyle == .keyboard { backgroundColor = .systemGray5 }
    }

    /// Creates a view for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}
