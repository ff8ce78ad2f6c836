// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Builds one frame: fixed-width integers in the machine's byte order, counted byte strings.
///
/// Host and worker ship together and run on one machine, so the format is private and may change
/// with every build.
package struct FrameWriter {
    /// The frame so far.
    package private(set) var bytes: [UInt8] = []

    /// Makes an empty frame with room for so many bytes; one that needs more grows.
    package init(reserving byteCount: Int = 512) {
        bytes.reserveCapacity(byteCount)
    }

    /// Appends an integer.
    package mutating func write<Value: FixedWidthInteger>(_ value: Value) {
        unsafe withUnsafeBytes(of: value) { raw in
            // As bytes and not raw: those are copied at once, and raw ones one by one.
            unsafe raw.withMemoryRebound(to: UInt8.self) { unsafe bytes.append(contentsOf: $0) }
        }
    }

    /// Appends the number of a case, as ``FrameReader/readKind(_:of:)`` reads it.
    package mutating func write<Kind: RawRepresentable>(_ kind: Kind)
    where Kind.RawValue: FixedWidthInteger {
        write(kind.rawValue)
    }

    /// Appends a real number by its bit pattern.
    package mutating func write(_ value: Double) {
        write(value.bitPattern)
    }

    /// Appends a truth value as one byte.
    package mutating func write(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    /// Appends a text as a count and its UTF-8 bytes.
    package mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { unsafe write($0) }
    }

    /// Appends bytes with their count.
    package mutating func write(_ content: [UInt8]) {
        write(UInt32(clamping: content.count))
        bytes.append(contentsOf: content)
    }

    /// Appends borrowed bytes with their count.
    package mutating func write(_ content: UnsafeBufferPointer<UInt8>) {
        write(UInt32(clamping: content.count))
        unsafe bytes.append(contentsOf: content)
    }

    /// Appends a count and every element.
    package mutating func write<Element>(
        all elements: [Element],
        _ body: (inout FrameWriter, Element) -> Void
    ) {
        write(UInt32(clamping: elements.count))
        for element in elements { body(&self, element) }
    }
}
