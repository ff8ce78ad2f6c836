// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// A line that the user writes into.
@preconcurrency @MainActor
open class UITextField: UIControl {
    /// What is around the line.
    public enum BorderStyle: Int, Sendable {
        /// Nothing.
        case none = 0
        /// A line.
        case line = 1
        /// A hollow.
        case bezel = 2
        /// Round corners.
        case roundedRect = 3
    }

    /// When something beside the text is shown.
    public enum ViewMode: Int, Sendable {
        /// Never.
        case never = 0
        /// While the user writes.
        case whileEditing = 1
        /// While the user does not.
        case unlessEditing = 2
        /// Always.
        case always = 3
    }

    private var ownText = ""
    private var accepted = ""

    override var usualColors: [bf_view_key: UIColor] { [BF_VIEW_TEXT_COLOR: .label] }
    override class var kind: bf_view_kind { BF_VIEW_TEXT_FIELD }
    override class var hostEvents: [bf_event] {
        [BF_EVENT_EDITING_BEGAN, BF_EVENT_EDITING_CHANGED, BF_EVENT_EDITING_ENDED, BF_EVENT_RETURN]
    }

    /// Who says what may be written, and hears of it.
    open weak var delegate: (any UITextFieldDelegate)?

    /// What is written, as the user left it.
    open var text: String? {
        get { node.text(.text) ?? ownText }
        set {
            (ownText, accepted) = (newValue ?? "", newValue ?? "")
            node.set(.text, ownText)
        }
    }

    /// What is written, with parts that look different; all looks the same here.
    open var attributedText: NSAttributedString? {
        get { text.map { NSAttributedString(string: $0) } }
        set { text = newValue?.string }
    }

    /// What is shown while nothing is written.
    open var placeholder: String? {
        didSet { node.set(.placeholder, placeholder) }
    }

    /// What is shown while nothing is written; all of it looks the same here.
    open var attributedPlaceholder: NSAttributedString? {
        didSet { placeholder = attributedPlaceholder?.string }
    }

    /// The font.
    open var font: UIFont? = .systemFont(ofSize: 17) {
        didSet { node.set(font: font) }
    }

    /// The colour of what is written.
    open var textColor: UIColor? = .label {
        didSet { node.set(.textColor, textColor) }
    }

    /// Where it stands.
    open var textAlignment: NSTextAlignment = .natural {
        didSet { node.set(.textAlignment, Int64(textAlignment.rawValue)) }
    }

    /// Whether what is written is not shown.
    open var isSecureTextEntry = false {
        didSet { node.set(.isSecure, isSecureTextEntry) }
    }

    /// What is around the line.
    open var borderStyle = BorderStyle.none {
        didSet {
            let isRound = borderStyle == .roundedRect
            layer.cornerRadius = isRound ? 5 : 0
            layer.borderWidth = borderStyle == .none ? 0 : 0.5
            layer.borderColor = borderStyle == .none ? nil : UIColor.systemGray4.cgColor
            tellInsets()
        }
    }

    /// Whether what is written goes when the user begins again.
    open var clearsOnBeginEditing = false
    /// When there is a button to take the text away.
    ///
    /// - Note: Without effect: the host has none.
    open var clearButtonMode = ViewMode.never
    /// A view before the text.
    open var leftView: UIView? { didSet { show(leftView, insteadOf: oldValue) } }
    /// When it is shown.
    ///
    /// - Note: While the user writes, and while they do not, it is not shown.
    open var leftViewMode = ViewMode.never { didSet { show(leftView, insteadOf: leftView) } }
    /// A view after the text.
    open var rightView: UIView? { didSet { show(rightView, insteadOf: oldValue) } }
    /// When it is shown.
    ///
    /// - Note: While the user writes, and while they do not, it is not shown.
    open var rightViewMode = ViewMode.never { didSet { show(rightView, insteadOf: rightView) } }
    /// Whether the font shrinks where the text does not fit.
    ///
    /// - Note: Without effect: the host scrolls.
    open var adjustsFontSizeToFitWidth = false
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
    /// Whether the return key can be used while nothing is written.
    ///
    /// - Note: Without effect: it can.
    open var enablesReturnKeyAutomatically = false
    /// Whether the user is writing.
    open private(set) var isEditing = false

    private var accessory: UIView?
    private var keyboard: UIView?
    /// A view shown above the keyboard while the user writes here.
    open override var inputAccessoryView: UIView? {
        get { accessory }
        set { accessory = newValue }
    }
    /// A view shown in place of the keyboard.
    ///
    /// - Note: Without effect: the host has a keyboard of its own.
    open override var inputView: UIView? {
        get { keyboard }
        set { keyboard = newValue }
    }

    /// As wide as what is written, and of the usual height.
    open override var intrinsicContentSize: CGSize {
        fitting(.zero) ?? CGSize(width: UIView.noIntrinsicMetric, height: 34)
    }

    /// Places what is before and after the text.
    open override func layoutSubviews() {
        super.layoutSubviews()
        placeSides()
    }

    /// Whether the user may write.
    open override var canBecomeFirstResponder: Bool { isEnabled }

    override var keyView: UIView? { self }
    override func responderWillResign() { endEditing() }

    /// Lets the user write here.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder, delegate?.textFieldShouldBeginEditing(self) ?? true,
            super.becomeFirstResponder()
        else { return false }
        beginEditing()
        return true
    }

    override func handle(_ event: bf_event) {
        guard isEnabled else { return }
        switch event {
        case BF_EVENT_EDITING_BEGAN:
            FirstResponder.userMoved(to: self)
            beginEditing()
        case BF_EVENT_EDITING_CHANGED: takeChange()
        case BF_EVENT_EDITING_ENDED:
            if isFirstResponder { FirstResponder.userMoved(to: nil) }
            endEditing()
        case BF_EVENT_RETURN: takeReturn()
        default: super.handle(event)
        }
    }

    private func beginEditing() {
        guard !isEditing else { return }
        isEditing = true
        if clearsOnBeginEditing { text = "" }
        accepted = text ?? ""
        delegate?.textFieldDidBeginEditing(self)
        sendActions(for: .editingDidBegin)
    }

    private func endEditing() {
        guard isEditing else { return }
        isEditing = false
        delegate?.textFieldDidEndEditing(self)
        delegate?.textFieldDidEndEditing(self, reason: .committed)
        sendActions(for: .editingDidEnd)
    }

    /// Asks the delegate about what the user wrote, as one change of what stood before.
    private func takeChange() {
        let now = text ?? ""
        let change = TextChange(from: accepted, to: now)
        if let delegate,
            !delegate.textField(
                self,
                shouldChangeCharactersIn: change.range,
                replacementString: change.replacement
            )
        {
            // What the delegate has set meanwhile stays.
            if text == now { text = accepted }
            return
        }
        (ownText, accepted) = (now, now)
        sendActions(for: .editingChanged)
        delegate?.textFieldDidChangeSelection(self)
    }

    private func takeReturn() {
        guard delegate?.textFieldShouldReturn(self) ?? true else { return }
        sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    }
}
