// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Whether bytes are JSON (RFC 8259), as far as that can be said without keeping any of it; the host
/// reads documents in full.
struct JSONShape {
    private let bytes: [UInt8]
    private var offset = 0

    /// Most values in each other.
    private static let depthLimit = 16

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether it is an array, and all in it objects.
    var isArrayOfObjects: Bool {
        var shape = self
        guard shape.skipArray(depth: 0, { $0 == UInt8(ascii: "{") }) else { return false }
        shape.skipSpaces()
        return shape.offset == bytes.count
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpaces() {
        while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { offset += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipValue(depth: Int) -> Bool {
        skipSpaces()
        guard depth < Self.depthLimit, let next else { return false }
        switch next {
        case UInt8(ascii: "{"): return skipObject(depth: depth)
        case UInt8(ascii: "["): return skipArray(depth: depth) { _ in true }
        case UInt8(ascii: "\""): return skipText()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return skipNumber()
        default: return ["true", "false", "null"].contains { skipWord($0) }
        }
    }

    private mutating func skipArray(depth: Int, _ isWanted: (UInt8) -> Bool) -> Bool {
        guard skip("[") else { return false }
        if skip("]") { return true }
        repeat {
            skipSpaces()
            guard let next, isWanted(next), skipValue(depth: depth + 1) else { return false }
        } while skip(",")
        return skip("]")
    }

    private mutating func skipObject(depth: Int) -> Bool {
        guard skip("{") else { return false }
        if skip("}") { return true }
        repeat {
            skipSpaces()
            guard skipText(), skip(":"), skipValue(depth: depth + 1) else { return false }
        } while skip(",")
        return skip("}")
    }

    private mutating func skipText() -> Bool {
        guard next == UInt8(ascii: "\"") else { return false }
        offset += 1
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            // What follows a backslash is looked at by the host.
            case UInt8(ascii: "\\"): offset += 1
            case ..<0x20: return false
            default: continue
            }
        }
        return false
    }

    private mutating func skipNumber() -> Bool {
        if next == UInt8(ascii: "-") { offset += 1 }
        guard skipDigits() else { return false }
        if next == UInt8(ascii: ".") {
            offset += 1
            guard skipDigits() else { return false }
        }
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return true }
        offset += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
        return skipDigits()
    }

    private mutating func skipDigits() -> Bool {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            offset += 1
        }
        return offset > start
    }

    private mutating func skipWord(_ word: String) -> Bool {
        guard bytes[offset...].starts(with: word.utf8) else { return false }
        offset += word.utf8.count
        return true
    }
}
