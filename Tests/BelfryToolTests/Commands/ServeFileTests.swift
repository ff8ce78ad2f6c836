// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry serve-file`, as a browser and a stranger meet it.
@Suite(.timeLimit(.minutes(1)))
struct ServeFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func request(_ address: String, host: String? = nil) throws -> RawRequest {
        let parts = address.split(separator: "/")
        var request = RawRequest("", address: address)
        request.path = "/" + parts[2]
        if let host { request.host = host }
        return request
    }

    @Test func `a name that moves a cursor is escaped in the address, and served`() async throws {
        let name = "a \u{1B}[2J\u{9B}\u{202E}é?#%.txt"
        try folder.write("hello", to: name)
        let server = try FileServer(serving: folder.url.appendingPathComponent(name))
        defer { server.stop() }
        #expect(
            server.address.hasSuffix("/a%20%1B%5B2J%C2%9B%E2%80%AE%C3%A9%3F%23%25.txt"),
            "\(server.address)"
        )
        let answer = try await RawClient.exchange(try request(server.address))
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        #expect(answer.hasSuffix("\r\n\r\nhello"))
    }

    @Test func `a name that is bent to this machine is refused`() async throws {
        try folder.write("hello", to: "a.txt")
        let server = try FileServer(serving: folder.url.appendingPathComponent("a.txt"))
        defer { server.stop() }
        let port = try #require(URL(string: server.address)?.port)
        for host in ["localhost:\(port)", "127.0.0.1:\(port)"] {
            let answer = try await RawClient.exchange(try request(server.address, host: host))
            #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(host): \(answer)")
        }
        for host in ["evil.example", "evil.example:\(port)", "localhost", "127.0.0.1:1", ""] {
            let answer = try await RawClient.exchange(try request(server.address, host: host))
            #expect(answer.hasPrefix("HTTP/1.1 421 "), "\(host): \(answer)")
            #expect(!answer.contains("hello"))
        }
    }

    @Test func `a port that is none is refused`() async throws {
        try folder.write("hello", to: "a.txt")
        for port in ["65536", "-1", "99999999999999"] {
            let result = try await folder.belfry("serve-file", "a.txt", "--port=\(port)")
            #expect(result.status == 64, "\(port): \(result.errors)")
        }
    }
}
