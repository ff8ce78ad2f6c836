// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads the old form of a `.strings` file: `"key" = "text";`, once from front to back.
struct StringTableParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Reads the whole file; braces around it are accepted.
    mutating func table() throws(StringTableError) -> [String: String] {
        var texts: [String: String] = [:]
        try skipSpace()
        let isBraced = take("{")
        try skipSpace()
        while let next, next != "}" {
            let key = try word()
            try skipSpace()
            var text = key
            if take("=") {
                try skipSpace()
                text = try word()
                try skipSpace()
            }
            guard take(";") || (isBraced && self.next == "}") else {
                throw fault("has no ; after the text of \(key.quoted)", "end the entry with ;")
            }
            texts[key] = text
            try skipSpace()
        }
        if isBraced != take("}") {
            throw fault("has a brace without its other", "remove it")
        }
        return texts
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    /// Passes white space and both kinds of comments.
    private mutating func skipSpace() throws(StringTableError) {
        while let next {
            if next.properties.isWhitespace || next == "\u{FEFF}" {
                index += 1
            } else if starts("//") {
                while let next = self.next, !next.isNewline { index += 1 }
            } else if starts("/*") {
                let start = index
                index += 2
                while !starts("*/") {
                    guard index < scalars.count else {
                        index = start
                        throw fault("has a comment without an end", "close it with */")
                    }
                    index += 1
                }
                index += 2
            } else {
                return
            }
        }
    }

    private func starts(_ mark: String) -> Bool {
        scalars[index...].starts(with: mark.unicodeScalars)
    }

    /// Reads a text in quotes, or a word without.
    private mutating func word() throws(StringTableError) -> String {
        if take("\"") { return try quoted(until: "\"") }
        if take("'") { return try quoted(until: "'") }
        let start = index
        while let next, next.isOfWord { index += 1 }
        guard index > start else {
            throw fault("has no text where one is due", "write it in double quotes")
        }
        return Self.string(scalars[start..<index])
    }

    private mutating func quoted(until quote: Unicode.Scalar) throws(StringTableError) -> String {
        let start = index - 1
        // UTF-16, since an escape may give half of a pair.
        var units: [UInt16] = []
        while let scalar = next, scalar != quote {
            index += 1
            if scalar == "\\" {
                units.append(contentsOf: escape())
            } else {
                units.append(contentsOf: UTF16.encode(scalar).map(Array.init) ?? [])
            }
        }
        guard take(quote) else {
            index = start
            throw fault("has a text without an end", "close its quotes")
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Reads what follows a backslash.
    private mutating func escape() -> [UInt16] {
        guard let scalar = next else { return [] }
        index += 1
        switch scalar {
        case "n": return [0x0A]
        case "r": return [0x0D]
        case "t": return [0x09]
        case "a": return [0x07]
        case "b": return [0x08]
        case "f": return [0x0C]
        case "v": return [0x0B]
        case "U", "u": return [digits(upTo: 4, radix: 16)]
        case "0"..."7":
            index -= 1
            return [digits(upTo: 3, radix: 8)]
        default: return UTF16.encode(scalar).map(Array.init) ?? []
        }
    }

    private mutating func digits(upTo count: Int, radix: Int) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<count {
            guard let scalar = next, let digit = Character(scalar).hexDigitValue, digit < radix
            else {
                break
            }
            value = value &* UInt16(radix) &+ UInt16(digit)
            index += 1
        }
        return value
    }

    private func fault(_ what: String, _ wayOut: String) -> StringTableError {
        let line = scalars[..<min(index, scalars.count)].count { $0 == "\n" } + 1
        return StringTableError("\(what) on line \(line); \(wayOut)")
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isNewline: Bool { self == "\n" || self == "\r" }

    /// Whether it may stand in a text without quotes.
    fileprivate var isOfWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "$", ":", "/": true
        default: false
        }
    }
}
