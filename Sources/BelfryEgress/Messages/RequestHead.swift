// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A request that was read whole and found to say one thing only.
struct RequestHead: Equatable {
    /// The first line.
    let line: RequestLine

    /// Where it wants to go.
    let destination: RequestLine.Destination

    /// The fields for the origin: without Host, and without what concerns this connection only.
    let fields: HeaderFields

    /// The body's framing; a tunnel has none.
    let body: MessageBody

    /// Reads the fields of a request whose first line is known.
    ///
    /// - Parameters:
    ///   - line: The first line.
    ///   - destination: Its target.
    ///   - fieldLines: The lines behind it.
    /// - Throws: ``Refusal`` when they contradict themselves or the first line.
    init(
        _ line: RequestLine,
        to destination: RequestLine.Destination,
        fieldLines: some Sequence<ArraySlice<UInt8>>
    ) throws(Refusal) {
        var fields: HeaderFields
        let framing: MessageBody?
        do throws(MalformedMessage) {
            fields = try HeaderFields(lines: fieldLines)
            framing = try fields.framing
            try Self.checkHost(fields.values(of: "host"), line, destination.endpoint)
            try fields.removeHopByHop()
        } catch {
            throw error.asRequest
        }
        fields.remove("host")
        body = framing ?? .length(0)
        if case .chunked = body, line.minorVersion == 0 {
            throw .badRequest("the body is in chunks, which HTTP/1.0 has not")
        }
        guard !line.isConnect || body == .length(0) else {
            throw .badRequest("a request for a tunnel has no body")
        }
        self.line = line
        self.destination = destination
        self.fields = fields
    }

    /// The head for the origin: its own form of target and Host, and one request per connection.
    var forwarded: [UInt8] {
        var head: [UInt8] = []
        head += "\(line.method) \(destination.path) HTTP/1.\(line.minorVersion)\r\n".utf8
        head += "host: \(destination.endpoint.authority)\r\n".utf8
        fields.write(to: &head)
        head += "connection: close\r\n\r\n".utf8
        return head
    }

    /// Refuses a Host field that is missing, doubled, or names another place than the target: which
    /// of them counts is where readers differ.
    private static func checkHost(
        _ values: [String],
        _ line: RequestLine,
        _ endpoint: Endpoint
    ) throws(MalformedMessage) {
        guard values.count <= 1 else { throw MalformedMessage("there are several Host fields") }
        guard let value = values.first else {
            if line.minorVersion == 0 { return }
            throw MalformedMessage("there is no Host field")
        }
        let authority: Authority
        do throws(RemoteHost.Malformed) {
            authority = try Authority(value)
        } catch {
            throw MalformedMessage("in the Host field, \(error.problem)")
        }
        guard authority.host == endpoint.host, (authority.port ?? endpoint.port) == endpoint.port
        else { throw MalformedMessage("the Host field names another place than the target") }
    }
}
