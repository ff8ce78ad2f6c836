// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

@testable import BelfryServer

/// `/v1/events`: what may be asked for, and what a stream begins with.
@Suite(.timeLimit(.minutes(2))) struct DaemonEventsTests {
    /// Reads a stream up to where it has sent all that there is.
    ///
    /// curl goes once it is to write what comes after that.
    private func read(
        _ daemon: LiveDaemon,
        _ query: String = "",
        headers: [String] = []
    ) async throws -> String {
        let script = """
            sed '/that is all for now/q' < <(exec curl -sSNi --unix-socket "$@" 2>/dev/null)
            """
        let arguments = [daemon.socket, "http://localhost/v1/events" + query]
        return try await Command.run(
            "/usr/bin/env",
            ["bash", "-c", script, "bash"] + arguments + headers.flatMap { ["-H", $0] }
        ).output.replacing("\r\n", with: "\n")
    }

    /// The value of the last line that begins with `id: `.
    private func lastID(in text: String) -> Int? {
        text.split(separator: "\n").last { $0.hasPrefix("id: ") }.flatMap { Int($0.dropFirst(4)) }
    }

    private func kinds(in text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { $0.dropFirst(7) }
    }

    /// A daemon whose log has some events.
    private func start(_ fixture: borrowing DaemonFixture) async throws -> LiveDaemon {
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        _ = try await fixture.push("one", to: daemon)
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        return daemon
    }

    @Test func `refuses what is no event's id, on one line, and changes nothing`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let before = try await StateRecord(of: daemon)
        let numbers = [
            "x", "-1", "1.5", "1e3", "0x10", " 1 2", "9223372036854775808", "1;2", "null", "\"1\"",
            String(repeating: "9", count: 4_000), "%00", "é", "../1", "1\t1",
        ]
        for number in numbers + ["+", "-"] {
            let header = try await daemon.request(
                "GET",
                "/v1/events",
                headers: ["Last-Event-ID: \(number)"]
            )
            #expect((header.status, header.code) == (400, "malformed"), "\(number): \(header.text)")
            #expect(header.text.contains("write the id of an event"), "\(header.text)")
            #expect(header.text.split(separator: "\n").count == 1)
        }
        let allowed = CharacterSet(charactersIn: "0123456789abcdefghijklmnopqrstuvwxyz")
        for number in numbers + [""] {
            let text = number.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
            for headers in [[], ["Last-Event-ID: 0"]] {
                let query = try await daemon.request(
                    "GET",
                    "/v1/events?after=\(text)",
                    headers: headers
                )
                #expect(
                    (query.status, query.code) == (400, "malformed"),
                    "\(number): \(query.text)"
                )
                #expect(query.text.split(separator: "\n").count == 1)
            }
        }
        let empty = try await daemon.request("GET", "/v1/events", headers: ["Last-Event-ID;"])
        #expect(empty.status == 400)
        for method in ["POST", "PUT", "DELETE", "PATCH"] {
            let answer = try await daemon.request(method, "/v1/events", "{}")
            #expect(answer.status == 405, "\(method): \(answer.text)")
        }
        #expect(try await StateRecord(of: daemon) == before)
        #expect(daemon.stop() == 0)
    }

    @Test func `begins after the event that is named, and says where all ends`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let all = try await read(daemon, "?after=0")
        #expect(all.hasPrefix("HTTP/1.1 200 OK\n"), "\(all)")
        #expect(all.lowercased().contains("\ncontent-type: text/event-stream\n"), "\(all)")
        #expect(all.lowercased().contains("\ncache-control: no-store\n"), "\(all)")
        let last = try #require(lastID(in: all))
        // The numbers of a new ledger begin with the time.
        #expect(Double(last) > (Date().timeIntervalSince1970 - 3600) * 1000)
        #expect(kinds(in: all).last == "presented")
        // An id that is named twice over: the header is the browser's, which has seen more since.
        let rest = try await read(daemon, "?after=0", headers: ["Last-Event-ID: \(last - 1)"])
        #expect(kinds(in: rest) == ["presented"])
        // Nothing but where it goes on.
        let none = ["?after=\(last)", ""]
        for query in none {
            let now = try await read(daemon, query)
            #expect(kinds(in: now).isEmpty && lastID(in: now) == last, "\(now)")
        }
        // The log of another daemon, or the one before a backup was restored.
        for later in [last + 1, Int.max] {
            let reset = try await read(daemon, headers: ["Last-Event-ID: \(later)"])
            #expect(kinds(in: reset) == ["reset"], "\(reset)")
            #expect(lastID(in: reset) == last)
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `lets no more follow than there may be, until one goes`() {
        let feed = EventFeed()
        var followers = (0..<EventFeed.followerLimit).map { _ in feed.subscribe() }
        #expect(followers.allSatisfy { $0 != nil })
        #expect(feed.subscribe() == nil)
        followers.removeLast()
        #expect(feed.subscribe() != nil)
    }
}
