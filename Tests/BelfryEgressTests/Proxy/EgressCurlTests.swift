// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import Foundation
import NIOCore
import Subprocess
import SystemPackage
import Testing

@testable import BelfryEgress

/// What a client nobody here wrote makes of the proxy.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: FileManager.default.isExecutableFile(atPath: Curl.path))
)
struct EgressCurlTests {
    @Test func `curl fetches through the proxy and follows a redirect`() async throws {
        try await TestOrigin.serving { client in
            let isFirst = try await client.readHead().hasPrefix("GET /first ")
            try await client.send(
                isFirst
                    ? "HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
            )
        } during: { origin in
            let url = "http://127.0.0.1:\(origin.port)"
            try await ProxyFixture.running([url]) { fixture in
                let result = try await Curl.run(through: fixture, "--location", "\(url)/first")
                #expect(result == Curl.Result(end: .exited(0), output: "hello"))
                #expect(try await fixture.decision().reason == .allowed)
                #expect(try await fixture.decision().reason == .allowed)
            }
        }
    }

    @Test func `curl sends a body through the proxy`() async throws {
        try await TestOrigin.serving { client in
            let text = try await client.read { $0.hasSuffix("!") }
            try await client.send("HTTP/1.1 200 OK\r\n\r\nheard \(text.suffix(7))")
        } during: { origin in
            let url = "http://127.0.0.1:\(origin.port)"
            try await ProxyFixture.running([url]) { fixture in
                let result = try await Curl.run(through: fixture, "--data", "a body!", url)
                #expect(result == Curl.Result(end: .exited(0), output: "heard a body!"))
                #expect(try await fixture.decision().method == "POST")
            }
        }
    }

    @Test func `curl reports a denied tunnel`() async throws {
        try await ProxyFixture.running([]) { fixture in
            let result = try await Curl.run(through: fixture, "https://evil.example/")
            #expect(!result.end.isSuccess)
            #expect(try await fixture.decision().reason == .notListed)
        }
    }

    @Test func `curl reports an answer that was cut`() async throws {
        try await TestOrigin.answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello") {
            origin in
            let url = "http://127.0.0.1:\(origin.port)"
            try await ProxyFixture.running([url]) { fixture in
                let result = try await Curl.run(through: fixture, url)
                #expect(!result.end.isSuccess)
                #expect(try await fixture.decision().reason == .connectionLost)
            }
        }
    }
}

/// The command-line client.
enum Curl {
    /// Where Debian has it.
    static let path = "/usr/bin/curl"

    /// How a call ended.
    struct Result: Equatable {
        let end: TerminationStatus

        /// What it fetched.
        let output: String
    }

    /// Runs it with the environment a worker gets.
    static func run(through fixture: ProxyFixture, _ arguments: String...) async throws -> Result {
        let proxy = "http://127.0.0.1:\(fixture.port)"
        let curl = try await Subprocess.run(
            .path(FilePath(path)),
            arguments: Arguments(["--silent", "--max-time", "20"] + arguments),
            environment: .custom(["http_proxy": proxy, "https_proxy": proxy]),
            output: .string(limit: 1 << 20)
        )
        return Result(end: curl.terminationStatus, output: curl.standardOutput)
    }
}
