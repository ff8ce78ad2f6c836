// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// Lines that the user reads or writes.
@preconcurrency @MainActor
open class UITextView: UIScrollView {
    private var ownText = ""
    private var isEditing = false

    override var hasContentByRules: Bool { false }

    override var usualColors: [bf_view_key: UIColor] { [BF_VIEW_TEXT_COLOR: .label] }
    override class var kind: bf_view_kind { BF_VIEW_TEXT_VIEW }

    override func setUp() {
        super.setUp()
        for event in [BF_EVENT_EDITING_BEGAN, BF_EVENT_EDITING_CHANGED, BF_EVENT_EDITING_ENDED] {
            node.listen(to: event)
        }
        backgroundColor = .systemBackground
        node.set(font: Self.usualFont)
        textContainer.owner = self
        setInsets()
    }

    /// The font of a text view that was given none.
    private static var usualFont: UIFont { .systemFont(ofSize: 12) }

    private weak var textDelegate: (any UITextViewDelegate)?

    /// Who hears of what is written; a `UITextViewDelegate`.
    open override weak var delegate: (any UIScrollViewDelegate)? {
        get { textDelegate }
        set { textDelegate = newValue as? any UITextViewDelegate }
    }

    /// Whether the user can scroll; where the user cannot, it is as high as its text wants.
    open override var isScrollEnabled: Bool {
        didSet {
            node.set(.isScrolling, isScrollEnabled)
            invalidateIntrinsicContentSize()
        }
    }

    /// Returns the size that the text has within another.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let scrolls = isScrollEnabled
        if scrolls { node.set(.isScrolling, false) }
        defer { if scrolls { node.set(.isScrolling, true) } }
        return super.sizeThatFits(size)
    }

    /// What of the text can be touched.
    ///
    /// - Note: Without effect: nothing is looked for.
    open var dataDetectorTypes: UIDataDetectorTypes = []
    /// How links look, of which the colour and the line below are shown.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var linkTextAttributes: [NSAttributedString.Key: Any]! = [:] {
        didSet { if let styled { tell(styled) } }
    }

    /// Tells the host a text, its links as ``linkTextAttributes`` has them.
    private func tell(_ text: NSAttributedString) {
        let shown = NSMutableAttributedString(attributedString: text)
        let looks = linkTextAttributes ?? [:]
        let whole = NSRange(location: 0, length: text.length)
        unsafe text.enumerateAttribute(.link, in: whole) { link, range, _ in
            guard link != nil else { return }
            shown.addAttribute(.foregroundColor, value: tintColor as Any, range: range)
            shown.addAttributes(looks, range: range)
        }
        node.set(attributedText: shown)
    }

    /// What was said with parts that look different.
    private var styled: NSAttributedString?

    /// What is written, as the user left it.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var text: String! {
        get { node.text(.text) ?? ownText }
        set {
            ownText = newValue ?? ""
            styled = nil
            node.set(.text, ownText)
        }
    }

    /// What is written, with parts that look different.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var attributedText: NSAttributedString! {
        get { NSAttributedString(string: text) }
        set {
            ownText = newValue?.string ?? ""
            styled = newValue
            if let newValue { tell(newValue) } else { node.set(attributedText: nil) }
        }
    }

    /// The font.
    open var font: UIFont? {
        didSet { node.set(font: font ?? Self.usualFont) }
    }

    /// The colour of what is written.
    open var textColor: UIColor? = .label {
        didSet { node.set(.textColor, textColor) }
    }

    /// Where it stands.
    open var textAlignment: NSTextAlignment = .natural {
        didSet { node.set(.textAlignment, Int64(textAlignment.rawValue)) }
    }

    /// Whether the user can write.
    open var isEditable = true {
        didSet { node.set(.isEditable, isEditable) }
    }

    /// Whether the user can choose a part of it.
    ///
    /// - Note: Without effect: the host lets the user.
    open var isSelectable = true

    /// The distances from its sides to what is written.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
        didSet { setInsets() }
    }

    /// Where the lines are laid out.
    public final let textContainer = NSTextContainer()

    /// Tells the host the distances to the lines, padding included.
    fileprivate func setInsets() {
        let padding = textContainer.lineFragmentPadding
        node.set(.insetTop, textContainerInset.top)
        node.set(.insetLeft, textContainerInset.left + padding)
        node.set(.insetBottom, textContainerInset.bottom)
        node.set(.insetRight, textContainerInset.right + padding)
    }

    /// Which keyboard it is written with.
    ///
    /// - Note: Without effect: the host has one keyboard.
    open var keyboardType = UIKeyboardType.default
    /// What the return key says.
    ///
    /// - Note: Without effect: the host's says what it says.
    open var returnKeyType = UIReturnKeyType.default
    /// Which letters are made capitals.
    ///
    /// - Note: Without effect: none.
    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    /// Whether words are corrected.
    ///
    /// - Note: Without effect: none.
    open var autocorrectionType = UITextAutocorrectionType.default

    /// Whether the user may write.
    open override var canBecomeFirstResponder: Bool { isEditable }
    override var keyView: UIView? { self }
    override func responderWillResign() { endEditing() }

    /// Lets the user write here.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder, textDelegate?.textViewShouldBeginEditing(self) ?? true,
            super.becomeFirstResponder()
        else { return false }
        beginEditing()
        return true
    }

    override func handle(_ event: bf_event) {
        switch event {
        case BF_EVENT_EDITING_BEGAN:
            FirstResponder.userMoved(to: self)
            beginEditing()
        case BF_EVENT_EDITING_CHANGED:
            ownText = text
            textDelegate?.textViewDidChange(self)
        case BF_EVENT_EDITING_ENDED:
            if isFirstResponder { FirstResponder.userMoved(to: nil) }
            endEditing()
        default: super.handle(event)
        }
    }

    private func beginEditing() {
        guard !isEditing else { return }
        isEditing = true
        textDelegate?.textViewDidBeginEditing(self)
    }

    private func endEditing() {
        guard isEditing else { return }
        isEditing = false
        textDelegate?.textViewDidEndEditing(self)
    }
}

/// Where a text view lays out its lines.
///
/// See [Apple's page](https://developer.apple.com/documentation/uikit/nstextcontainer).
@preconcurrency @MainActor
public final class NSTextContainer: NSObject {
    fileprivate weak var owner: UITextView?

    /// The space before and behind each line, in points; 5 unless it is set.
    public var lineFragmentPadding: CGFloat = 5 {
        didSet { owner?.setInsets() }
    }
}

/// Who hears of what is written into lines.
@preconcurrency @MainActor
public protocol UITextViewDelegate: UIScrollViewDelegate {
    /// Whether the user may begin.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// Tells that the user begins.
    func textViewDidBeginEditing(_ textView: UITextView)
    /// Tells that something was written.
    func textViewDidChange(_ textView: UITextView)
    /// Tells that the user is done.
    func textViewDidEndEditing(_ textView: UITextView)
    /// Whether the user may write something.
    ///
    /// - Note: Without effect: never called; the host tells of what was written.
    func textView(
        _ textView: UITextView,
        shouldChangeTextIn range: NSRange,
        replacementText text: String
    ) -> Bool
    /// Whether a link may be opened.
    ///
    /// - Note: Without effect: never called; links are not opened.
    func textView(
        _ textView: UITextView,
        shouldInteractWith URL: URL,
        in characterRange: NSRange,
        interaction: UITextItemInteraction
    ) -> Bool
}

extension UITextViewDelegate {
    /// Yes.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    /// Nothing.
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    /// Nothing.
    public func textViewDidChange(_ textView: UITextView) {}
    /// Nothing.
    public func textViewDidEndEditing(_ textView: UITextView) {}
    /// Yes.
    public func textView(
        _ textView: UITextView,
        shouldChangeTextIn range: NSRange,
        replacementText text: String
    ) -> Bool { true }
    /// Yes.
    public func textView(
        _ textView: UITextView,
        shouldInteractWith URL: URL,
        in characterRange: NSRange,
        interaction: UITextItemInteraction
    ) -> Bool { true }
}

/// What is looked for in a text.
public struct UIDataDetectorTypes: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Numbers to call.
    public static let phoneNumber = UIDataDetectorTypes(rawValue: 1 << 0)
    /// Addresses of pages.
    public static let link = UIDataDetectorTypes(rawValue: 1 << 1)
    /// Places.
    public static let address = UIDataDetectorTypes(rawValue: 1 << 2)
    /// Dates.
    public static let calendarEvent = UIDataDetectorTypes(rawValue: 1 << 3)
    /// All of them.
    public static let all = UIDataDetectorTypes(rawValue: .max)
}
