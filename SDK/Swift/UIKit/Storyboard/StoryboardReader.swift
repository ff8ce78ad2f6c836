// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads the XML that Interface Builder writes.
///
/// Foundation's own reader is in a library that no other part of an extension needs, so that it would
/// be loaded for this alone. Elements, attributes, text, comments and the five named characters are all
/// there is in a storyboard; declarations are passed over.
struct StoryboardReader {
    /// Why a file is no storyboard, in a sentence without its end.
    struct Failure: Error {
        let message: String
        let line: Int
    }

    /// The bounds of a file that a person made.
    static let byteLimit = 8 << 20
    private static let depthLimit = 128

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var open: [StoryboardElement] = []

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a document.
    ///
    /// - Parameter bytes: The file, in UTF-8.
    /// - Returns: The outermost element.
    /// - Throws: `Failure` at the first place that is no XML.
    static func read(_ bytes: [UInt8]) throws(Failure) -> StoryboardElement {
        var reader = StoryboardReader(bytes)
        return try reader.document()
    }

    private mutating func document() throws(Failure) -> StoryboardElement {
        if starts(with: "\u{FEFF}") { skip(3) }
        while index < bytes.count {
            if bytes[index] != UInt8(ascii: "<") {
                let text = try text(until: UInt8(ascii: "<"))
                open.last?.add(text: text)
            } else if starts(with: "<!--") {
                try skip(through: "-->", "a comment")
            } else if starts(with: "<![CDATA[") {
                open.last?.add(text: try section())
            } else if starts(with: "<?") {
                try skip(through: "?>", "an instruction")
            } else if starts(with: "<!") {
                try skip(through: ">", "a declaration")
            } else if starts(with: "</") {
                if let root = try end() { return root }
            } else if let root = try begin() {
                return root
            }
        }
        throw failure(open.last.map { "<\($0.name)> is not closed" } ?? "there is no element")
    }

    /// Reads the beginning of an element; the outermost one where it is its end as well.
    private mutating func begin() throws(Failure) -> StoryboardElement? {
        let start = line
        skip(1)
        let name = try name()
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            if starts(with: "/>") || starts(with: ">") { break }
            let key = try self.name()
            skipSpace()
            try expect("=")
            skipSpace()
            guard let quote = at(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            else {
                throw failure("the value of \(key) is not in quotation marks")
            }
            skip(1)
            attributes[key] = try text(until: quote)
            skip(1)
        }
        let element = StoryboardElement(name, attributes, line: start)
        open.last?.add(element)
        guard open.count < Self.depthLimit else { throw failure("elements are too deep") }
        if starts(with: "/>") {
            skip(2)
            return open.isEmpty ? element : nil
        }
        skip(1)
        open.append(element)
        return nil
    }

    /// Reads the end of an element; returns the outermost one.
    private mutating func end() throws(Failure) -> StoryboardElement? {
        skip(2)
        let name = try name()
        skipSpace()
        try expect(">")
        guard let element = open.popLast(), element.name == name else {
            throw failure("</\(name)> closes nothing")
        }
        return open.isEmpty ? element : nil
    }

    private mutating func name() throws(Failure) -> String {
        let start = index
        while let byte = at(0), Self.isName(byte) { index += 1 }
        guard index > start else { throw failure("a name is missing") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "_-.:".utf8.contains(byte)
        }
    }

    private mutating func text(until mark: UInt8) throws(Failure) -> String {
        var result: [UInt8] = []
        while let byte = at(0), byte != mark {
            if byte == UInt8(ascii: "&") {
                result += try reference()
            } else {
                result.append(byte)
                skip(1)
            }
        }
        if mark != UInt8(ascii: "<"), at(0) == nil { throw failure("a value does not end") }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads `&amp;`, `&#10;` or `&#xA;`.
    private mutating func reference() throws(Failure) -> String.UTF8View {
        let named = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'"]
        if let (name, value) = named.first(where: { starts(with: $0.key) }) {
            skip(name.utf8.count)
            return value.utf8
        }
        let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        guard starts(with: "&#"), let end else { throw failure("& stands for nothing") }
        let digits = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
        let value =
            digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = value.flatMap(Unicode.Scalar.init) else {
            throw failure("&#\(digits); is no character")
        }
        skip(end + 1 - index)
        return String(Character(scalar)).utf8
    }

    private mutating func section() throws(Failure) -> String {
        skip("<![CDATA[".utf8.count)
        let start = index
        try skip(through: "]]>", "a section")
        return String(decoding: bytes[start..<(index - 3)], as: UTF8.self)
    }

    // MARK: Bytes

    private func at(_ offset: Int) -> UInt8? {
        index + offset < bytes.count ? bytes[index + offset] : nil
    }

    private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func skip(_ count: Int) {
        let end = min(index + count, bytes.count)
        line += bytes[index..<end].count { $0 == 0x0A }
        index = end
    }

    private mutating func skipSpace() {
        while let byte = at(0), byte <= 0x20 { skip(1) }
    }

    private mutating func skip(through mark: String, _ what: String) throws(Failure) {
        while index < bytes.count, !starts(with: mark) { skip(1) }
        guard index < bytes.count else { throw failure("\(what) does not end") }
        skip(mark.utf8.count)
    }

    private mutating func expect(_ mark: String) throws(Failure) {
        guard starts(with: mark) else { throw failure("\(mark) is missing") }
        skip(mark.utf8.count)
    }

    private func failure(_ message: String) -> Failure { Failure(message: message, line: line) }
}
