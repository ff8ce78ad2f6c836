// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The title of a page and the text that is read on it, without its layout.
///
/// No parser of HTML is here: what is shown in place of a page needs its words alone. Tags are left out,
/// blocks begin lines, and characters are decoded where they have numbers or one of the usual names.
struct HTMLText {
    /// What is within `<title>`; nil where there is nothing.
    private(set) var title: String?

    /// The text, a line for each block that has any.
    private(set) var text = ""

    /// As much of a page as is looked at, in bytes.
    private static let readLimit = 256 * 1024
    /// As much of its text as is kept, in characters.
    private static let textLimit = 4096

    private static let blocks: Set<String> = [
        "address", "article", "blockquote", "br", "dd", "div", "dt", "figcaption", "footer", "h1",
        "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "ol", "p", "pre", "section", "table",
        "td", "th", "tr", "ul",
    ]
    private static let hidden: Set<String> = ["script", "style", "head", "template", "noscript"]
    private static let names = [
        "amp": "&", "apos": "'", "gt": ">", "hellip": "…", "lt": "<", "mdash": "—", "nbsp": " ",
        "ndash": "–", "quot": "\"",
    ]

    /// Reads a page.
    init(_ html: String) {
        var rest = html.utf8.prefix(Self.readLimit)
        var words = ""
        // The elements that hide what is in them: the one that was opened first ends it.
        var hiding: String?
        var isTitle = false
        var titleText = ""
        while let next = rest.first {
            guard next == UInt8(ascii: "<") else {
                let run = rest.prefix { $0 != UInt8(ascii: "<") }
                rest = rest.dropFirst(run.count)
                let piece = String(decoding: run, as: UTF8.self)
                if isTitle {
                    titleText += piece
                } else if hiding == nil {
                    words += piece
                }
                continue
            }
            if rest.starts(with: "<!--".utf8) {
                rest = Self.after("-->", in: rest)
                continue
            }
            let tag = rest.prefix { $0 != UInt8(ascii: ">") }
            rest = rest.dropFirst(tag.count + 1)
            let isEnd = tag.dropFirst().first == UInt8(ascii: "/")
            let bytes = tag.dropFirst(isEnd ? 2 : 1).prefix { $0 != UInt8(ascii: " ") && $0 > 32 }
            let name = String(decoding: bytes.filter { $0 != UInt8(ascii: "/") }, as: UTF8.self)
                .lowercased()
            if name == "title" {
                isTitle = !isEnd
            } else if isEnd && name == hiding || name == "body" {
                hiding = nil
            } else if !isEnd, hiding == nil, Self.hidden.contains(name) {
                hiding = name
                if name == "script" || name == "style" {
                    rest = Self.before("</\(name)", in: rest)
                }
            } else if Self.blocks.contains(name), hiding == nil {
                add(words)
                words = ""
            }
        }
        add(words)
        let found = Self.plain(titleText)
        if !found.isEmpty { title = found }
    }

    private mutating func add(_ words: String) {
        let line = Self.plain(words)
        guard !line.isEmpty, text.count < Self.textLimit else { return }
        text += text.isEmpty ? line : "\n" + line
        text = String(text.prefix(Self.textLimit))
    }

    /// Words with one space between two of them, and their characters decoded.
    private static func plain(_ words: String) -> String {
        let decoded = decode(words.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        return decoded.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Replaces character references, such as `&amp;` and `&#8364;`.
    private static func decode(_ text: String) -> String {
        var pieces = text.split(separator: "&", omittingEmptySubsequences: false)[...]
        var decoded = String(pieces.removeFirst())
        for piece in pieces {
            let name = piece.prefix(10).prefix { $0 != ";" }
            let rest = piece.dropFirst(name.count)
            if rest.first == ";", let character = character(String(name)) {
                decoded += character + rest.dropFirst()
            } else {
                decoded += "&" + piece
            }
        }
        return decoded
    }

    private static func character(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return names[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = UInt32(
            isHexadecimal ? digits.dropFirst() : digits,
            radix: isHexadecimal ? 16 : 10
        )
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }

    private static func after(_ mark: String, in text: Substring.UTF8View) -> Substring.UTF8View {
        before(mark, in: text).dropFirst(mark.utf8.count)
    }

    /// What begins with a mark, in letters of either case; nothing where it does not come.
    private static func before(_ mark: String, in text: Substring.UTF8View) -> Substring.UTF8View {
        let mark = Array(mark.utf8)
        var rest = text
        while let start = rest.firstIndex(of: mark[0]) {
            rest = rest[start...]
            let isHere = rest.prefix(mark.count).elementsEqual(mark) { found, wanted in
                (0x41...0x5a ~= found ? found | 0x20 : found) == wanted
            }
            if isHere { return rest }
            rest = rest.dropFirst()
        }
        return rest.dropFirst(rest.count)
    }
}
