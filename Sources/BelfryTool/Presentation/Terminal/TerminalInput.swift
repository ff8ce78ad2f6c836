// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a user does at a terminal.
enum TerminalInput: Equatable, Sendable {
    case character(Character)
    case key(Key)
    case mouse(Mouse)
    /// Text that was pasted, as one.
    case paste(String)

    enum Key: Equatable, Sendable {
        case enter, tab, backTab, backspace, delete, escape
        case up, down, left, right, home, end, pageUp, pageDown
        /// Ctrl-C and Ctrl-D.
        case interrupt
    }

    /// What is done with the mouse, in cells from 0.
    struct Mouse: Equatable, Sendable {
        enum Kind: Equatable, Sendable {
            case press, drag, release, wheelUp, wheelDown
        }

        let kind: Kind
        let row: Int
        let column: Int
    }
}
