// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A text that the app's own string tables hold, with the arguments to put in (Q30).
package struct LocalizedText: Sendable, Equatable {
    /// The key in the app's `Localizable.strings`.
    package var key: String

    /// What replaces `%@`, in order.
    package var arguments: [String]

    package init(key: String, arguments: [String] = []) {
        self.key = key
        self.arguments = arguments
    }

    /// The key as a format with the arguments put in, as Apple does where no table has the key.
    ///
    /// `%@` takes the next argument, `%2$@` the second one, `%%` is a percent sign. A specifier
    /// without an argument, and any other specifier, stays as it is: arguments are only ever text.
    package var formatted: String {
        var result = ""
        var rest = key[...]
        var position = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...]
            if rest.hasPrefix("%%") {
                result += "%"
                rest = rest.dropFirst(2)
            } else if let (number, length) = Self.specifier(rest) {
                let argument = number.map { $0 - 1 } ?? position
                if number == nil { position += 1 }
                let text = rest.prefix(length)
                result += arguments.indices.contains(argument) ? arguments[argument] : String(text)
                rest = rest.dropFirst(length)
            } else {
                result += "%"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    /// Recognises `%@` and `%n$@` at the start of a text; the number counts from 1.
    private static func specifier(_ text: Substring) -> (number: Int?, length: Int)? {
        if text.hasPrefix("%@") { return (nil, 2) }
        let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number > 0 else { return nil }
        guard text.dropFirst(1 + digits.count).hasPrefix("$@") else { return nil }
        return (number, digits.count + 3)
    }
}
