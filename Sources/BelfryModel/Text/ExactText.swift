// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A text as a key: it equals another one whose bytes are the same.
///
/// Two strings are equal in Swift where they show the same characters, be `é` one scalar or two. An
/// identifier is the text that its app wrote: Apple's centre compares it literally, and so does SQLite.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.isExactly(right.text)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension StringProtocol {
    /// Whether a text has the same bytes, so that it is the same identifier.
    package func isExactly(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
