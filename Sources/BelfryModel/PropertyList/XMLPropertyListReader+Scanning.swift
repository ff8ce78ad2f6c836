// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The parts of XML that property lists are made of.
extension XMLPropertyListReader {
    /// An opening, closing or empty element tag.
    struct Tag {
        /// The element's name.
        let name: String
        /// Whether it is `</name>`.
        let isClosing: Bool
        /// Whether it is `<name/>`.
        let isEmpty: Bool
        /// The offset of its `<`.
        let start: Int
    }

    /// Reads a tag; the next byte is its `<`.
    mutating func tag() throws(PropertyListError) -> Tag {
        let start = index
        guard starts(with: "<") else {
            throw fault("has no value inside <plist>", hint: "write a <dict>")
        }
        index += 1
        let content = bytes[try range(endingWith: ">", "a tag")]
        let isClosing = content.first == UInt8(ascii: "/")
        let isEmpty = content.last == UInt8(ascii: "/")
        let name = content.drop { $0 == UInt8(ascii: "/") }
            .prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
        return Tag(
            name: String(decoding: name, as: UTF8.self).asPathElement,
            isClosing: isClosing,
            isEmpty: isEmpty,
            start: start
        )
    }

    /// Passes white space, comments, processing instructions and the document type.
    mutating func skipFiller() throws(PropertyListError) {
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                index += 1
            } else if starts(with: "<!--") {
                try skipComment()
            } else if starts(with: "<?") {
                _ = try range(endingWith: "?>", "a processing instruction")
            } else if starts(with: "<!DOCTYPE") {
                try skipDocumentType()
            } else {
                return
            }
        }
    }

    mutating func skipComment() throws(PropertyListError) {
        index += 4
        _ = try range(endingWith: "-->", "a comment")
    }

    private mutating func skipDocumentType() throws(PropertyListError) {
        let start = index
        let range = try range(endingWith: ">", "the document type")
        guard !bytes[range].contains(UInt8(ascii: "[")) else {
            throw fault("declares entities", at: start, hint: "remove the part in [ ]")
        }
    }

    /// Moves behind a delimiter and returns what lies before it.
    mutating func range(
        endingWith delimiter: String,
        _ what: String
    ) throws(PropertyListError) -> Range<Int> {
        let start = index
        let first = delimiter.utf8.first
        while let place = bytes[index...].firstIndex(where: { $0 == first }) {
            index = place
            if starts(with: delimiter) {
                defer { index += delimiter.utf8.count }
                return start..<index
            }
            index += 1
        }
        throw fault("ends inside \(what)", at: start, hint: "end it with \(delimiter)")
    }

    func starts(with text: String) -> Bool {
        var place = index
        for byte in text.utf8 {
            guard place < bytes.count, bytes[place] == byte else { return false }
            place += 1
        }
        return true
    }

    func fault(_ message: String, at tag: Tag, hint: String) -> PropertyListError {
        fault(message, at: tag.start, hint: hint)
    }

    func fault(
        _ message: String,
        at offset: Int? = nil,
        hint: String
    ) -> PropertyListError {
        let place = TextPosition(of: offset ?? index, in: bytes)
        return PropertyListError(
            "\(message) on line \(place.line), column \(place.column)",
            hint: hint
        )
    }

    /// Reads an entity; the next byte is its ampersand.
    mutating func entity() throws(PropertyListError) -> Unicode.Scalar {
        let start = index
        index += 1
        let name = bytes[index...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        let text = String(decoding: name, as: UTF8.self)
        index += name.count
        guard starts(with: ";") else {
            throw fault("has a bare ampersand", at: start, hint: "write &amp;")
        }
        index += 1
        if let scalar = Self.entities[text] { return scalar }
        let isHexadecimal = text.hasPrefix("#x")
        let digits = text.dropFirst(isHexadecimal ? 2 : 1)
        guard text.hasPrefix("#"), let code = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(code)
        else {
            throw fault(
                "has an unknown entity &\(text.asPathElement);",
                at: start,
                hint: "write &amp; for &"
            )
        }
        return scalar
    }

    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
}
