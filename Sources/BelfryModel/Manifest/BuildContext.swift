// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The values of Xcode's build variables in an `Info.plist`, such as `$(PRODUCT_MODULE_NAME)`.
///
/// Projects keep the variables in the file, and Xcode replaces them when it builds. Here they are
/// replaced on reading, so that an iOS extension's own file serves as it is.
package struct BuildContext: Sendable, Equatable {
    /// The variables with their values.
    package var values: [String: String]

    /// Makes the values that follow from the bundle's name.
    ///
    /// - Parameters:
    ///   - bundleName: The bundle directory's name; an ending `.appex` does not count.
    ///   - overrides: Values that go before those, and variables of the project's own; an empty one
    ///     replaces none of those.
    package init(bundleName: String, overrides: [String: String] = [:]) {
        let name = bundleName.replacingSuffix(".appex", with: "")
        let values = [
            "PRODUCT_NAME": name,
            "TARGET_NAME": name,
            "EXECUTABLE_NAME": name,
            "PRODUCT_MODULE_NAME": Self.identifier(name),
            "PRODUCT_BUNDLE_IDENTIFIER": "local.\(Self.domainLabel(name))",
            "PRODUCT_BUNDLE_PACKAGE_TYPE": "XPC!",
            "DEVELOPMENT_LANGUAGE": "en",
            "MARKETING_VERSION": "1.0",
            "CURRENT_PROJECT_VERSION": "1",
        ]
        self.values = values.merging(overrides) { $1.isEmpty ? $0 : $1 }
    }

    /// A variable's value; nil for one that is not known.
    package subscript(name: String) -> String? { values[name] }

    /// A part of a text that could not be replaced, and what to do about it.
    package struct Unresolved: Error, Equatable {
        /// The reference as written, such as `$(TEAM:lower)`.
        package let reference: String
        /// What is wrong with it.
        package let problem: String
        /// The way out.
        package let fix: String
    }

    /// Replaces `$(NAME)`, `${NAME}` and `$(NAME:modifier)`; a variable without a value is empty, as
    /// in Xcode.
    ///
    /// Values are not searched for variables again, and a reference does not nest.
    ///
    /// - Parameters:
    ///   - text: A text from the file.
    ///   - requiresValues: Whether a variable without a value is an error.
    /// - Returns: The text with the values put in.
    /// - Throws: The first reference that cannot be read, that lacks the value it requires, or with
    ///   which the text is longer than a property list may be.
    package func expand(
        _ text: String,
        requiresValues: Bool = false
    ) throws(Unresolved) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
        var result = ""
        var rest = text[...]
        var room = PropertyList.maximumTextByteCount
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[dollar...]
            guard let close = Self.closings[String(rest.prefix(2))] else {
                result += "$"
                rest = rest.dropFirst()
                continue
            }
            guard let end = rest.firstIndex(of: close) else {
                throw Unresolved(
                    reference: String(rest),
                    problem: "is not closed",
                    fix: "close it with \(close)"
                )
            }
            result += try value(of: rest[...end], isRequired: requiresValues, room: &room)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static let closings: [String: Character] = ["$(": ")", "${": "}"]

    private func value(
        of reference: Substring,
        isRequired: Bool,
        room: inout Int
    ) throws(Unresolved) -> String {
        let parts = reference.dropFirst(2).dropLast()
            .split(separator: ":", omittingEmptySubsequences: false)
            .map { String($0) }
        let fallback = parts.dropFirst().first { $0.hasPrefix("default=") }
        let missing = isRequired ? nil : ""
        guard var value = self[parts[0]] ?? fallback.map({ String($0.dropFirst(8)) }) ?? missing
        else {
            throw Unresolved(
                reference: String(reference),
                problem: "is a build variable that has no value here",
                fix: "write the value itself, or give \(parts[0].asPathElement) a value in the "
                    + "build settings"
            )
        }
        for modifier in parts.dropFirst() where !modifier.hasPrefix("default=") {
            guard let modify = Self.modifiers[modifier] else {
                throw Unresolved(
                    reference: String(reference),
                    problem: "has the unknown modifier \(modifier.quoted)",
                    fix: "use one of " + Self.modifiers.keys.sorted().joined(separator: ", ")
                )
            }
            try Self.take(value, of: reference, from: &room)
            value = modify(value)
        }
        try Self.take(value, of: reference, from: &room)
        return value
    }

    /// Counts a value against what a text may come to: a few short ones can name a long value often.
    private static func take(
        _ value: String,
        of reference: Substring,
        from room: inout Int
    ) throws(Unresolved) {
        room -= value.utf8.count
        guard room < 0 else { return }
        throw Unresolved(
            reference: String(reference.prefix(80)),
            problem:
                "comes to more than \(PropertyList.maximumTextByteCount) bytes with what stands "
                + "before it",
            fix: "make the variable's value shorter"
        )
    }

    /// What a modifier behind a variable's name makes of its value; nil for an unknown one.
    package static func modified(_ value: String, by modifier: String) -> String? {
        modifiers[modifier]?(value)
    }

    private static let modifiers: [String: @Sendable (String) -> String] = [
        "c99extidentifier": { identifier($0) },
        "identifier": { identifier($0) },
        "rfc1034identifier": { domainLabel($0) },
        "lower": { $0.lowercased() },
        "upper": { $0.uppercased() },
    ]

    /// Makes a C99 identifier: what cannot stand in one becomes an underscore.
    private static func identifier(_ name: String) -> String {
        let mapped = name.map { character in
            isLetterOrDigit(character) || character == "_" ? character : "_"
        }
        guard let first = mapped.first, first.isWholeNumber else { return String(mapped) }
        return "_" + String(mapped.dropFirst())
    }

    /// Makes a part of a host name (RFC 1034): what cannot stand in one becomes a hyphen.
    private static func domainLabel(_ name: String) -> String {
        String(
            name.map { character in
                let isAllowed =
                    character.isASCII
                    && (isLetterOrDigit(character) || character == "-" || character == ".")
                return isAllowed ? character : "-"
            }
        )
    }

    /// Of ASCII it is known without the tables of Unicode.
    private static func isLetterOrDigit(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else {
            return character.isLetter || character.isWholeNumber
        }
        return byte.isLetterOrDigit
    }
}
