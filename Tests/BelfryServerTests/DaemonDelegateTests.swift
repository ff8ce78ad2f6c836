// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// Apps whose delegate is called: started for it, killed in it, never answering.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonDelegateTests {
    private static let own = "/v1/apps/\(DaemonFixture.app)"

    /// Installs the app that listens; it may notify, and has one category.
    private func start(
        _ fixture: borrowing DaemonFixture,
        _ arguments: [String] = []
    ) async throws -> LiveDaemon {
        let program = try await fixture.workshop.appProgram("Listens")
        let app = try await fixture.makeApp("Listener", program: program)
        let daemon = try LiveDaemon(in: fixture.folder, arguments)
        try await fixture.install(app, in: daemon)
        let plain = ["crash", "leave", "wait", "never", "stay"]
            .map { #",{"identifier":"\#($0)","title":"\#($0)"}"# }
        let categories = """
            [{"identifier":"c","actions":[{"identifier":"up","title":"Up","options":["foreground"]},\
            {"identifier":"reply","title":"Reply","textInput":{}}\(plain.joined())],\
            "options":["customDismissAction"]}]
            """
        let answer = try await daemon.request("GET", Self.own + "/token").object
        let token = try #require(answer["token"]?.string)
        let set = try await daemon.request(
            "PUT",
            "/v1/app/categories",
            categories,
            headers: ["Authorization: Bearer \(token)"]
        )
        try #require(set.status == 204, "\(set.text)")
        return daemon
    }

    /// Has the app a notification that is shown at once, and returns its number.
    private func notify(
        _ daemon: LiveDaemon,
        _ title: String,
        category: String = "c"
    ) async throws -> Int {
        let content = #"{"title":"\#(title)","categoryIdentifier":"\#(category)"}"#
        let body = #"{"identifier":"\#(title)","content":\#(content)}"#
        let added = try await daemon.request("POST", Self.own + "/requests", body)
        try #require(added.status == 201, "\(added.text)")
        return try await number(daemon, of: title)
    }

    private func number(_ daemon: LiveDaemon, of identifier: String) async throws -> Int {
        while true {
            let list = try await daemon.request("GET", "/v1/notifications?limit=1000")
            guard case .array(let entries)? = list.object["notifications"] else {
                throw CocoaError(.coderReadCorrupt)
            }
            let entry = entries.first { $0.object?["identifier"] == .string(identifier) }?.object
            let isWaiting = ["accepted", "running", "decided"].map { JSONValue.string($0) }
                .contains(entry?["state"])
            if let entry, !isWaiting, case .number(let number)? = entry["sequence"] {
                return try #require(number.int)
            }
        }
    }

    @discardableResult
    private func respond(
        _ daemon: LiveDaemon,
        _ number: Int,
        _ action: String
    ) async throws -> Int {
        let body = #"{"action":"\#(action)"}"#
        let path = "/v1/notifications/\(number)/response"
        let answer = try await daemon.request("POST", path, body)
        try #require(answer.status == 201, "\(answer.text)")
        guard case .number(let number)? = answer.object["response"] else { return 0 }
        return number.int ?? 0
    }

    /// Waits until the app has written a line that begins so, a number of times.
    private func waitFor(
        _ prefix: String,
        _ count: Int = 1,
        in fixture: borrowing DaemonFixture
    ) async throws -> [String] {
        let file = fixture.folder.appendingPathComponent("app.log")
        while true {
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            let lines = text.split(separator: "\n").map(String.init)
            if lines.filter({ $0.hasPrefix(prefix) }).count >= count { return lines }
            try #require(!Task.isCancelled)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private static let opening = "com.apple.UNNotificationDefaultActionIdentifier"
    private static let dismissal = "com.apple.UNNotificationDismissActionIdentifier"

    @Test func `starts an app for a response, and gives it each once`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        let number = try await notify(daemon, "a")
        let tool = try await Command.run(
            Workshop.products.appendingPathComponent("belfry").path,
            ["respond", "\(number)", "reply", "yes", "--socket", daemon.socket]
        )
        #expect(tool.status == 0, "\(tool)")
        _ = try await waitFor("response a", in: fixture)
        try await respond(daemon, try await notify(daemon, "b"), Self.dismissal)
        _ = try await waitFor("response b", in: fixture)
        // Without the category's option the app hears nothing of a dismissal.
        try await respond(daemon, try await notify(daemon, "c", category: ""), Self.dismissal)
        try await respond(daemon, try await notify(daemon, "d"), Self.opening)
        let lines = try await waitFor("response d", in: fixture)
        #expect(try await daemon.endedResponses(4) == Array(repeating: "acknowledged", count: 4))
        #expect(
            Array(lines.dropFirst()) == [
                "response a reply yes", "response b \(Self.dismissal) ",
                "response d \(Self.opening) ",
            ]
        )
        #expect(lines.filter { $0.hasPrefix("start ") }.count == 1)
        // The action that opens the app has brought it to the front; the others have not.
        let device = try await daemon.request("GET", "/v1/device").object
        #expect(device["foregroundApp"] == .string(DaemonFixture.app))
        #expect(daemon.stop() == 0)
    }

    @Test func `an action brings its app to the front where it has the option, and no other one`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        let (first, second) = (try await notify(daemon, "a"), try await notify(daemon, "b"))
        for (number, action, isInFront) in [(first, "reply", false), (second, "up", true)] {
            try await respond(daemon, number, action)
            let device = try await daemon.request("GET", "/v1/device").object
            let front = device["foregroundApp"]
            #expect((front == .string(DaemonFixture.app)) == isInFront, "\(action)")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `keeps a response for an app that has no delegate until it has one`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        try await respond(daemon, try await notify(daemon, "a"), "leave")
        #expect(try await daemon.endedResponses(1) == ["acknowledged"])
        try await respond(daemon, try await notify(daemon, "b"), "up")
        let tool = Workshop.products.appendingPathComponent("belfry").path
        var said = ""
        while !said.contains("the response to b waits for one") {
            try #require(!Task.isCancelled)
            let arguments = ["log", DaemonFixture.app, "--socket", daemon.socket]
            said = try await Command.run(tool, arguments).output
        }
        let log = fixture.folder.appendingPathComponent("app.log")
        #expect(try !String(contentsOf: log, encoding: .utf8).contains("response b"))
        try Data().write(to: fixture.folder.appendingPathComponent("go"))
        let lines = try await waitFor("response b", in: fixture)
        #expect(try await daemon.endedResponses(2) == ["acknowledged", "acknowledged"])
        #expect(lines.filter { $0.hasPrefix("response b") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.hasPrefix("start ") }.count == 1, "\(lines)")
        #expect(daemon.stop() == 0)
    }

    @Test func `gives a response again to an app that was killed with it`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        try await respond(daemon, try await notify(daemon, "a"), "crash")
        let lines = try await waitFor("response a", 2, in: fixture)
        #expect(try await daemon.endedResponses(1) == ["acknowledged"])
        #expect(lines.filter { $0.hasPrefix("start ") }.count == 2)
        #expect(lines.filter { $0.hasPrefix("response") }.count == 2)
        #expect(daemon.stop() == 0)
    }

    @Test func `gives an app that lives a response once, over a killed daemon`() async throws {
        let fixture = try DaemonFixture()
        let first = try await start(fixture)
        defer { first.killApps() }
        try await respond(first, try await notify(first, "a"), "wait")
        try await respond(first, try await notify(first, "b"), "up")
        _ = try await waitFor("response a", in: fixture)
        first.kill()
        let second = try LiveDaemon(in: fixture.folder)
        try Data().write(to: fixture.folder.appendingPathComponent("go"))
        #expect(try await second.endedResponses(2) == ["acknowledged", "acknowledged"])
        let lines = try await waitFor("response b", in: fixture)
        #expect(lines.filter { $0.hasPrefix("response a") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.hasPrefix("response b") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.hasPrefix("start ") }.count == 1, "\(lines)")
        #expect(second.stop() == 0)
    }

    @Test func `starts no process beside one that lives and has not found the new daemon`()
        async throws
    {
        let fixture = try DaemonFixture()
        let first = try await start(fixture)
        defer { first.killApps() }
        try await respond(first, try await notify(first, "a"), "wait")
        let begun = try await waitFor("response a", in: fixture)
        let process = try #require(begun.first.flatMap { Int32($0.dropFirst(6)) })
        kill(process, SIGSTOP)
        first.kill()
        let second = try LiveDaemon(in: fixture.folder)
        #expect(try await state(second) == .string("running"))
        try await respond(second, try await notify(second, "b"), "up")
        #expect(try await state(second) == .string("running"))
        // One that was not started by the daemon before either.
        second.kill()
        let third = try LiveDaemon(in: fixture.folder)
        #expect(try await state(third) == .string("running"))
        try Data().write(to: fixture.folder.appendingPathComponent("go"))
        kill(process, SIGCONT)
        #expect(try await third.endedResponses(2) == ["acknowledged", "acknowledged"])
        let lines = try await waitFor("response b", in: fixture)
        #expect(lines.filter { $0.hasPrefix("start ") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.hasPrefix("response ") }.count == 2, "\(lines)")
        // It is ended like one of its own.
        let removed = try await third.request("DELETE", Self.own)
        #expect(removed.status == 204, "\(removed.text)")
        while kill(process, 0) == 0 {
            try #require(!Task.isCancelled)
            try await Task.sleep(for: .milliseconds(50))
        }
        let files = try FileManager.default.contentsOfDirectory(
            atPath: third.state + "/app-processes"
        )
        #expect(files.isEmpty)
        #expect(third.stop() == 0)
    }

    /// What the app's program does.
    private func state(_ daemon: LiveDaemon) async throws -> JSONValue? {
        try await daemon.request("GET", Self.own).object["program"]?.object?["state"]
    }

    @Test func `gives up after three processes that never acknowledge`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        let number = try await notify(daemon, "a")
        try await respond(daemon, number, "never")
        for count in 1...3 {
            _ = try await waitFor("response a", count, in: fixture)
            let path = "/v1/notifications/\(number)/explanation"
            let response = try await daemon.request("GET", path).object["response"]?.object
            #expect(response?["deliveries"] == .number(JSONNumber(count)))
            daemon.killApps()
        }
        #expect(try await daemon.endedResponses(1) == ["unacknowledged"])
        // Each process has told its delegate once. One that was about to be started when the third
        // was given the response has been started for nothing.
        let lines = try await waitFor("response a", 3, in: fixture)
        #expect(lines.filter { $0.hasPrefix("response a") }.count == 3, "\(lines)")
        #expect(3...4 ~= lines.filter { $0.hasPrefix("start ") }.count, "\(lines)")
        #expect(daemon.stop() == 0)
    }

    @Test func `kills an old version that stays, and gives its response to the new one`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        try await respond(daemon, try await notify(daemon, "a"), "stay")
        let lines = try await waitFor("response a", in: fixture)
        let process = try #require(lines.first.flatMap { Int32($0.dropFirst(6)) })
        let app = fixture.folder.appendingPathComponent("Listener.app")
        try Data("new".utf8).write(to: app.appendingPathComponent("version"))
        try await fixture.install(app.path, in: daemon)
        // The new one does not wait for the end of the old one, which the daemon brings about.
        let both = try await waitFor("response a", 2, in: fixture)
        #expect(both.filter { $0.hasPrefix("start ") }.count == 2, "\(both)")
        while kill(process, 0) == 0 {
            try #require(!Task.isCancelled)
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `gives what an old version has not acknowledged to the new one`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        try await respond(daemon, try await notify(daemon, "a"), "wait")
        _ = try await waitFor("response a", in: fixture)
        let app = fixture.folder.appendingPathComponent("Listener.app")
        try Data("new".utf8).write(to: app.appendingPathComponent("version"))
        try await fixture.install(app.path, in: daemon)
        let lines = try await waitFor("response a", 2, in: fixture)
        #expect(lines.filter { $0.hasPrefix("start ") }.count == 2)
        try Data().write(to: fixture.folder.appendingPathComponent("go"))
        #expect(try await daemon.endedResponses(1) == ["acknowledged"])
        #expect(try await waitFor("waited", in: fixture).filter { $0 == "waited" }.count == 1)
        #expect(daemon.stop() == 0)
    }

    @Test func `listens to one process of an app at a time`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        // The app does not acknowledge it before it is told to.
        let response = try await respond(daemon, try await notify(daemon, "a"), "wait")
        #expect(response > 0)
        let lines = try await waitFor("response a", in: fixture)
        let token = try await daemon.request("GET", Self.own + "/token").object["token"]?.string
        let second = try await daemon.request(
            "GET",
            "/v1/app/events",
            headers: ["Authorization: Bearer \(token ?? "")"]
        )
        #expect(second.status == 409)
        #expect(second.text.contains("runs already, as process \(lines[0].dropFirst(6))"))
        // Another app's response can be neither acknowledged nor told from one that is not there.
        let path = "/v1/app/responses/\(response)/acknowledgement"
        let other = try await fixture.makeApp("Other", identifier: "com.example.other")
        try await fixture.install(other, in: daemon)
        let theirs = try await daemon.request("GET", "/v1/apps/com.example.other/token").object
        let header = "Authorization: Bearer \(theirs["token"]?.string ?? "")"
        #expect(try await daemon.request("POST", path, headers: [header]).status == 404)
        let answer = "/v1/app/notifications/1/presentation"
        #expect(try await daemon.request("POST", answer, "{}", headers: [header]).status == 409)
        try Data().write(to: fixture.folder.appendingPathComponent("go"))
        #expect(try await daemon.endedResponses(1) == ["acknowledged"])
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses an action that the notification does not have, and keeps it`() async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        let number = try await notify(daemon, "a")
        let path = "/v1/notifications/\(number)"
        let answer = try await daemon.request("POST", path + "/response", #"{"action":"pu"}"#)
        #expect(answer.status == 422)
        let error = answer.object["error"]?.object
        #expect(error?["code"] == .string("no_action"))
        #expect(answer.text.contains(#"it has default, dismiss, \"up\""#), "\(answer.text)")
        let entry = try await daemon.request("GET", path).object
        #expect(entry["state"] == .string("presented"))
        #expect(daemon.stop() == 0)
    }

    @Test func `shows what the app in front says, and nothing where it is late`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        #expect(try await daemon.request("POST", Self.own + "/open", "{}").status == 200)
        // It listens once it was told something.
        _ = try await waitFor("start", in: fixture)
        let tries = try await probe(daemon, from: 0)
        let titles = ["first", "alert", "silent", "never", "last"]
        for title in titles {
            let content = #"{"title":"\#(title)","badge":3,"sound":{"kind":"default"}}"#
            let body = #"{"identifier":"\#(title)","content":\#(content)}"#
            let added = try await daemon.request("POST", Self.own + "/requests", body)
            #expect(added.status == 201, "\(added.text)")
        }
        _ = try await daemon.events(after: 0) { events in
            events.filter { $0.kind == "presented" }.count == tries + 1 + titles.count
        }
        let rows: [(title: String, surfaces: [String], rule: String)] = [
            ("first", ["banner", "list", "sound"], "foreground"),
            ("alert", ["banner", "list", "badge"], "foreground"), ("silent", [], "foreground"),
            ("never", [], "foregroundLate"),
            // It was late once, and is not waited for.
            ("last", [], "foregroundLate"),
        ]
        for row in rows {
            let shown = try await entry(daemon, row.title)["presentation"]?.object
            #expect(shown?["surfaces"] == .array(row.surfaces.map { .string($0) }), "\(row.title)")
            #expect(shown?["rules"] == .array([.string(row.rule)]), "\(row.title)")
        }
        let lines = try await waitFor("present last true", in: fixture)
        let asked = lines.filter { $0.hasPrefix("present") && !$0.contains("probe") }
        #expect(asked == titles.map { "present \($0) true" })
        // Its answer came too late, and says that it listens again.
        _ = try await probe(daemon, from: tries + 1)
        #expect(daemon.stop() == 0)
    }

    @Test func `shows nothing in front where the delegate does not say what to present`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        #expect(try await daemon.request("POST", Self.own + "/open", "{}").status == 200)
        _ = try await waitFor("start", in: fixture)
        _ = try await probe(daemon, from: 0)
        for (title, surfaces) in [("replace", ["banner", "list"]), ("after", [])] {
            _ = try await notify(daemon, title)
            let shown = try await entry(daemon, title)["presentation"]?.object
            #expect(shown?["surfaces"] == .array(surfaces.map { .string($0) }), "\(title)")
            #expect(shown?["rules"] == .array([.string("foreground")]), "\(title)")
        }
        #expect(daemon.stop() == 0)
    }

    /// Notifies an app in front until one is shown as the app says; returns that one's number.
    private func probe(_ daemon: LiveDaemon, from first: Int) async throws -> Int {
        for number in first..<first + 200 {
            let shown = try await notifyProbe(daemon, number)
            if shown == .array([.string("foreground")]) { return number }
        }
        throw CancellationError()
    }

    private func notifyProbe(_ daemon: LiveDaemon, _ number: Int) async throws -> JSONValue? {
        _ = try await notify(daemon, "probe\(number)")
        let shown = try await entry(daemon, "probe\(number)")
        return shown["presentation"]?.object?["rules"]
    }

    @Test func `asks an app in front again after the daemon was killed`() async throws {
        let fixture = try DaemonFixture()
        let first = try await start(fixture)
        defer { first.killApps() }
        #expect(try await first.request("POST", Self.own + "/open", "{}").status == 200)
        _ = try await waitFor("start", in: fixture)
        // Its answer to the first question that reaches it never comes.
        var tries = 0
        let file = fixture.folder.appendingPathComponent("app.log")
        while try !String(contentsOf: file, encoding: .utf8).contains("present never") {
            let body = #"{"identifier":"try\#(tries)","content":{"title":"never"}}"#
            _ = try await first.request("POST", Self.own + "/requests", body)
            tries += 1
            try #require(tries < 200)
            try await Task.sleep(for: .milliseconds(100))
        }
        first.kill()
        let second = try LiveDaemon(in: fixture.folder)
        _ = try await waitFor("present never", 2, in: fixture)
        let shown = try await entry(second, "try\(tries - 1)")
        let rules = shown["presentation"]?.object?["rules"]
        #expect(rules == .array([.string("foregroundLate")]), "\(shown)")
        #expect(second.stop() == 0)
    }

    private func entry(_ daemon: LiveDaemon, _ identifier: String) async throws -> JSONObject {
        let number = try await number(daemon, of: identifier)
        return try await daemon.request("GET", "/v1/notifications/\(number)").object
    }

    @Test func `asks an app for its settings where it has some`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        defer { daemon.killApps() }
        let refused = try await daemon.request("POST", Self.own + "/open", #"{"settings":true}"#)
        #expect(refused.status == 409)
        #expect(refused.text.contains("has not asked for providesAppNotificationSettings"))
        let token = try await daemon.request("GET", Self.own + "/token").object["token"]?.string
        _ = try await daemon.request(
            "PUT",
            Self.own + "/authorization",
            #"{"status":"notDetermined"}"#
        )
        async let asking = daemon.request(
            "POST",
            "/v1/app/authorization",
            #"{"options":["alert","providesAppNotificationSettings"]}"#,
            headers: ["Authorization: Bearer \(token ?? "")"]
        )
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "authorizationAsked" } }
        let yes = #"{"status":"authorized"}"#
        _ = try await daemon.request("PUT", Self.own + "/authorization", yes)
        #expect(try await asking.object["granted"] == .bool(true))
        let number = try await notify(daemon, "a")
        let body = #"{"settings":true,"notification":\#(number)}"#
        #expect(try await daemon.request("POST", Self.own + "/open", body).status == 200)
        _ = try await waitFor("settings a", in: fixture)
        // As by the button of the system's own settings, there is no notification.
        let alone = #"{"settings":true}"#
        #expect(try await daemon.request("POST", Self.own + "/open", alone).status == 200)
        _ = try await waitFor("settings -", in: fixture)
        #expect(daemon.stop() == 0)
    }
}
