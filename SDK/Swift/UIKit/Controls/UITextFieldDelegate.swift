// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Who says what may be written into a line, and hears of it.
@preconcurrency @MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Whether the user may begin.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// Tells that the user begins.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// Whether the user may end.
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
    /// Tells that the user is done.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// Tells that the user is done, and why.
    func textFieldDidEndEditing(
        _ textField: UITextField,
        reason: UITextField.DidEndEditingReason
    )
    /// Whether a part of the text may become another.
    func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool
    /// Tells that the cursor is elsewhere.
    func textFieldDidChangeSelection(_ textField: UITextField)
    /// Whether the text may be taken away.
    func textFieldShouldClear(_ textField: UITextField) -> Bool
    /// Whether the return key does what it does.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    /// Yes.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    /// Nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Yes.
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
    /// Nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// Nothing.
    public func textFieldDidEndEditing(
        _ textField: UITextField,
        reason: UITextField.DidEndEditingReason
    ) {}
    /// Yes.
    public func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool { true }
    /// Nothing.
    public func textFieldDidChangeSelection(_ textField: UITextField) {}
    /// Yes.
    public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
    /// Yes.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

extension UITextField {
    /// Why the user is done.
    public enum DidEndEditingReason: Int, Sendable {
        /// What is written stays.
        case committed = 0
        /// It was taken back.
        case cancelled = 1
    }
}

/// What became of a text, as one part that is another.
struct TextChange: Equatable {
    let range: NSRange
    let replacement: String

    init(range: NSRange, replacement: String) {
        self.range = range
        self.replacement = replacement
    }

    /// Compares two texts from both ends.
    init(from old: String, to new: String) {
        let (old, new) = (Array(old), Array(new))
        let head = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - head
        let tail = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        func length(_ part: some Sequence<Character>) -> Int { String(part).utf16.count }
        range = NSRange(
            location: length(old.prefix(head)),
            length: length(old.dropFirst(head).dropLast(tail))
        )
        replacement = String(new.dropFirst(head).dropLast(tail))
    }
}
