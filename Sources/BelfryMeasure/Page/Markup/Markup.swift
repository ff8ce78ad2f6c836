// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// A piece of HTML or SVG.
///
/// The names of elements and attributes are written in the code; whatever else gets into it is
/// escaped here, the one place where text becomes markup.
struct Markup: Sendable, Equatable {
    /// The source, well-formed in itself.
    private(set) var source: String

    /// Nothing.
    static let empty = Markup(source: "")

    private init(source: String) {
        self.source = source
    }

    /// Text that shows as itself, whatever is in it.
    init(text: String) {
        source = Self.escaped(text.neutralised())
    }

    /// The page's style sheet, as it is.
    init(_ style: PageStyle) {
        source = "<style>\(style.text)</style>"
    }

    /// An element.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - attributes: Their names and values; one whose value is nil is left out.
    ///   - content: What is in it.
    init(
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
    init(joining pieces: [Markup]) {
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
enum MarkupBuilder {
    static func buildExpression(_ markup: Markup) -> Markup { markup }

    static func buildExpression(_ text: String) -> Markup { Markup(text: text) }

    static func buildExpression(_ pieces: [Markup]) -> Markup { Markup(joining: pieces) }

    static func buildBlock(_ pieces: Markup...) -> Markup { Markup(joining: pieces) }

    static func buildOptional(_ piece: Markup?) -> Markup { piece ?? .empty }

    static func buildEither(first piece: Markup) -> Markup { piece }

    static func buildEither(second piece: Markup) -> Markup { piece }

    static func buildArray(_ pieces: [Markup]) -> Markup { Markup(joining: pieces) }
}
