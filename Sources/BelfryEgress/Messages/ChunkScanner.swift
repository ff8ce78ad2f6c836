// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Finds the end of a body in chunks (RFC 9112 7.1) while the bytes pass through unchanged.
///
/// CRLF is the only end of a line: a reader that takes a bare LF for one would see other chunks.
struct ChunkScanner: Equatable {
    private enum State: Equatable {
        case size(digits: Int, value: Int)
        case sizeExtension(value: Int)
        case sizeEnd(value: Int)
        case data(left: Int)
        case dataReturn
        case dataEnd
        case trailerStart
        case trailer
        case trailerEnd
        case lastEnd
        case complete
    }

    private var state = State.size(digits: 0, value: 0)
    private var lineLength = 0

    /// Longest line of the framing: a chunk's size with its extension, a trailer field.
    static let lineLimit = 4096

    /// Most bytes of all trailer fields.
    static let trailerLimit = 16384

    private var trailerLength = 0

    /// Whether the body has ended.
    var isComplete: Bool { state == .complete }

    /// Follows the bytes.
    ///
    /// - Parameter bytes: What arrived.
    /// - Returns: How many of the bytes belong to the body: all, unless it ends among them.
    /// - Throws: ``MalformedMessage`` where the framing is broken.
    mutating func scan(_ bytes: ByteBufferView) throws(MalformedMessage) -> Int {
        var index = bytes.startIndex
        while index < bytes.endIndex, state != .complete {
            if case .data(let left) = state {
                let step = min(left, bytes.endIndex - index)
                index += step
                state = left == step ? .dataReturn : .data(left: left - step)
            } else {
                state = try next(bytes[index])
                index += 1
            }
        }
        return index - bytes.startIndex
    }

    private mutating func next(_ byte: UInt8) throws(MalformedMessage) -> State {
        switch state {
        case .size(let digits, let value): return try sizeState(byte, digits: digits, value: value)
        case .sizeExtension(let value): return try extensionState(byte, value: value)
        case .sizeEnd(let value):
            try expect(0x0a, byte)
            return value == 0 ? .trailerStart : .data(left: value)
        case .dataReturn:
            try expect(0x0d, byte)
            return .dataEnd
        case .dataEnd:
            try expect(0x0a, byte)
            return .size(digits: 0, value: 0)
        case .trailerStart: return byte == 0x0d ? .lastEnd : try trailerState(byte)
        case .trailer: return try trailerState(byte)
        case .trailerEnd:
            try expect(0x0a, byte)
            return .trailerStart
        case .lastEnd:
            try expect(0x0a, byte)
            return .complete
        case .data, .complete: return state
        }
    }

    private mutating func sizeState(
        _ byte: UInt8,
        digits: Int,
        value: Int
    ) throws(MalformedMessage) -> State {
        if let digit = byte.hexDigitValue {
            guard digits < 15 else { throw MalformedMessage("a chunk is too long") }
            return .size(digits: digits + 1, value: value << 4 | Int(digit))
        }
        guard digits > 0 else { throw MalformedMessage("a chunk has no size") }
        switch byte {
        case 0x0d: return .sizeEnd(value: value)
        case 0x20, 0x09, UInt8(ascii: ";"):
            lineLength = 0
            return .sizeExtension(value: value)
        default: throw MalformedMessage("a chunk's size is no number")
        }
    }

    private mutating func extensionState(
        _ byte: UInt8,
        value: Int
    ) throws(MalformedMessage) -> State {
        if byte == 0x0d { return .sizeEnd(value: value) }
        try countLine(byte)
        return .sizeExtension(value: value)
    }

    private mutating func trailerState(_ byte: UInt8) throws(MalformedMessage) -> State {
        if byte == 0x0d {
            lineLength = 0
            return .trailerEnd
        }
        trailerLength += 1
        guard trailerLength <= Self.trailerLimit else {
            throw MalformedMessage("the fields after the body are too long")
        }
        try countLine(byte)
        return .trailer
    }

    private mutating func countLine(_ byte: UInt8) throws(MalformedMessage) {
        lineLength += 1
        guard byte.isFieldValueByte, lineLength <= Self.lineLimit else {
            throw MalformedMessage("a line between chunks is too long or holds a control character")
        }
    }

    private func expect(_ wanted: UInt8, _ byte: UInt8) throws(MalformedMessage) {
        guard byte == wanted else {
            throw MalformedMessage("a line between chunks does not end in CRLF")
        }
    }
}
