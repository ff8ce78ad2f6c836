// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The fields of an HTTP/1.1 head, read without any of the leniencies by which two readers differ.
///
/// Refused: a line that is folded, has space before its colon, ends in a bare CR or LF, holds a
/// control character, or has no proper name (RFC 9112 5, RFC 9110 5.5).
struct HeaderFields: Equatable {
    /// One field, its value as it was on the wire.
    struct Field: Equatable {
        /// The name, lower-case.
        let name: String

        /// The value without the blanks around it; may hold bytes beyond ASCII.
        let value: [UInt8]
    }

    /// Most fields a head may have.
    static let limit = 128

    /// The fields in order.
    private(set) var fields: [Field] = []

    /// Reads the lines behind the first.
    ///
    /// - Parameter lines: The head's lines, CRLF removed.
    /// - Throws: ``MalformedMessage`` for the first that is no field.
    init(lines: some Sequence<ArraySlice<UInt8>>) throws(MalformedMessage) {
        for line in lines {
            guard fields.count < Self.limit else {
                throw MalformedMessage("the head has more than \(Self.limit) fields")
            }
            fields.append(try Self.field(line))
        }
    }

    /// All values of a name, in order; bytes beyond ASCII are replaced.
    func values(of name: String) -> [String] {
        fields.filter { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// The parts of a comma-separated list that may stand on several lines, lower-case.
    func list(_ name: String) -> [String] {
        fields.filter { $0.name == name }
            .flatMap { $0.value.split(separator: UInt8(ascii: ",")) }
            .map(\.trimmingBlanks.lowercasedASCII)
    }

    /// Takes a field out.
    mutating func remove(_ name: String) {
        fields.removeAll { $0.name == name }
    }

    /// Takes out what concerns one connection only (RFC 9110 7.6.1), and all that speaks to a proxy.
    ///
    /// - Throws: ``MalformedMessage`` when the Connection field names one that frames or routes the
    ///   message: who asks to drop that wants two readers to disagree.
    mutating func removeHopByHop() throws(MalformedMessage) {
        let named = list("connection")
        let framing = ["host", "content-length", "transfer-encoding"]
        if let stolen = named.first(where: framing.contains) {
            throw MalformedMessage("the Connection field names '\(stolen)'")
        }
        let always = ["connection", "keep-alive", "te", "upgrade"]
        fields.removeAll {
            always.contains($0.name) || named.contains($0.name) || $0.name.hasPrefix("proxy-")
        }
    }

    /// Adds the fields to a head, one line each.
    func write(to head: inout [UInt8]) {
        for field in fields {
            head += field.name.utf8
            head += ": ".utf8
            head += field.value
            head += "\r\n".utf8
        }
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(MalformedMessage) -> Field {
        guard let first = line.first, first != 0x20, first != 0x09 else {
            throw MalformedMessage("a line of the head is folded")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw MalformedMessage("a line of the head has no colon")
        }
        let name = line[..<colon]
        guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else {
            throw MalformedMessage("a field of the head has no proper name")
        }
        let value = line[line.index(after: colon)...]
        guard value.allSatisfy(\.isFieldValueByte) else {
            throw MalformedMessage("a field of the head holds a control character")
        }
        return Field(
            name: name.lowercasedASCII,
            value: Array(value.trimmingBlanks)
        )
    }
}

extension HeaderFields {
    /// How the fields say the body is framed; nil when they say nothing.
    ///
    /// - Throws: ``MalformedMessage`` when they say it twice, or in a way that is not understood.
    var framing: MessageBody? {
        get throws(MalformedMessage) {
            let codings = fields.filter { $0.name == "transfer-encoding" }
            let lengths = values(of: "content-length")
            guard codings.count + lengths.count < 2 else {
                throw MalformedMessage("the head gives the body's length more than once")
            }
            if let coding = codings.first {
                guard coding.value.spell("chunked") else {
                    throw MalformedMessage("the body is encoded for transfer other than in chunks")
                }
                return .chunked(ChunkScanner())
            }
            guard let text = lengths.first else { return nil }
            guard 1...18 ~= text.utf8.count, text.utf8.allSatisfy(\.isDigit), let length = Int(text)
            else { throw MalformedMessage("the body's length is no number") }
            return .length(length)
        }
    }
}

extension BidirectionalCollection where Element == UInt8, SubSequence == ArraySlice<UInt8> {
    /// The bytes without the blanks at both ends.
    var trimmingBlanks: ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let end = lastIndex(where: { !isBlank($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[...end].drop(while: isBlank)
    }
}

extension Array where Element == UInt8 {
    /// The lines of a head; CRLF is the only end of a line, so a stray CR or LF stays in its line.
    var headLines: [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = startIndex
        var index = startIndex
        while index < endIndex {
            if self[index] == 0x0d, index + 1 < endIndex, self[index + 1] == 0x0a {
                lines.append(self[start..<index])
                index += 2
                start = index
            } else {
                index += 1
            }
        }
        return lines + [self[start...]]
    }
}
