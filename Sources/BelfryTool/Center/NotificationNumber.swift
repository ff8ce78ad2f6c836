// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser

/// A notification's number, as `belfry list` shows it.
package struct NotificationNumber: ExpressibleByArgument, Equatable, Sendable {
    package let value: Int

    /// Takes digits alone; nil for another text, for 0, and for what no number is as large as.
    package init?(argument: String) {
        guard Self.isOne(argument), let value = Int(argument), value > 0 else { return nil }
        self.value = value
    }

    /// Whether a text is written as such a number is.
    package static func isOne(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The path of the notification, and what is below it.
    func path(_ parts: String...) -> [String] {
        ["notifications", String(value)] + parts
    }
}
