// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads a mangled name once from its beginning to its end, and writes what it says.
///
/// A part may refer to one before it, which is read again there. So a short name can stand for a text
/// without end: the text has a limit, and so have parts within parts. Whatever is read twice writes
/// something or is within another part, so the two bound the time too.
struct RustSymbolPrinter {
    /// Why there is no more text.
    enum Fault: Error {
        /// It is not of the scheme, or of a version that there is not yet.
        case unreadable
        /// It has more text than is written.
        case tooLong
    }

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    /// Whether what is read is written.
    private var isWriting = true

    /// What is written so far.
    private(set) var text = ""

    /// Takes what follows `_R`.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Most bytes that are written.
    static let textByteLimit = 1024

    /// Most parts that are within each other.
    static let depthLimit = 128

    /// Reads all of it: the function's path, the crate that has made it from a generic one, and what a
    /// linker or LLVM has added.
    mutating func printSymbol() throws(Fault) {
        if let first = bytes.first, Self.digits.contains(first) { throw .unreadable }
        try printPath(isValue: true)
        if let next = peek(), Self.capitals.contains(next) {
            try silently { (printer) throws(Fault) in try printer.printPath(isValue: false) }
        }
        guard [nil, UInt8(ascii: "."), UInt8(ascii: "$")].contains(peek()) else {
            throw .unreadable
        }
    }

    // MARK: Letters

    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func next() throws(Fault) -> UInt8 {
        guard let byte = peek() else { throw .unreadable }
        position += 1
        return byte
    }

    /// Goes past a letter, if it is the next.
    mutating func eat(_ letter: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: letter) else { return false }
        position += 1
        return true
    }

    mutating func stepBack() { position -= 1 }

    mutating func write(_ part: String) throws(Fault) {
        guard isWriting else { return }
        guard text.utf8.count + part.utf8.count <= Self.textByteLimit else { throw .tooLong }
        text += part
    }

    static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    static let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    /// Reads a part of which nothing is written.
    mutating func silently(
        _ part: (inout RustSymbolPrinter) throws(Fault) -> Void
    ) throws(Fault) {
        let wasWriting = isWriting
        isWriting = false
        try part(&self)
        isWriting = wasWriting
    }

    /// Reads a part within another.
    mutating func within(
        _ part: (inout RustSymbolPrinter) throws(Fault) -> Void
    ) throws(Fault) {
        guard depth < Self.depthLimit else { throw .unreadable }
        depth += 1
        try part(&self)
        depth -= 1
    }

    /// Reads a part again that comes before the reference to it, which was begun a letter ago.
    mutating func again(
        _ part: (inout RustSymbolPrinter) throws(Fault) -> Void
    ) throws(Fault) {
        let begin = position - 1
        guard let target = Int(exactly: try number()), target < begin else { throw .unreadable }
        guard isWriting else { return }
        let end = position
        position = target
        try part(&self)
        position = end
    }

    // MARK: Numbers and names

    /// A number of base 62, which ends with `_` and is one more than its digits say, if there are any.
    mutating func number() throws(Fault) -> UInt64 {
        if eat("_") { return 0 }
        var value: UInt64 = 0
        while !eat("_") {
            let byte = try next()
            let digit: UInt8
            switch byte {
            case Self.digits: digit = byte - Self.digits.lowerBound
            case Self.letters: digit = byte - Self.letters.lowerBound + 10
            case Self.capitals: digit = byte - Self.capitals.lowerBound + 36
            default: throw .unreadable
            }
            let (product, isLarge) = value.multipliedReportingOverflow(by: 62)
            guard !isLarge, product < .max - 64 else { throw .unreadable }
            value = product + UInt64(digit)
        }
        return value + 1
    }

    /// What tells names apart that are the same; 0 where there is no other.
    mutating func disambiguator() throws(Fault) -> UInt64 {
        guard eat("s") else { return 0 }
        let number = try number()
        return number + 1
    }

    /// A name with its length before it.
    mutating func name() throws(Fault) -> String {
        let isEscaped = eat("u")
        let length = try length()
        _ = eat("_")
        guard length <= bytes.count - position else { throw .unreadable }
        let name = bytes[position..<position + length]
        let isPlain = name.allSatisfy {
            Self.letters.contains($0) || Self.capitals.contains($0) || Self.digits.contains($0)
                || $0 == UInt8(ascii: "_")
        }
        guard isPlain else { throw .unreadable }
        position += length
        let text = String(decoding: name, as: UTF8.self)
        return isEscaped ? "punycode{\(text)}" : text
    }

    private mutating func length() throws(Fault) -> Int {
        guard let first = peek(), Self.digits.contains(first) else { throw .unreadable }
        if eat("0") { return 0 }
        var length = 0
        while let byte = peek(), Self.digits.contains(byte) {
            position += 1
            length = length * 10 + Int(byte - Self.digits.lowerBound)
            guard length <= bytes.count else { throw .unreadable }
        }
        return length
    }
}
