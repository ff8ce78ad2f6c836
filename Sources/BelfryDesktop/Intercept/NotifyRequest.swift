// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A notification as a program has sent it, as far as it is understood here.
///
/// Every word of it is a stranger's. What is longer or of another type than it should be goes to the
/// server untouched, and is not shown to an extension.
package struct NotifyRequest: Equatable, Sendable {
    /// A hint with a simple value.
    package struct Hint: Equatable, Sendable {
        /// The value.
        package enum Value: Equatable, Sendable {
            case flag(Bool)
            case number(Int64)
            case real(Double)
            case text(String)
        }

        /// What it is about, such as `category`, and what it says.
        package let name: String
        package let value: Value

        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// Whose it is, as the program says.
    package var app: String

    /// The notification that it takes the place of; 0 for none.
    package var replaced: UInt32

    /// A name of the theme, a path or a URI.
    package var icon: String

    /// The title.
    package var summary: String

    /// The text, with markup where the server reads markup.
    package var body: String

    /// Keys and texts of the buttons, in turns.
    package var actions: [String]

    /// The hints with simple values, the first of each name.
    package var hints: [Hint]

    /// Milliseconds until it goes; -1 for the server's own time, 0 for never.
    package var timeout: Int32

    /// Whether all texts are here: one that is longer than any that an extension is shown is empty.
    package var isWhole = true

    package init(
        app: String = "",
        replaced: UInt32 = 0,
        icon: String = "",
        summary: String = "",
        body: String = "",
        actions: [String] = [],
        hints: [Hint] = [],
        timeout: Int32 = -1
    ) {
        self.app = app
        self.replaced = replaced
        self.icon = icon
        self.summary = summary
        self.body = body
        self.actions = actions
        self.hints = hints
        self.timeout = timeout
    }

    /// Most hints and most buttons that an extension is shown.
    static let hintLimit = 64
    static let actionLimit = 16

    /// The longest text of a hint that an extension is shown, in bytes.
    static let hintByteLimit = 2048

    /// The value of a hint; nil for none.
    func hint(_ name: String) -> Hint.Value? {
        hints.first { $0.name == name }?.value
    }
}
