// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A value of a property list.
///
/// This is not Foundation's reader because an extension's `Info.plist` is not trusted and Foundation
/// on Linux does not stand up to it: 240 bytes of binary list whose arrays share their elements hold
/// `PropertyListSerialization` for ever, and 100 000 nested arrays overflow the stack of
/// `PropertyListDecoder`. It also tells neither integers from reals nor numbers from booleans.
package enum PropertyList: Sendable, Equatable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction, as written in the file.
    case real(Double)
    /// A truth value.
    case bool(Bool)
    /// A date; no key that the host reads has one, so its value is not kept.
    case date
    /// Bytes; no key that the host reads has them, so they are not kept.
    case data
    /// Values in order.
    case array([PropertyList])
    /// Keys with values.
    case dictionary([String: PropertyList])

    /// How deep arrays and dictionaries may nest.
    package static let maximumDepth = 64

    /// How many values a list may hold once its shared parts are written out.
    package static let maximumValueCount = 10_000

    /// How many bytes of text a list may hold once its shared parts are written out.
    ///
    /// A binary list may name one long text from thousands of places.
    package static let maximumTextByteCount = 1024 * 1024

    /// The largest list that is read; an `Info.plist` has a few kilobytes.
    package static let maximumByteCount = 256 * 1024

    /// Reads an XML or binary property list.
    ///
    /// - Parameter bytes: The file; XML in UTF-8.
    /// - Returns: The value at the root.
    /// - Throws: The first fault with its place and the way out.
    package static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
        guard bytes.count <= maximumByteCount else {
            throw PropertyListError(
                "is \(bytes.count) bytes, the limit is \(maximumByteCount)",
                hint: "move what is not configuration into files of the bundle"
            )
        }
        if bytes.starts(with: "bplist".utf8) {
            var reader = BinaryPropertyListReader(bytes)
            return try reader.root()
        }
        var reader = XMLPropertyListReader(bytes)
        return try reader.root()
    }

    /// The largest Xcode project that is read; those of large apps have some megabytes.
    package static let maximumProjectByteCount = 64 * 1024 * 1024

    /// Reads a property list in OpenStep's text format, as Xcode writes its projects.
    ///
    /// - Parameter bytes: The file, in UTF-8.
    /// - Returns: The value at the root.
    /// - Throws: The first fault with its place and the way out.
    package static func parseOpenStep(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
        guard bytes.count <= maximumProjectByteCount else {
            throw PropertyListError(
                "is \(bytes.count) bytes, the limit is \(maximumProjectByteCount)",
                hint: "name the extension's folder without its project"
            )
        }
        var reader = OpenStepPropertyListReader(bytes)
        return try reader.root()
    }

    /// A member of a dictionary; nil for other values.
    package subscript(key: String) -> PropertyList? {
        guard case .dictionary(let members) = self else { return nil }
        return members[key]
    }

    /// The text; nil for other values.
    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The texts of an array, or the one text.
    package var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.compactMap(\.text)
        default: []
        }
    }

    /// The kind of value with its article, for messages: `a string`, `an integer`.
    package var kind: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .real: "a real"
        case .bool: "a boolean"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}
