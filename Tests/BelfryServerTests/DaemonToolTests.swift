// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// The commands of `belfry` that speak to the daemon, with the daemon's program and real workers.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonToolTests {
    /// Runs `belfry` on a daemon's socket.
    private func belfry(
        _ daemon: LiveDaemon,
        _ arguments: String...
    ) async throws -> Command.Result {
        try await belfry(daemon, arguments)
    }

    private func belfry(
        _ daemon: LiveDaemon,
        _ arguments: [String]
    ) async throws -> Command.Result {
        let program = Workshop.products.appendingPathComponent("belfry").path
        let variables = ["NO_COLOR=1", "BELFRY_SOCKET=\(daemon.socket)"]
        return try await Command.run("/usr/bin/env", variables + [program] + arguments)
    }

    /// Commands that nobody but the daemon can answer.
    private static let commands = [
        "apps", "list", "show 1", "explain 1", "respond 1 default", "remove 1", "restore 1",
        "allow a", "deny a", "reset a", "settings a", "device", "clock", "location", "log",
        "push-log", "center", "open a", "schedule a --title t --in 9", "topic list",
        "provider list", "token a",
    ]

    private func write(
        _ text: String,
        _ name: String,
        in fixture: borrowing DaemonFixture
    ) throws -> String {
        let file = fixture.folder.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    @Test func `has an app notify quietly, and lets it notify again`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        let name = DaemonFixture.app
        try await fixture.install(try await fixture.makeApp("Sample"), in: daemon)
        let quiet = try await belfry(daemon, "allow", name, "--provisional")
        #expect(quiet.output == "\(name): may notify quietly\n", "\(quiet.errors)")
        let app = try await daemon.request("GET", "/v1/apps/\(name)")
        #expect(app.object["authorization"] == "provisional", "\(app.text)")
        let payload = #"{"aps":{"alert":{"title":"quiet"},"sound":"default"}}"#
        _ = try await daemon.request("POST", "/v1/apps/\(name)/push", payload)
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let shown = try await daemon.request("GET", "/v1/notifications/1").object
        #expect(shown["presentation"]?.object?["surfaces"] == ["list"], "\(shown)")
        let next = try await belfry(daemon, "show", "1").output
        #expect(next.contains("belfry allow \(name)  keeps what notifies quietly"), "\(next)")
        #expect(try await belfry(daemon, "allow", name).output == "\(name): may notify\n")
        let allowed = try await daemon.request("GET", "/v1/apps/\(name)")
        #expect(allowed.object["authorization"] == "authorized", "\(allowed.text)")
        let both = try await belfry(
            daemon,
            "allow",
            name,
            "--provisional",
            "--delivery",
            "immediate"
        )
        #expect(
            both.status == 64 && both.errors.contains("Either --provisional or --delivery"),
            "\(both)"
        )
        #expect(daemon.stop() == 0)
    }

    @Test func `installs an app, pushes to it, explains and responds`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let daemon = try LiveDaemon(in: fixture.folder)
        let name = DaemonFixture.app
        let push = try write(
            ##"{"Simulator Target Bundle":"\##(name)","aps":{"alert":{"title":"a\u001bb"},"mutable-content":1}}"##,
            "push.apns",
            in: fixture
        )
        #expect(try await belfry(daemon, "install", app).output.contains("belfry allow \(name)"))
        #expect(try await belfry(daemon, "push", push).output.hasPrefix("notification 1: accepted"))
        #expect(try await belfry(daemon, "allow", name).output == "\(name): may notify\n")
        #expect(try await belfry(daemon, "push", name, push, "--identifier", "x").status == 0)
        let again = try await belfry(daemon, "push", push, "--id", "x")
        #expect(again.output.contains("was there already"))
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }

        let dropped = try await belfry(daemon, "list", "--dropped")
        #expect(dropped.output.contains("a\\u{1B}b"), "\(dropped.output)")
        let shown = try await belfry(daemon, "list", "--delivered", "--json")
        let list = try JSONValue.parse(Array(shown.output.utf8)).object?["notifications"]
        guard case .array(let entries)? = list else { throw CocoaError(.coderReadCorrupt) }
        #expect(entries.map { $0.object?["sequence"] } == [2])
        #expect(entries.first?.object?["content"]?.object?["title"] == "changed")

        let found = try await belfry(daemon, "list", "--search", "CHANG fixture")
        #expect(found.output.contains("changed"), "\(found.output)\(found.errors)")
        #expect(try await belfry(daemon, "list", "--search", "coffee").output == "There is none.\n")
        let empty = try await belfry(daemon, "list", "--search", "?")
        #expect(empty.status == 65 && empty.errors.contains("no word"), "\(empty.errors)")
        #expect(try await belfry(daemon, "list", "--pending", "--search", "a").status == 64)

        let why = try await belfry(daemon, "explain", "1").output
        #expect(why.contains("belfry allow \(name) lets later ones come."), "\(why)")
        let verdict = try await belfry(daemon, "explain", "2").output
        #expect(verdict.contains("verdict     delivered"), "\(verdict)")
        for row in ["after", "wall", "memory", "sandbox"] {
            #expect(verdict.contains("\n  \(row) "), "\(verdict)")
        }
        try await showNotifications(of: daemon)
        #expect(try await belfry(daemon, "restore", "1").status == 0)
        let response = try await belfry(daemon, "respond", "2", "default")
        #expect(response.output.contains(/^response [0-9]+/))
        #expect(try await belfry(daemon, "respond", "2", "default").status == 65)
        let metrics = try await daemon.request("GET", "/metrics").text
            .split(separator: "\n").map(String.init)
        for line in [
            #"belfry_pushes_total{outcome="accepted"} 2"#,
            #"belfry_pushes_total{outcome="duplicate"} 1"#,
            "belfry_ledger_notifications 2",
            "belfry_journal_wait_seconds_count 1",
            // The host's own are among them.
            #"belfry_runs_total{reason="completed",verdict="delivered"} 1"#,
        ] {
            #expect(metrics.contains(line), "\(line) of \(metrics)")
        }
        #expect(try await belfry(daemon, "remove", "1").output == "notification 1: removed\n")
        #expect(try await belfry(daemon, "list", "--removed").output.contains("a\\u{1B}b"))
        let next = try await belfry(daemon, "show", "1").output
        #expect(next.contains("belfry restore 1  puts it back"), "\(next)")
        let back = try await belfry(daemon, "restore", "1")
        #expect(back.output == "notification 1: presented\n", "\(back.output)\(back.errors)")
        let changed = try await belfry(
            daemon,
            ["settings", name, "--no-sound", "--scheduled-delivery", "--previews", "never"]
        )
        let words = changed.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("sound disabled badge enabled"),
            "\(changed.output)\(changed.errors)"
        )
        #expect(words.contains("scheduled delivery enabled"), "\(words)")
        #expect(words.contains("previews never"), "\(words)")
        let read = try await belfry(daemon, "settings", name)
        #expect(read.output == changed.output, "\(read.output)\(read.errors)")
        #expect(try await belfry(daemon, "settings", "none").status == 66)
        #expect(try await belfry(daemon, "deny", name).output == "\(name): may not notify\n")
        #expect(try await belfry(daemon, "apps").output.contains("denied"))
        #expect(try await belfry(daemon, "reset", name).status == 0)
        #expect(try await belfry(daemon, "remove", name).output == "\(name): removed\n")
        #expect(try await belfry(daemon, "apps").output.hasPrefix("No app is installed"))
        #expect(daemon.stop() == 0)
    }

    @Test func `names the push type that kept an extension from being called`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let daemon = try LiveDaemon(in: fixture.folder)
        let name = DaemonFixture.app
        try await fixture.install(app, in: daemon)
        let text = #"{"aps":{"alert":{"title":"before"},"mutable-content":1}}"#
        let push = try write(text, "push.apns", in: fixture)
        let sent = try await belfry(daemon, "push", name, push, "--push-type", "background")
        #expect(sent.output.hasPrefix("notification 1: accepted"), "\(sent)")
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let why = try await belfry(daemon, "explain", "1").output
        for line in [
            "content     before", "verdict     notCalled: push_type",
            "  no        Is the push of the type alert?", "            found: background",
            "            send the header apns-push-type: alert",
        ] {
            #expect(why.contains("  \(line)\n"), "\(line) of \(why)")
        }
        // Every other condition is met.
        #expect(why.matches(of: /\n {4}no\s/).count == 1, "\(why)")
        #expect(daemon.stop() == 0)
    }

    /// Has one notification shown that was delivered, one that was dropped, and one that is not there.
    private func showNotifications(of daemon: LiveDaemon) async throws {
        let shown = try await belfry(daemon, "show", "2")
        #expect(shown.status == 0)
        for row in ["title       changed", "state       presented", "payload     {"] {
            #expect(shown.output.contains("  \(row)\n"), "\(shown.output)")
        }
        #expect(shown.output.contains("sent        a\\u{1B}b"), "\(shown.output)")
        let dropped = try await belfry(daemon, "show", "1").output
        #expect(dropped.contains("belfry restore 1  shows it"), "\(dropped)")
        let document = try await belfry(daemon, "show", "2", "--json").output
        let object = try JSONValue.parse(Array(document.utf8)).object
        #expect(object?["original"]?.object?["title"] == "a\u{1B}b")
        for (arguments, status, word) in [
            (["9"], 66, "there is no notification 9"), (["seven"], 64, "belfry list"),
            (["2", "--web"], 64, "--web goes with a bundle"),
        ] as [([String], Int32, String)] {
            let program = Workshop.products.appendingPathComponent("belfry").path
            let all = ["show"] + arguments + ["--socket", daemon.socket]
            let result = try await Command.run(program, all)
            #expect(result.status == status, "\(result.errors)")
            #expect(result.errors.contains(word), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
    }

    @Test func `schedules, moves the clock and the device, and prints the log`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--virtual-clock"])
        let name = DaemonFixture.app
        try await fixture.install(app, in: daemon)
        #expect(
            try await belfry(daemon, "schedule", name, "--title", "t", "--in", "60", "--id", "a")
                .output == "request a: added\n"
        )
        let named = [
            "schedule", name, "--title", "t", "--category", "none", "--in", "9999", "--id", "c",
        ]
        let warned = try await belfry(daemon, named)
        #expect(
            warned.errors.hasPrefix(#"belfry: warning: request "c" has the category "none", which"#)
        )
        #expect(warned.output == "request c: added\n")
        _ = try await daemon.request("DELETE", "/v1/apps/\(name)/requests/c")
        for seconds in ["nan", "inf", "0"] {
            let never = try await belfry(daemon, "schedule", name, "--title", "t", "--in", seconds)
            #expect(never.status == 64 && never.errors.contains("--in takes seconds above 0"))
        }
        let region = #"{"identifier":"r","latitude":-33.8,"longitude":151.2,"radius":500}"#
        let place = try write(
            #"{"identifier":"p","content":{"body":"here"},"trigger":{"kind":"location","region":\#(region)}}"#,
            "place.json",
            in: fixture
        )
        #expect(try await belfry(daemon, "schedule", name, place).status == 0)
        let pending = try await belfry(daemon, "list", "--pending").output
        #expect(pending.contains("at a place"), "\(pending)")
        #expect(try await belfry(daemon, "clock", "--next").output.contains("nothing"))
        let nowhere = try await belfry(daemon, "location")
        #expect(nowhere.output.contains("location    none"), "\(nowhere.output)\(nowhere.errors)")
        #expect(try await belfry(daemon, "location", "0,0").status == 0)
        let moved = try await belfry(daemon, "location", "-33.8,151.2")
        #expect(moved.output.contains("location    -33.8,151.2"), "\(moved.output)\(moved.errors)")
        _ = try await daemon.events(after: 0) { events in
            events.filter { $0.kind == "presented" }.count == 2
        }
        let device = try await belfry(daemon, "device", "--lock", "locked", "--focus", "Work")
        #expect(device.output.contains("lock        locked"), "\(device.output)")
        #expect(device.output.contains("focus       Work"))
        #expect(
            try await belfry(daemon, "device", "--focus", "none").output.contains(
                "focus       none"
            )
        )

        let absent = try await belfry(daemon, "device", "--foreground", "org.none")
        #expect(absent.status != 0 && absent.errors.contains("org.none"), "\(absent.errors)")

        let log = try cursors(try await belfry(daemon, "log", "--json").output)
        guard case .number(let number)? = log.first, let first = number.int else {
            throw CocoaError(.coderReadCorrupt)
        }
        #expect(log == (first..<first + log.count).map { .number(JSONNumber($0)) })
        let rest = try await belfry(daemon, "log", "--after", "\(first + log.count - 2)").output
        #expect(rest.split(separator: "\n").count == 1)
        #expect(daemon.stop() == 0)
    }

    @Test func `lets time pass from one due time to the next, or sleeps over all of them`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--virtual-clock"])
        let name = DaemonFixture.app
        try await fixture.install(app, in: daemon)
        let added = try await belfry(
            daemon,
            ["schedule", name, "--title", "t", "--in", "60", "--repeats", "--id", "a"]
        )
        #expect(added.status == 0, "\(added.errors)")
        // One request stops 500 times at most, and the tool asks again.
        let awake = try await belfry(daemon, "clock", "--advance", "36000")
        #expect(awake.status == 0, "\(awake.errors)")
        let events = try await daemon.events(after: 0) { events in
            events.filter { $0.kind == "presented" }.count == 600
        }
        #expect(events.filter { $0.kind == "accepted" }.count == 600)
        let onTime = try await daemon.request("GET", "/v1/notifications/600")
        #expect(onTime.status == 200 && onTime.object["late"] == nil, "\(onTime.text)")
        let asleep = try await belfry(daemon, "clock", "--sleep", "630")
        #expect(asleep.status == 0, "\(asleep.errors)")
        _ = try await daemon.events(after: 0) { events in
            events.filter { $0.kind == "presented" }.count == 601
        }
        let late = try await daemon.request("GET", "/v1/notifications/601").object["late"]
        #expect(late?.object?["missed"] == 10, "\(late as Any)")
        let both = try await belfry(daemon, "clock", "--sleep", "1", "--advance", "1")
        #expect(both.status == 64)
        #expect(daemon.stop() == 0)
    }

    @Test func `follows the log over a daemon that is killed`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let first = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: first)
        let output = Pipe()
        let errors = Pipe()
        let follower = try Program(
            Workshop.products.appendingPathComponent("belfry").path,
            ["log", "--follow", "--after", "0", "--json", "--socket", first.socket],
            streams: (
                STDIN_FILENO, output.fileHandleForWriting.fileDescriptor,
                errors.fileHandleForWriting.fileDescriptor
            )
        )
        defer { follower.end() }
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        _ = try await fixture.push("1", to: first)
        let before = try await first.events(after: 0) { $0.contains { $0.kind == "presented" } }
        // A follower that has never reached a daemon ends where there is none.
        var text = ""
        while !text.contains("\n") { text += try next(output) }
        first.kill()
        var notice = ""
        while !notice.contains("\n") { notice += try next(errors) }
        #expect(notice == "belfry: the daemon has ended; waiting for it\n")

        let second = try LiveDaemon(in: fixture.folder)
        _ = try await fixture.push("2", to: second)
        let last = try await second.events(after: 0) { events in
            events.filter { $0.kind == "presented" }.count == 2
        }.last
        while try !text.hasSuffix("\n")
            || cursors(text).last != last.map({ .number(JSONNumber($0.id)) })
        {
            text += try next(output)
        }
        let all = try cursors(text)
        let begin = try #require(before.first).id
        #expect(all == (begin..<begin + all.count).map { .number(JSONNumber($0)) })
        #expect(second.stop() == 0)
    }

    /// Waits for what a program writes next; an end before that is a failure.
    private func next(_ pipe: Pipe) throws -> String {
        let bytes = pipe.fileHandleForReading.availableData
        try #require(!bytes.isEmpty)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func cursors(_ text: String) throws -> [JSONValue?] {
        try text.split(separator: "\n").map {
            try JSONValue.parse(Array($0.utf8)).object?["cursor"]
        }
    }

    @Test func `says how to start a daemon, and what one refuses`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        let words = daemon.announcement.split(whereSeparator: { " ,\n".contains($0) })
        let origin = String(try #require(words.first { $0.hasPrefix("http://127") }))
        let token = daemon.state + "/token"
        let wrong = try write(String(repeating: "0", count: 64), "wrong", in: fixture)
        let loopback = try await belfry(
            daemon,
            "install",
            app,
            "--url",
            origin,
            "--token-file",
            token
        )
        #expect(loopback.status == 0, "\(loopback.errors)")
        let rows: [(arguments: [String], status: Int32, word: String)] = [
            (["--url", origin, "--token-file", wrong], 77, "token"),
            (["--url", origin, "--token-file", "/none"], 66, "--token-file"),
            (["--socket", fixture.folder.path + "/none"], 69, "start one with `"),
            (["--socket", daemon.state + "/center.sqlite"], 69, "start one with `"),
        ]
        for row in rows {
            let program = Workshop.products.appendingPathComponent("belfry").path
            let result = try await Command.run(program, ["apps"] + row.arguments)
            #expect(result.status == row.status, "\(result.errors)")
            #expect(result.errors.contains(row.word), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1)
        }
        let place = ["--socket", fixture.folder.path + "/none"]
        let push = try write(#"{"aps":{"alert":"text"}}"#, "push.apns", in: fixture)
        let files = [["install", app], ["push", "a", push]]
        let commands = Self.commands.map { $0.split(separator: " ").map(String.init) }
        for words in commands + files {
            let program = Workshop.products.appendingPathComponent("belfry").path
            let result = try await Command.run(program, words + place)
            #expect(result.status == 69, "\(words): \(result)")
            #expect(result.output.isEmpty, "\(words): \(result)")
            #expect(result.errors.contains("start one with `"), "\(words): \(result)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(words): \(result)")
        }
        #expect(try await belfry(daemon, "push", "none", "/dev/null").status == 65)
        let closed = try await belfry(daemon, "apns", "refuse", "Forbidden")
        #expect(closed.errors.contains("belfryd --apns-port 2197"), "\(closed.errors)")
        #expect(try await belfry(daemon, "explain", "9").status == 66)
        let absent = try await belfry(daemon, "install", fixture.folder.path + "/None.app")
        #expect(absent.status == 66 && absent.errors.contains("None.app"), "\(absent.errors)")
        #expect(daemon.stop() == 0)
    }
}
