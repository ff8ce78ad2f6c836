// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The texts of an `.xcstrings` file, Xcode's table of all languages in one.
package struct StringCatalog: Sendable {
    private let sourceLanguage: String
    private let strings: JSONObject

    /// The largest file that is read.
    package static let maximumByteCount = 4 * 1024 * 1024

    /// Reads a file.
    ///
    /// - Parameter bytes: The JSON text in UTF-8.
    /// - Throws: The first fault with its place and the way out.
    package init(_ bytes: [UInt8]) throws(StringTableError) {
        guard bytes.count <= Self.maximumByteCount else {
            let limit = Self.maximumByteCount
            throw StringTableError(
                "has \(bytes.count) bytes, the limit is \(limit); split the catalogue"
            )
        }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue.parse(bytes)
        } catch {
            throw StringTableError("\(error)")
        }
        guard let members = root.object, let strings = members["strings"]?.object else {
            throw StringTableError("has no object \"strings\"; save it with Xcode")
        }
        sourceLanguage = members["sourceLanguage"]?.string ?? "en"
        self.strings = strings
    }

    /// The text of a key in the first of the languages that has it, else in the catalogue's own.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - languages: The user's languages, the best first.
    ///   - arguments: What the text will be filled with; the first whole number picks the plural.
    /// - Returns: The text; nil for a key that the catalogue does not have. A key without a text of
    ///   its own in the catalogue's language is its own text.
    package func text(
        forKey key: String,
        in languages: [String],
        arguments: [String]
    ) -> String? {
        guard let entry = strings[key]?.object else { return nil }
        let number = arguments.lazy.compactMap { Int($0) }.first
        for language in languages + [sourceLanguage] {
            let localization = entry["localizations"]?.object?[language]?.object
            if let text = localization.flatMap({ Self.text($0, number, language) }) { return text }
        }
        return key
    }

    private static func text(
        _ localization: JSONObject,
        _ number: Int?,
        _ language: String
    ) -> String? {
        if let text = localization["stringUnit"]?.object?["value"]?.string { return text }
        let forms = localization["variations"]?.object?["plural"]?.object
        let category = number.map { PluralCategory(of: $0, in: language) } ?? .other
        let form = forms?[category.rawValue] ?? forms?[PluralCategory.other.rawValue]
        return form?.object?["stringUnit"]?.object?["value"]?.string
    }
}
