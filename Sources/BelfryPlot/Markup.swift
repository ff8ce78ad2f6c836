// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// A piece of HTML or SVG.
///
/// The names of elements and attributes are written in the code; whatever else gets into it is
/// escaped here, the one place where text becomes markup.
package struct Markup: Sendable, Equatable {
    /// The source, well-formed in itself.
    package private(set) var source: String

    /// Nothing.
    package static let empty = Markup(source: "")

    private init(source: String) {
        self.source = source
    }

    /// Text that shows as itself, whatever is in it.
    package init(text: String) {
        source = Self.escaped(text.neutralised())
    }

    /// A style sheet, as it is.
    package init(_ style: StyleSheet) {
        source = "<style>\(style.text)</style>"
    }

    /// An element.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - attributes: Their names and values; one whose value is nil is left out.
    ///   - content: What is in it.
    package init(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String?> = [:],
        @MarkupBuilder _ content: () -> Markup = { .empty }
    ) {
        var source = "<\(name)"
        for (name, value) in attributes {
            guard let value else { continue }
            source += " \(name)=\"\(Self.escaped(value.neutralised()))\""
        }
        source += ">"
        // HTML's elements without an end.
        if ["meta", "br"].contains("\(name)") {
            self.source = source
        } else {
            self.source = source + content().source + "</\(name)>"
        }
    }

    /// One piece after another.
    package init(joining pieces: [Markup]) {
        source = pieces.map(\.source).joined()
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// Writes what is in an element as a list of statements; a string is text.
@resultBuilder
package enum MarkupBuilder {
    /// Takes markup as it is.
    package static func buildExpression(_ markup: Markup) -> Markup { markup }

    /// Takes text, which shows as itself.
    package static func buildExpression(_ text: String) -> Markup { Markup(text: text) }

    /// Takes pieces, one after another.
    package static func buildExpression(_ pieces: [Markup]) -> Markup { Markup(joining: pieces) }

    /// Puts statements one after another.
    package static func buildBlock(_ pieces: Markup...) -> Markup { Markup(joining: pieces) }

    /// Takes what an `if` without `else` came to.
    package static func buildOptional(_ piece: Markup?) -> Markup { piece ?? .empty }

    /// Takes the first branch.
    package static func buildEither(first piece: Markup) -> Markup { piece }

    /// Takes the second branch.
    package static func buildEither(second piece: Markup) -> Markup { piece }

    /// Takes what the turns of a loop came to.
    package static func buildArray(_ pieces: [Markup]) -> Markup { Markup(joining: pieces) }
}
