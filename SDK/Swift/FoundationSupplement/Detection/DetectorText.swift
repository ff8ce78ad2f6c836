// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A part of a text by its UTF-16 units, in which a detector's ranges count.
struct DetectorText {
    let units: [UInt16]
    /// Where the part begins in the text.
    private let start: Int

    init(_ string: String, _ range: NSRange) {
        let text = string as NSString
        let part = range.intersection(NSRange(location: 0, length: text.length)) ?? NSRange()
        start = part.location
        units = Array(text.substring(with: part).utf16)
    }

    /// A unit; 0 outside of the text.
    subscript(index: Int) -> UInt16 {
        units.indices.contains(index) ? units[index] : 0
    }

    /// The range in the whole text.
    func range(_ part: Range<Int>) -> NSRange {
        NSRange(location: start + part.lowerBound, length: part.count)
    }

    func string(_ part: Range<Int>) -> String {
        String(decoding: units[part], as: UTF16.self)
    }
}

extension UInt16 {
    init(ascii character: Unicode.Scalar) {
        self = UInt16(truncatingIfNeeded: character.value)
    }

    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }

    var isASCIIWord: Bool { isASCIIDigit || isASCIILetter }

    /// Whether it is a letter or a digit of any script; halves of a pair are not.
    var isWord: Bool {
        guard self >= 0x80 else { return isASCIIWord }
        return Unicode.Scalar(self)?.properties.isAlphabetic ?? false
    }

    /// Whether it is one of some characters of ASCII.
    func isOne(of characters: String) -> Bool {
        self < 0x80 && characters.utf16.contains(self)
    }
}
