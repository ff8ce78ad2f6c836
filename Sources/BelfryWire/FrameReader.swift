// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads one frame, trusting nothing: every count is checked against what is left.
package struct FrameReader {
    private let bytes: [UInt8]
    private var offset = 0

    /// Starts at the first byte of a frame.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// How many bytes are left.
    package var remaining: Int { bytes.count - offset }

    /// Reads an integer.
    package mutating func read<Value: FixedWidthInteger>(
        _ type: Value.Type = Value.self
    ) throws(WireError) -> Value {
        let width = MemoryLayout<Value>.size
        guard remaining >= width else { throw WireError("frame ends inside a number") }
        defer { offset += width }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
        }
    }

    /// Reads a number that has a case; any other is an error, which names it as an unknown `subject`.
    ///
    /// An encoder and a decoder that share one enum cannot disagree about a number.
    package mutating func readKind<Kind: RawRepresentable>(
        _ type: Kind.Type,
        of subject: StaticString
    ) throws(WireError) -> Kind where Kind.RawValue: FixedWidthInteger {
        let number = try read(Kind.RawValue.self)
        guard let kind = Kind(rawValue: number) else {
            throw WireError("unknown \(subject) \(number)")
        }
        return kind
    }

    /// Reads a real number.
    package mutating func readDouble() throws(WireError) -> Double {
        Double(bitPattern: try read(UInt64.self))
    }

    /// Reads a truth value; only 0 and 1 are.
    package mutating func readBool() throws(WireError) -> Bool {
        switch try read(UInt8.self) {
        case 0: return false
        case 1: return true
        case let other: throw WireError("truth value \(other)")
        }
    }

    /// Reads counted bytes.
    package mutating func readBytes() throws(WireError) -> ArraySlice<UInt8> {
        let count = Int(try read(UInt32.self))
        guard count <= remaining else { throw WireError("frame ends inside a byte string") }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// Reads a counted text; anything but valid UTF-8 is an error.
    package mutating func readText() throws(WireError) -> String {
        guard let text = String(validating: try readBytes(), as: UTF8.self) else {
            throw WireError("text is not UTF-8")
        }
        return text
    }

    /// Reads a count and as many elements, each at least one byte long.
    package mutating func readAll<Element>(
        _ body: (inout FrameReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        let count = Int(try read(UInt32.self))
        guard count <= remaining else { throw WireError("frame ends inside a list") }
        // Not reserved: an element in memory can be far larger than the byte that claims it.
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try body(&self)) }
        return elements
    }

    /// Ends reading; bytes that are left over are an error.
    package func finish() throws(WireError) {
        guard remaining == 0 else { throw WireError("\(remaining) bytes after the frame's end") }
    }
}
