// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A class in a type or in a function, which the host does not find by its name.
struct InnerClass: Equatable {
    let name: String

    /// Its name with those of the types that it is in.
    let path: String

    /// Its file and line.
    let place: String
}

/// The braces that stand around the code that is read, with the types whose bodies they are.
struct OpenBraces {
    private let text: SwiftText
    private let path: String

    /// The type of each open brace; empty for a brace of anything else.
    private var types: [String] = []

    /// The type whose body the next brace opens.
    private var next = ""

    /// Whether one was closed that was not open.
    private var isBroken = false

    /// How far lines are counted, and the line that this is on.
    private var counted = 0
    private var line = 1

    init(_ text: SwiftText, path: String) {
        self.text = text
        self.path = path
    }

    var isEmpty: Bool { types.isEmpty }

    /// Whether all that were opened are closed.
    var areClosed: Bool { types.isEmpty && !isBroken }

    /// Takes the next piece of code.
    mutating func read(_ token: SwiftToken, _ words: [String], at position: Int) {
        switch (token.kind, words[position]) {
        case (.symbol, "{"):
            types.append(next)
            next = ""
        case (.symbol, "}"):
            if types.popLast() == nil { isBroken = true }
        case (.word, let word) where Self.introducers.contains(word):
            let name = position + 1 < words.count ? words[position + 1] : ""
            let isType = name.isName && !DeclarationHeading.isKeyword(name)
            next = isType ? name : ""
        default: break
        }
    }

    /// Describes a class that stands within the open braces.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - token: Where it is declared.
    /// - Returns: The class.
    mutating func inner(_ name: String, at token: SwiftToken) -> InnerClass {
        line += text.bytes[counted..<token.range.lowerBound].count { $0 == 0x0A }
        counted = token.range.lowerBound
        let outer = types.suffix(Self.shownDepth).filter { !$0.isEmpty }
        return InnerClass(
            name: name,
            path: (outer + [name]).joined(separator: "."),
            place: "\(path):\(line)"
        )
    }

    /// The nearest braces of this number are named: what is in more is no text to read.
    private static let shownDepth = 8

    private static let introducers: Set<String> = [
        "actor", "class", "enum", "extension", "protocol", "struct",
    ]
}
