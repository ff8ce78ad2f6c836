// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A text that the app's own string tables hold, with the arguments to put in.
package struct LocalizedText: Sendable, Equatable {
    /// The key in the app's `Localizable` table.
    package var key: String

    /// What replaces `%@`, in order.
    package var arguments: [String]

    package init(key: String, arguments: [String] = []) {
        self.key = key
        self.arguments = arguments
    }

    /// Most bytes of a table's format that is used, and of a text that arguments are put into.
    package static let byteLimit = 16 * 1024

    /// The key as a format with the arguments put in, as Apple does where no table has the key.
    package var formatted: String { filled(into: key) }

    /// A table's format with the arguments put in.
    ///
    /// `%@` takes the next argument, `%2$@` the second one, `%%` is a percent sign. Arguments are
    /// only ever text: `%d` and its like take one that is a whole number. A specifier without an
    /// argument that fits, and any other specifier, stays as it is; so does each one once the text
    /// has ``byteLimit`` bytes, as a table may name one long argument a million times.
    package func filled(into format: String) -> String {
        var result = ""
        var rest = format[...]
        var position = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...]
            if rest.hasPrefix("%%") {
                result += "%"
                rest = rest.dropFirst(2)
            } else if let specifier = Specifier(at: rest) {
                let argument = specifier.number.map { $0 - 1 } ?? position
                if specifier.number == nil { position += 1 }
                let isTaken =
                    arguments.indices.contains(argument) && result.utf8.count < Self.byteLimit
                let text = isTaken ? arguments[argument] : nil
                result += text.flatMap(specifier.accept) ?? String(rest.prefix(specifier.length))
                rest = rest.dropFirst(specifier.length)
            } else {
                result += "%"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}

extension LocalizedText {
    /// What a format asks an argument for: `%@`, `%d`, or one of them with a number, as in `%2$@`.
    private struct Specifier {
        /// Which argument, from 1; nil for the next one.
        let number: Int?
        /// How many characters the specifier has.
        let length: Int
        let isNumeric: Bool

        /// The kinds of whole numbers, with the sizes they are written with.
        private static let numericKinds = [
            "d", "i", "u", "ld", "li", "lu", "lld", "llu", "zd", "zu",
        ]

        /// Recognises a specifier at the start of a text.
        init?(at text: Substring) {
            var rest = text.dropFirst()
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if digits.isEmpty {
                number = nil
            } else {
                guard let number = Int(digits), number > 0 else { return nil }
                rest = rest.dropFirst(digits.count)
                guard rest.first == "$" else { return nil }
                rest = rest.dropFirst()
                self.number = number
            }
            // Not by counting what is left, which would go through all of it for every specifier.
            let start = digits.isEmpty ? 1 : digits.count + 2
            if rest.hasPrefix("@") {
                (length, isNumeric) = (start + 1, false)
            } else if let kind = Self.numericKinds.first(where: rest.hasPrefix) {
                (length, isNumeric) = (start + kind.count, true)
            } else {
                return nil
            }
        }

        /// The argument as it is put in; nil where it does not fit.
        func accept(_ argument: String) -> String? {
            guard isNumeric else { return argument }
            return Int(argument).map(String.init)
        }
    }
}
