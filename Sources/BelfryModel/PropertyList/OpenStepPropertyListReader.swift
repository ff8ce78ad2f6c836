// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads the text format of property lists that Xcode writes its projects in, known as OpenStep's.
///
/// It has texts, data, arrays and dictionaries, nothing else: `{ name = (one, "two"); }`.
struct OpenStepPropertyListReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the value at the root and what follows it.
    mutating func root() throws(PropertyListError) -> PropertyList {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        let value = try value(depth: 0)
        try skipFiller()
        guard index == bytes.count else {
            throw fault("has text after its end", hint: "remove it")
        }
        return value
    }

    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyList {
        guard depth <= PropertyList.maximumDepth else {
            throw fault("nests more than \(PropertyList.maximumDepth) levels", hint: "flatten it")
        }
        try skipFiller()
        switch peek {
        case UInt8(ascii: "{"): return try dictionary(depth: depth)
        case UInt8(ascii: "("): return try array(depth: depth)
        case UInt8(ascii: "<"): return try data()
        default: return .string(try text())
        }
    }

    private mutating func dictionary(depth: Int) throws(PropertyListError) -> PropertyList {
        index += 1
        var members: [String: PropertyList] = [:]
        while try !take("}") {
            let key = try text()
            try expect("=")
            members[key] = try value(depth: depth + 1)
            try expect(";")
        }
        return .dictionary(members)
    }

    private mutating func array(depth: Int) throws(PropertyListError) -> PropertyList {
        index += 1
        var elements: [PropertyList] = []
        while try !take(")") {
            elements.append(try value(depth: depth + 1))
            guard try !take(")") else { break }
            try expect(",")
        }
        return .array(elements)
    }

    private mutating func data() throws(PropertyListError) -> PropertyList {
        while let byte = peek, byte != UInt8(ascii: ">") { index += 1 }
        try expect(">")
        return .data
    }

    private mutating func text() throws(PropertyListError) -> String {
        try skipFiller()
        if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") { return try quotedText() }
        let start = index
        while let byte = peek, Self.isPlain(byte) { index += 1 }
        guard index > start else {
            throw fault("has no text where one is expected", hint: "put odd text in quotes")
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func quotedText() throws(PropertyListError) -> String {
        let quote = bytes[index]
        index += 1
        var text: [UInt8] = []
        while let byte = peek, byte != quote {
            index += 1
            text += byte == UInt8(ascii: "\\") ? escaped() : [byte]
        }
        guard peek == quote else { throw fault("ends inside a text", hint: "close the quotes") }
        index += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// What stands for the character behind a backslash.
    private mutating func escaped() -> [UInt8] {
        guard let byte = peek else { return [] }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "U"):
            let digits = bytes[index...].prefix(4)
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            guard let scalar = number.flatMap(Unicode.Scalar.init) else { return [byte] }
            index += digits.count
            return Array(String(Character(scalar)).utf8)
        default: return [byte]
        }
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            return true
        default: return "_$/:.-+@~".utf8.contains(byte)
        }
    }

    /// Goes behind a mark, if it is the next thing.
    private mutating func take(_ mark: Unicode.Scalar) throws(PropertyListError) -> Bool {
        try skipFiller()
        guard peek == UInt8(ascii: mark) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ mark: Unicode.Scalar) throws(PropertyListError) {
        guard try take(mark) else {
            throw fault("has no '\(mark)' where one is expected", hint: "add it")
        }
    }

    /// Goes over spaces and comments.
    private mutating func skipFiller() throws(PropertyListError) {
        while let byte = peek {
            if byte <= 0x20 {
                index += 1
            } else if bytes[index...].starts(with: "//".utf8) {
                while let byte = peek, byte != 0x0A { index += 1 }
            } else if bytes[index...].starts(with: "/*".utf8) {
                index += 2
                while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
                guard index < bytes.count else {
                    throw fault("ends inside a comment", hint: "close it with */")
                }
                index += 2
            } else {
                return
            }
        }
    }

    private func fault(_ problem: String, hint: String) -> PropertyListError {
        let line = bytes[..<min(index, bytes.count)].count { $0 == 0x0A } + 1
        return PropertyListError("\(problem) on line \(line)", hint: hint)
    }
}
