// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The values of a form that is sent in parts (RFC 7578).
struct MultipartForm {
    /// The values in order; those of files are left out.
    private(set) var values: [(name: String, value: String)] = []

    /// Most parts that are read.
    private static let partLimit = 32

    /// Takes a form apart; nil for a body that is no such form.
    ///
    /// - Parameters:
    ///   - body: The request's body.
    ///   - type: Its `Content-Type`, which names the boundary.
    init?(_ body: [UInt8], type: String) {
        guard let boundary = Self.parameter("boundary", of: type[...]),
            (1...70).contains(boundary.utf8.count)
        else { return nil }
        // Each part ends where the next one's line begins; before the first one nothing is needed.
        let line = Array("\r\n--\(boundary)".utf8)
        let pieces = Self.split(Array("\r\n".utf8) + body, by: line)
        guard let last = pieces.last, last.starts(with: "--".utf8) else { return nil }
        for piece in pieces.dropFirst().dropLast() {
            guard let part = Self.part(piece) else { return nil }
            if let name = part.name { values.append((name, part.value)) }
        }
    }

    /// A part's name, nil for a file, and its value.
    private static func part(_ bytes: ArraySlice<UInt8>) -> (name: String?, value: String)? {
        let end = Array("\r\n\r\n".utf8)
        let pieces = split(bytes, by: end, limit: 1)
        guard pieces.count == 2 else { return nil }
        let lines = String(decoding: pieces[0], as: UTF8.self).split(whereSeparator: \.isNewline)
        let field = "content-disposition:"
        guard let line = lines.first(where: { $0.lowercased().hasPrefix(field) }),
            let name = parameter("name", of: line)
        else { return nil }
        let isFile = parameter("filename", of: line) != nil
        return (isFile ? nil : name, String(decoding: pieces[1], as: UTF8.self))
    }

    /// A parameter of a header (RFC 9110, section 5.6.6); nil where it is absent.
    private static func parameter(_ name: String, of header: Substring) -> String? {
        for piece in header.split(separator: ";").dropFirst() {
            let pair = piece.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmed.lowercased() == name else { continue }
            let value = pair[1].trimmed
            let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
            return isQuoted ? String(value.dropFirst().dropLast()) : value
        }
        return nil
    }

    /// The pieces between a mark, each byte looked at a fixed number of times.
    private static func split(
        _ bytes: some RandomAccessCollection<UInt8>,
        by mark: [UInt8],
        limit: Int = partLimit + 2
    ) -> [ArraySlice<UInt8>] {
        let bytes = ArraySlice(bytes)
        var pieces: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var place = start
        while pieces.count < limit, place + mark.count <= bytes.endIndex {
            if bytes[place] == mark[0], bytes[place..<place + mark.count].elementsEqual(mark) {
                pieces.append(bytes[start..<place])
                place += mark.count
                start = place
            } else {
                place += 1
            }
        }
        pieces.append(bytes[start...])
        return pieces
    }
}
