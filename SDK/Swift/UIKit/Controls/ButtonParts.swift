// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The label of a button's: what is said to it is said to the button.
@MainActor final class ButtonLabel: UILabel {
    private weak var button: UIButton?

    convenience init(of button: UIButton) {
        self.init(frame: .zero)
        self.button = button
    }

    override class func makeNode() -> ViewNode { ViewNode() }

    override var text: String? {
        get { button?.currentTitle }
        set { button?.setTitle(newValue, for: .normal) }
    }

    override var attributedText: NSAttributedString? {
        get { button?.attributedTitle(for: .normal) ?? super.attributedText }
        set { button?.setAttributedTitle(newValue, for: .normal) }
    }

    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    override var font: UIFont! {
        didSet { button?.node.set(font: font) }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    override var textColor: UIColor! {
        get { button?.currentTitleColor }
        set { button?.setTitleColor(newValue, for: .normal) }
    }

    override var textAlignment: NSTextAlignment {
        didSet { button?.node.set(.textAlignment, Int64(textAlignment.rawValue)) }
    }

    override var lineBreakMode: NSLineBreakMode {
        didSet { button?.node.set(.lineBreak, Int64(lineBreakMode.rawValue)) }
    }

    override var numberOfLines: Int {
        didSet { button?.node.set(.lineCount, Int64(min(max(numberOfLines, 0), 10_000))) }
    }
}

/// The picture of a button's, which the button shows.
@MainActor final class ButtonImageView: UIImageView {
    override class func makeNode() -> ViewNode { ViewNode() }
}
