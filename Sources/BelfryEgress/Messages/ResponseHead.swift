// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The head of an origin's answer, made fit to be passed on.
struct ResponseHead: Equatable {
    /// The status code.
    let status: Int

    /// The first line behind the version, as it was.
    let statusText: [UInt8]

    /// The fields without what concerns one connection only.
    let fields: HeaderFields

    /// The body's framing.
    let body: MessageBody

    /// Whether another answer follows: 100 Continue and its kin.
    var isInterim: Bool { status < 200 }

    /// Reads the head.
    ///
    /// - Parameters:
    ///   - bytes: The head's lines.
    ///   - method: The request's method, which decides whether there is a body.
    /// - Throws: ``MalformedMessage`` when it is not an answer of HTTP/1.0 or 1.1, or leaves HTTP.
    init(_ bytes: [UInt8], to method: String) throws(MalformedMessage) {
        let lines = bytes.headLines
        let first = lines[0]
        guard first.starts(with: "HTTP/1.1 ".utf8) || first.starts(with: "HTTP/1.0 ".utf8) else {
            throw MalformedMessage("the answer does not begin as HTTP/1.1 does")
        }
        statusText = Array(first.dropFirst(9))
        let code = statusText.prefix(3)
        guard code.count == 3, code.allSatisfy(\.isDigit), let status = Int(String(code)),
            100...599 ~= status, statusText.count == 3 || statusText[3] == 0x20,
            statusText.allSatisfy(\.isFieldValueByte)
        else { throw MalformedMessage("the answer has no proper status") }
        guard status != 101 else {
            throw MalformedMessage("the answer changes the protocol, which was not asked for")
        }
        var fields = try HeaderFields(lines: lines.dropFirst())
        let framing = try fields.framing
        try fields.removeHopByHop()
        self.status = status
        self.fields = fields
        let hasNoBody = method == "HEAD" || status < 200 || status == 204 || status == 304
        body = hasNoBody ? .length(0) : framing ?? .untilClose
    }

    /// The head for the extension; a final one says that the connection ends with this answer.
    var forwarded: [UInt8] {
        var head = Array("HTTP/1.1 ".utf8) + statusText + Array("\r\n".utf8)
        fields.write(to: &head)
        head += (isInterim ? "\r\n" : "connection: close\r\n\r\n").utf8
        return head
    }
}

extension String {
    fileprivate init(_ digits: ArraySlice<UInt8>) {
        self.init(decoding: digits, as: UTF8.self)
    }
}
