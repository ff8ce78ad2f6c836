// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What the program `belfryd` has acknowledged outlives it.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonCrashTests {
    @Test func `shows each push once when it is killed on the way`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let first = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: first)
        let count = 40
        for number in 0..<count {
            let answer = try await fixture.push("\(number)", to: first)
            try #require(answer.status == 200, "\(answer.text)")
        }
        let before = try await first.events(after: 0) { $0.contains { $0.kind == "presented" } }
        first.kill()

        let second = try LiveDaemon(in: fixture.folder)
        let last = try #require(before.last).id
        // One more, so that the log grows whatever was done before the end.
        let answer = try await fixture.push("\(count)", to: second)
        #expect(answer.status == 200)
        let repeated = try await fixture.push("0", to: second)
        #expect(repeated.object["duplicate"] == .bool(true))
        let known = before.filter { $0.kind == "presented" }.count
        let after = try await second.events(after: last) { events in
            events.filter { $0.kind == "presented" }.count == count + 1 - known
        }
        let all = before + after
        let begin = try #require(all.first).id
        #expect(all.map(\.id) == Array(begin..<begin + all.count))
        let presented = all.filter { $0.kind == "presented" }.compactMap(\.sequence)
        #expect(Set(presented).count == count + 1)
        let list = try await second.request("GET", "/v1/notifications?limit=1000")
        guard case .array(let entries)? = list.object["notifications"] else {
            Issue.record("no list: \(list.text)")
            return
        }
        #expect(entries.count == count + 1)
        #expect(entries.allSatisfy { $0.object?["state"] == .string("presented") })
        let titles = entries.map { $0.object?["content"]?.object?["title"]?.string ?? "" }
        #expect(Set(titles) == ["changed"])
        #expect(second.stop() == 0)
    }

    @Test func `finishes a run in progress when it is told to stop`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp(
            "Sample",
            extension: "Naps",
            flags: ["-DNAP_MS=2000"]
        )
        let first = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: first)
        _ = try await fixture.push("1", to: first)
        var state: JSONValue?
        while state != .string("running") {
            state = try await first.request("GET", "/v1/notifications/1").object["state"]
            try #require(state != .string("presented"))
        }
        #expect(first.stop() == 0)
        let check = try await fixture.run(["check", "--state", first.state])
        #expect(check.status == 0)

        let second = try LiveDaemon(in: fixture.folder)
        let entry = try await second.request("GET", "/v1/notifications/1").object
        // It was waited for: the second process had nothing to make again.
        #expect(entry["state"] == .string("presented"))
        #expect(entry["attempts"] == .number(JSONNumber(1)))
        #expect(entry["content"]?.object?["title"] == .string("rested"))
        #expect(second.stop() == 0)
    }

    @Test func `removes an app during its run, and goes on with another`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp(
            "Sample",
            extension: "Naps",
            flags: ["-DNAP_MS=2000"]
        )
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        for number in 1...20 { _ = try await fixture.push("\(number)", to: daemon) }
        let path = "/v1/apps/\(DaemonFixture.app)"
        #expect(try await daemon.request("GET", "/v1/notifications?state=running").text != "")
        #expect(try await daemon.request("DELETE", path).status == 204)
        #expect(try await daemon.request("GET", "/v1/notifications/1").status == 404)
        #expect(try await fixture.push("late", to: daemon).code == "unknown_app")

        // The same app again, without an extension that naps.
        try FileManager.default.removeItem(atPath: app + "/PlugIns")
        try await fixture.install(app, in: daemon)
        let sequence = try await fixture.push("again", to: daemon).object["sequence"]
        try #require(sequence == .number(JSONNumber(21)))
        _ = try await daemon.events(after: 0) { events in
            events.contains { $0.kind == "presented" && $0.sequence == 21 }
        }
        let list = try await daemon.request("GET", "/v1/notifications")
        guard case .array(let entries)? = list.object["notifications"] else {
            Issue.record("no list: \(list.text)")
            return
        }
        #expect(entries.map { $0.object?["sequence"] } == [sequence])
        #expect(entries.first?.object?["state"] == "presented")
        // What still ran has ended: the daemon would wait for it.
        #expect(daemon.stop() == 0)
    }

    @Test func `restores a backup that was made while it ran`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let first = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: first)
        _ = try await fixture.push("1", to: first)
        let copy = fixture.folder.appendingPathComponent("copy.sqlite").path
        let backup = try await fixture.run(["backup", copy, "--state", first.state])
        #expect(backup.status == 0)
        let busy = try await fixture.run(["restore", copy, "--state", first.state])
        #expect(busy.status == 75)
        _ = try await fixture.push("2", to: first)
        let seen = try await first.events(after: 0) { events in
            events.contains { $0.kind == "presented" && $0.sequence == 2 }
        }
        let last = try #require(seen.last?.id)
        #expect(first.stop() == 0)
        let restored = try await fixture.run(["restore", copy, "--state", first.state])
        #expect(restored.status == 0, "\(restored.errors)")
        let second = try LiveDaemon(in: fixture.folder)
        // A follower that has all of the old log is told at once that there is another one.
        let told = try await second.events(after: last) { !$0.isEmpty }
        #expect(told.map(\.kind) == ["gap"])
        let known = try await fixture.push("1", to: second)
        #expect(known.object["duplicate"] == .bool(true))
        let unknown = try await fixture.push("2", to: second)
        #expect(unknown.object["duplicate"] == .bool(false))
        #expect(second.stop() == 0)
    }

    @Test func `a new ledger gives no number that the one before it has given`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        func begin() async throws -> (daemon: LiveDaemon, last: Int, response: Int) {
            let daemon = try LiveDaemon(in: fixture.folder)
            try await fixture.install(app, in: daemon)
            _ = try await fixture.push("1", to: daemon)
            let seen = try await daemon.events(after: 0) { events in
                events.contains { $0.kind == "presented" }
            }
            let answer = try await daemon.request(
                "POST",
                "/v1/notifications/1/response",
                #"{"action":"default"}"#
            )
            guard case .number(let number)? = answer.object["response"] else {
                throw CocoaError(.coderReadCorrupt)
            }
            return (daemon, try #require(seen.last).id, number.int ?? 0)
        }
        let first = try await begin()
        #expect(first.daemon.stop() == 0)
        // As who has a damaged ledger is told to.
        for name in ["center.sqlite", "center.sqlite-wal", "center.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: "\(first.daemon.state)/\(name)")
        }
        let second = try await begin()
        #expect(second.last > first.last && second.response > first.response)
        // A follower of the one before is told that it has missed something.
        let told = try await second.daemon.events(after: first.last) { !$0.isEmpty }
        #expect(told.first?.kind == "gap")
        #expect(second.daemon.stop() == 0)
    }
}
