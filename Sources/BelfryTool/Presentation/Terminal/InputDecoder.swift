// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Makes keys and mouse of the bytes that a terminal sends, which may be cut anywhere
/// (ECMA-48; xterm's control sequences for SGR mouse and bracketed paste).
struct InputDecoder {
    private var pending: [UInt8] = []
    private var pasted: [UInt8]?

    /// Whether bytes are waiting for those after them.
    ///
    /// A lone escape byte is the key or the beginning of a sequence; only time tells.
    var isWaiting: Bool { !pending.isEmpty }

    /// Takes bytes.
    ///
    /// - Parameter bytes: As many as came.
    /// - Returns: What is complete with them.
    mutating func feed(_ bytes: [UInt8]) -> [TerminalInput] {
        pending += bytes
        var inputs: [TerminalInput] = []
        while let step = next() {
            pending.removeFirst(step.count)
            if let input = step.input { inputs.append(input) }
        }
        return inputs
    }

    /// Says that nothing has come for a while: what waits is all there is.
    ///
    /// - Returns: The escape key, if it is that.
    mutating func timeOut() -> [TerminalInput] {
        guard pasted == nil else { return [] }
        defer { pending = [] }
        return pending == [Self.escape] ? [.key(.escape)] : []
    }

    /// What is at the beginning, and how many bytes it takes.
    private typealias Step = (count: Int, input: TerminalInput?)

    private mutating func next() -> Step? {
        guard let first = pending.first else { return nil }
        if pasted != nil { return nextOfPaste() }
        switch first {
        case Self.escape: return sequence()
        case 0x0D, 0x0A: return (1, .key(.enter))
        case 0x09: return (1, .key(.tab))
        case 0x08, 0x7F: return (1, .key(.backspace))
        case 0x03, 0x04: return (1, .key(.interrupt))
        case ..<0x20: return (1, nil)
        case ..<0x80: return (1, .character(Character(Unicode.Scalar(first))))
        default: return character(first)
        }
    }

    /// A character of several bytes (RFC 3629); bytes that are none are left out.
    private func character(_ first: UInt8) -> Step? {
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
        let bytes = pending.prefix(count)
        guard bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (1, nil) }
        guard bytes.count == count else { return nil }
        let text = String(validating: bytes, as: UTF8.self)
        return (count, text?.first.map { .character($0) })
    }

    /// A key or the mouse after an escape byte.
    private mutating func sequence() -> Step? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return nil }
            return (3, Self.keys[Character(Unicode.Scalar(pending[2]))].map { .key($0) })
        // Two escapes: the first was the key.
        case Self.escape: return (1, .key(.escape))
        default: return (2, nil)
        }
    }

    private mutating func controlSequence() -> Step? {
        let body = pending.dropFirst(2)
        guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            // No sequence of ours is as long.
            return pending.count > 32 ? (pending.count, nil) : nil
        }
        let parameters = String(decoding: body[..<end], as: UTF8.self)
        let final = Character(Unicode.Scalar(pending[end]))
        let count = end + 1
        switch (final, parameters) {
        case ("~", "200"):
            pasted = []
            return (count, nil)
        case ("~", _): return (count, Self.numberedKeys[parameters].map { .key($0) })
        case ("M", _) where parameters.hasPrefix("<"), ("m", _) where parameters.hasPrefix("<"):
            return (count, Self.mouse(parameters.dropFirst(), isRelease: final == "m"))
        default: return (count, Self.keys[final].map { .key($0) })
        }
    }

    /// Text between the marks of a paste.
    private mutating func nextOfPaste() -> Step? {
        if pending.starts(with: Self.pasteEnd) {
            let text = String(decoding: pasted ?? [], as: UTF8.self)
            pasted = nil
            return (Self.pasteEnd.count, .paste(text))
        }
        // Terminals leave control characters out of a paste: this is the key, and the way out of a
        // paste that does not end.
        if pending.first == 0x03 {
            pasted = nil
            return (1, .key(.interrupt))
        }
        // The beginning of the mark may be all that has come.
        guard !Self.pasteEnd.starts(with: pending) else { return nil }
        if let first = pending.first, pasted?.count ?? 0 < Self.pasteLimit { pasted?.append(first) }
        return (1, nil)
    }

    /// Button, column and row, both from 1.
    private static func mouse(_ parameters: Substring, isRelease: Bool) -> TerminalInput? {
        let numbers = parameters.split(separator: ";").map { Int(UInt16($0) ?? 0) }
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let kind: TerminalInput.Mouse.Kind
        switch numbers[0] {
        case 0: kind = isRelease ? .release : .press
        case 32: kind = .drag
        case 64: kind = .wheelUp
        case 65: kind = .wheelDown
        default: return nil
        }
        return .mouse(
            TerminalInput.Mouse(kind: kind, row: numbers[2] - 1, column: numbers[1] - 1)
        )
    }

    private static let escape: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let pasteLimit = 64 * 1024

    private static let keys: [Character: TerminalInput.Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
        "M": .enter,
    ]
    private static let numberedKeys: [String: TerminalInput.Key] = [
        "1": .home, "7": .home, "4": .end, "8": .end, "3": .delete, "5": .pageUp, "6": .pageDown,
    ]
}
