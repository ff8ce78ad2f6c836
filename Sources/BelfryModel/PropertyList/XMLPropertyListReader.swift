// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads the XML format of property lists, once from front to back.
///
/// Only what property lists use is known: no entity declarations, no namespaces, UTF-8.
struct XMLPropertyListReader {
    /// The file.
    let bytes: [UInt8]

    /// The next byte to read.
    var index = 0

    private var valueCount = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the prolog, the `plist` element and the value in it.
    mutating func root() throws(PropertyListError) -> PropertyList {
        try checkEncoding()
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        try skipFiller()
        guard starts(with: "<") else { throw notXML() }
        let plist = try tag()
        guard plist.name == "plist", !plist.isClosing else {
            throw fault("has <\(plist.name)> where <plist> is expected", hint: "write <plist>")
        }
        guard !plist.isEmpty else { throw fault("is empty inside", hint: "write a <dict>") }
        try skipFiller()
        let value = try self.value(tag(), depth: 0)
        try close("plist")
        try skipFiller()
        guard index == bytes.count else {
            throw fault("has text after </plist>", hint: "remove it")
        }
        return value
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyList {
        try count(depth: depth)
        guard !tag.isClosing else {
            throw fault(
                "has </\(tag.name)> where a value is expected",
                at: tag,
                hint: "add a value"
            )
        }
        switch tag.name {
        case "dict": return try dictionary(tag, depth: depth)
        case "array": return try array(tag, depth: depth)
        case "true", "false":
            if !tag.isEmpty { try close(tag.name) }
            return .bool(tag.name == "true")
        case "string": return .string(try text(of: tag))
        case "integer": return .integer(try integer(tag))
        case "real": return .real(try real(tag))
        case "date", "data":
            _ = try text(of: tag)
            return tag.name == "date" ? .date : .data
        default:
            throw fault(
                "has an unknown element <\(tag.name)>",
                at: tag,
                hint: "use dict, array, string, integer, real, true, false, date or data"
            )
        }
    }

    private mutating func count(depth: Int) throws(PropertyListError) {
        valueCount += 1
        if depth > PropertyList.maximumDepth {
            throw fault("nests more than \(PropertyList.maximumDepth) levels", hint: "flatten it")
        }
        if valueCount > PropertyList.maximumValueCount {
            throw fault(
                "holds more than \(PropertyList.maximumValueCount) values",
                hint: "shorten it"
            )
        }
    }

    private mutating func dictionary(
        _ opening: Tag,
        depth: Int
    ) throws(PropertyListError) -> PropertyList {
        var members: [String: PropertyList] = [:]
        while let keyTag = try child(of: opening) {
            guard keyTag.name == "key" else {
                throw fault(
                    "has <\(keyTag.name)> where <key> is expected",
                    at: keyTag,
                    hint: "in a <dict> each value follows its <key>"
                )
            }
            let key = try text(of: keyTag)
            guard let valueTag = try child(of: opening) else {
                throw fault("has no value for the key \(key.quoted)", at: keyTag, hint: "add one")
            }
            let value = try value(valueTag, depth: depth + 1)
            guard members.updateValue(value, forKey: key) == nil else {
                throw fault(
                    "has the key \(key.quoted) twice in one <dict>",
                    at: keyTag,
                    hint: "remove one of the two"
                )
            }
        }
        return .dictionary(members)
    }

    private mutating func array(
        _ opening: Tag,
        depth: Int
    ) throws(PropertyListError) -> PropertyList {
        var elements: [PropertyList] = []
        while let tag = try child(of: opening) {
            elements.append(try value(tag, depth: depth + 1))
        }
        return .array(elements)
    }

    /// Reads the next tag inside an element; nil once the element's own closing tag has been read.
    private mutating func child(of opening: Tag) throws(PropertyListError) -> Tag? {
        if opening.isEmpty { return nil }
        try skipFiller()
        guard starts(with: "<") else {
            throw fault(
                index == bytes.count
                    ? "ends inside <\(opening.name)>" : "has text between elements",
                hint: index == bytes.count
                    ? "close it with </\(opening.name)>" : "put text into <string> or <key>"
            )
        }
        let tag = try self.tag()
        guard tag.isClosing else { return tag }
        guard tag.name == opening.name else { throw mismatch(tag, opening: opening.name) }
        return nil
    }

    private mutating func integer(_ tag: Tag) throws(PropertyListError) -> Int {
        let text = try trimmedText(of: tag)
        let isHexadecimal = text.lowercased().hasPrefix("0x")
        guard let integer = isHexadecimal ? Int(text.dropFirst(2), radix: 16) : Int(text) else {
            throw fault("has \(text.quoted) in an <integer>", at: tag, hint: "write digits")
        }
        return integer
    }

    private mutating func real(_ tag: Tag) throws(PropertyListError) -> Double {
        let text = try trimmedText(of: tag)
        guard let real = Double(text), real.isFinite else {
            throw fault("has \(text.quoted) in a <real>", at: tag, hint: "write a number, like 0.5")
        }
        return real
    }

    private mutating func trimmedText(of tag: Tag) throws(PropertyListError) -> String {
        let text = try self.text(of: tag).drop { $0.isWhitespace }
        return String(text.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Reads an element that holds only text, its closing tag included.
    private mutating func text(of opening: Tag) throws(PropertyListError) -> String {
        if opening.isEmpty { return "" }
        var text = ""
        while true {
            let plain = bytes[index...].prefix {
                $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&")
            }
            // No scalar lies across an end of it: what it ends at is ASCII.
            text += String(decoding: plain, as: UTF8.self)
            index = plain.endIndex
            if starts(with: "&") {
                text.unicodeScalars.append(try entity())
            } else if starts(with: "<![CDATA[") {
                index += 9
                let section = try range(endingWith: "]]>", "a CDATA section")
                text += String(decoding: bytes[section], as: UTF8.self)
            } else if starts(with: "<!--") {
                try skipComment()
            } else if index < bytes.count {
                try close(opening.name)
                return text
            } else {
                break
            }
        }
        throw fault("ends inside <\(opening.name)>", hint: "close it with </\(opening.name)>")
    }

    private mutating func close(_ name: String) throws(PropertyListError) {
        try skipFiller()
        guard starts(with: "<") else {
            throw fault("has no </\(name)> where it is expected", hint: "add </\(name)>")
        }
        let tag = try self.tag()
        guard tag.isClosing, tag.name == name else { throw mismatch(tag, opening: name) }
    }

    private func mismatch(_ tag: Tag, opening: String) -> PropertyListError {
        let found = tag.isClosing ? "</\(tag.name)>" : "<\(tag.name)>"
        return fault(
            "has \(found) where </\(opening)> is expected",
            at: tag,
            hint: "close it first"
        )
    }

    private func checkEncoding() throws(PropertyListError) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        throw PropertyListError("is not in UTF-8", hint: "save it as UTF-8, or as a binary list")
    }

    private func notXML() -> PropertyListError {
        switch index < bytes.count ? bytes[index] : nil {
        case nil:
            PropertyListError("holds only white space", hint: "write <plist><dict>…</dict></plist>")
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            PropertyListError(
                "is JSON or an old-style list, not an XML or binary property list",
                hint: "convert it with plutil -convert xml1"
            )
        default:
            PropertyListError(
                "is neither an XML nor a binary property list",
                hint: "begin it with <?xml version=\"1.0\" encoding=\"UTF-8\"?> and <plist>"
            )
        }
    }
}
