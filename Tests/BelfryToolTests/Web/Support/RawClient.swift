// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import NIOPosix

/// Says to a server what no well-behaved client says, byte for byte.
enum RawClient {
    /// Sends a request and gives all that comes until the server closes, or until it is enough.
    static func exchange(
        _ request: RawRequest,
        until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: request.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel
                    )
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request.text))
            var received = ByteBuffer()
            for try await var part in inbound {
                received.writeBuffer(&part)
                if isEnough(String(buffer: received)) { break }
            }
            return String(buffer: received)
        }
    }
}

extension RawClient {
    /// A connection on which nothing is said.
    static func connect(port: Int) async throws -> any Channel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
    }
}

/// A request as text, right in all that a test does not change.
struct RawRequest: Sendable {
    /// Where it goes, whatever it says.
    let port: Int
    var method = "GET"
    var path: String
    var host: String
    var headers: [(String, String)] = []
    var body = ""

    /// A request to a page's server: for what its address has after the token.
    init(_ name: String, address: String, method: String = "GET") {
        let parts = address.split(separator: "/")
        host = String(parts[1])
        port = host.split(separator: ":").last.flatMap { Int($0) } ?? 0
        path = "/\(parts[2])/\(name)"
        self.method = method
    }

    /// One that does something, as the page sends it.
    static func input(_ json: String, address: String) -> RawRequest {
        var request = RawRequest("input", address: address, method: "POST")
        request.headers = [
            ("Origin", "http://\(request.host)"), ("Content-Type", "application/json"),
            ("Content-Length", "\(json.utf8.count)"),
        ]
        request.body = json
        return request
    }

    /// Replaces a header.
    mutating func set(_ name: String, _ value: String?) {
        headers.removeAll { $0.0 == name }
        if let value { headers.append((name, value)) }
    }

    /// Its bytes; the server is to close after it.
    var text: String {
        let lines = [("Host", host), ("Connection", "close")] + headers
        return "\(method) \(path) HTTP/1.1\r\n"
            + lines.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n" + body
    }
}
