// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

extension ContentSession {
    /// What the user does to an open notification.
    public enum Input: Sendable, Hashable {
        /// A view is touched, a button pressed.
        case tap(View.ID)
        /// A slider is moved; `isLast` where it is let go.
        case slide(View.ID, value: Double, isLast: Bool)
        /// A switch is thrown.
        case toggle(View.ID, isOn: Bool)
        /// A text field or text view is entered.
        case beginEditing(View.ID)
        /// The text of a field is changed to this.
        case edit(View.ID, text: String)
        /// A text field or text view is left.
        case endEditing(View.ID)
        /// The return key is pressed in a field.
        case pressReturn(View.ID)
        /// A scroll view is scrolled to a place, in points.
        case scroll(View.ID, x: Double, y: Double)
        /// One of the actions is taken, with what was written for it.
        case action(String, text: String? = nil)
        /// The notification is tapped: its default action.
        case open
        /// The notification is put away.
        case dismiss
        /// The media button is pressed.
        case media

        var engine: ContentInput {
            switch self {
            case .tap(let view): .tap(view: view)
            case .slide(let view, let value, let isLast):
                .slide(view: view, value: value, isLast: isLast)
            case .toggle(let view, let isOn): .toggle(view: view, isOn: isOn)
            case .beginEditing(let view): .beginEditing(view: view)
            case .edit(let view, let text): .edit(view: view, text: text)
            case .endEditing(let view): .endEditing(view: view)
            case .pressReturn(let view): .pressReturn(view: view)
            case .scroll(let view, let x, let y): .scroll(view: view, x: x, y: y)
            case .action(let action, let text): .action(action, text: text)
            case .open: .open
            case .dismiss: .dismiss
            case .media: .media
            }
        }
    }
}
