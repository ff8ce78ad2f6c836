// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A page that a view shows: a MIME entity (RFC 2045) as an extension wrote it, checked.
///
/// Nothing of the page itself is looked at: it is for a browser that is kept from all that the
/// extension is kept from.
package struct WebPageFile: Sendable, Equatable {
    /// Its type as a header field has it, such as `text/html; charset=utf-8`.
    package let type: String

    /// Where it is, by http or https; nil for a page without an address of its own.
    package let address: String?

    /// The page.
    package let content: [UInt8]

    /// The media type of the whole file.
    package static let mediaType = "message/rfc822"

    /// As long as its header may be, in bytes, the empty line included.
    private static let headerByteLimit = 8192

    private static let types: Set = ["text/html", "application/xhtml+xml"]

    /// Reads a file.
    ///
    /// - Throws: ``PictureFault`` where there is no header or no page's type in it.
    package init(_ bytes: [UInt8]) throws(PictureFault) {
        guard let end = Self.headerEnd(in: bytes) else {
            throw PictureFault("is no page: it has no header")
        }
        let fields = Self.fields(of: bytes[..<end.header])
        let type = fields["content-type"] ?? ""
        let kind = type.prefix { $0 != ";" }.lowercased()
        guard Self.types.contains(kind.filter { $0 != " " }) else {
            throw PictureFault("is no page: its Content-Type is not text/html")
        }
        self.type = type
        address = fields["content-location"].flatMap { Self.isOfWeb($0) ? $0 : nil }
        content = Array(bytes[end.body...])
    }

    /// Where the header ends and the page begins; nil without an empty line.
    private static func headerEnd(in bytes: [UInt8]) -> (header: Int, body: Int)? {
        let head = bytes.prefix(headerByteLimit)
        var start = 0
        while let feed = head[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = head[start..<feed]
            if line.isEmpty || line.elementsEqual("\r".utf8) { return (start, feed + 1) }
            start = feed + 1
        }
        return nil
    }

    /// The fields by their names in lower case, the first of a name: of printable ASCII alone.
    private static func fields(of header: ArraySlice<UInt8>) -> [String: String] {
        var fields: [String: String] = [:]
        for line in header.split(separator: UInt8(ascii: "\n")) {
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard text.allSatisfy({ (0x20...0x7e).contains($0) }),
                let colon = text.firstIndex(of: UInt8(ascii: ":"))
            else { continue }
            let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            let value = text[(colon + 1)...].drop { $0 == 0x20 }
            fields[name] = fields[name] ?? String(decoding: value, as: UTF8.self)
        }
        return fields
    }

    /// Whether an address is by http or https, and names no user.
    private static func isOfWeb(_ address: String) -> Bool {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        let rest = address.dropFirst(scheme.count)
        guard ["http", "https"].contains(scheme), rest.hasPrefix("://") else { return false }
        return !rest.dropFirst(3).prefix { !"/?#\\".contains($0) }.contains("@")
    }
}
