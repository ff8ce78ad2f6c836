// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// The sample apps, from their question to their answers, over killed apps and a killed daemon.
@Suite(.timeLimit(.minutes(5)), .serialized) struct AppSampleTests {
    /// An installed sample, its daemon, and what both write.
    private struct Stage: ~Copyable {
        let workshop: Workshop
        let name: String
        let app: String
        let options: [String]
        private(set) var daemon: LiveDaemon

        /// Builds a sample, puts it into a daemon, and opens it.
        ///
        /// - Parameters:
        ///   - name: The sample.
        ///   - app: The app's identifier.
        ///   - extensions: Its extensions, of `Plugins/`.
        ///   - options: Further options of the daemon.
        /// - Throws: What keeps the app from being open.
        init(
            _ name: String,
            _ app: String,
            extensions: [String] = [],
            options: [String] = []
        ) async throws {
            let workshop = try Workshop()
            let sample = Workshop.root.appendingPathComponent("Samples/\(name)")
            let sources = sample.appendingPathComponent("Sources/\(name)")
            let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
            let program = try await workshop.appProgram(
                name,
                of: files.map(sources.appendingPathComponent)
            )
            let bundle = workshop.folder.appendingPathComponent("\(name).app")
            let plugIns = bundle.appendingPathComponent("PlugIns")
            try FileManager.default.createDirectory(at: plugIns, withIntermediateDirectories: true)
            let copies = [(sample.path + "/Info.plist", "Info.plist"), (program, name)]
            for (source, target) in copies {
                let copy = bundle.appendingPathComponent(target).path
                try FileManager.default.copyItem(atPath: source, toPath: copy)
            }
            for plugin in extensions {
                let source = Workshop.root.appendingPathComponent("Plugins/\(plugin)")
                _ = try await ToolBuild(source, in: plugIns)
            }
            let daemon = try Self.start(workshop.folder, options)
            let install = #"{"path":"\#(bundle.path)"}"#
            try await Self.expect(daemon, "POST", "/v1/apps", install, 201)
            try await Self.expect(daemon, "POST", "/v1/apps/\(app)/open", "{}", 200)
            self.workshop = workshop
            self.name = name
            self.app = app
            self.options = options
            self.daemon = daemon
        }

        private static func start(_ folder: URL, _ options: [String]) throws -> LiveDaemon {
            try LiveDaemon(in: folder, ["--virtual-clock"] + options)
        }

        /// Kills the daemon and starts another.
        mutating func restart() throws {
            daemon.kill()
            daemon = try Self.start(workshop.folder, options)
        }

        /// Waits until the app has asked, which the log has, and lets it notify.
        func allow(after event: String) async throws {
            _ = try await daemon.events(after: 0) { $0.contains { $0.kind == event } }
            let yes = #"{"status":"authorized"}"#
            try await expect("PUT", "/v1/apps/\(app)/authorization", yes, 200)
        }

        func expect(
            _ method: String,
            _ path: String,
            _ body: String? = nil,
            _ status: Int
        ) async throws {
            try await Self.expect(daemon, method, path, body, status)
        }

        private static func expect(
            _ daemon: LiveDaemon,
            _ method: String,
            _ path: String,
            _ body: String?,
            _ status: Int
        ) async throws {
            let answer = try await daemon.request(method, path, body)
            try #require(answer.status == status, "\(path): \(answer.text)")
        }

        /// Has the user do something with the notification of an identifier, once it is shown.
        func respond(_ identifier: String, _ action: String, text: String? = nil) async throws {
            let written = text.map { #","text":"\#($0)""# } ?? ""
            let number = try await shown(identifier)
            try await expect(
                "POST",
                "/v1/notifications/\(number)/response",
                #"{"action":"\#(action)"\#(written)}"#,
                201
            )
        }

        /// The number of the notification of an identifier, once it is shown.
        func shown(_ identifier: String) async throws -> Int {
            while true {
                let list = try await daemon.request("GET", "/v1/notifications?state=delivered")
                guard case .array(let entries)? = list.object["notifications"] else {
                    throw CocoaError(.coderReadCorrupt)
                }
                let entry = entries.first { $0.object?["identifier"] == .string(identifier) }
                if case .number(let number)? = entry?.object?["sequence"] {
                    return try #require(number.int)
                }
                try #require(!Task.isCancelled)
                try await Task.sleep(for: .milliseconds(50))
            }
        }

        /// What the app has logged: all lines with its name, without what comes before.
        func lines() throws -> [(process: Int32, text: String)] {
            let log = URL(fileURLWithPath: "\(daemon.state)/app-logs/\(app)")
            // The app has none before it was started.
            guard let text = try? String(contentsOf: log, encoding: .utf8) else { return [] }
            return text.split(separator: "\n").compactMap { line in
                guard let start = line.range(of: " \(name)[") else { return nil }
                let parts = line[start.upperBound...].split(separator: "] ", maxSplits: 1)
                let process = parts.first?.split(separator: ":").first.flatMap { Int32($0) }
                guard let process, parts.count == 2 else { return nil }
                return (process, String(parts[1]))
            }
        }

        /// Waits until the app has logged a line, and returns the process that has.
        @discardableResult
        func waitFor(_ text: String) async throws -> Int32 {
            try await line { $0 == text }.process
        }

        /// Waits until the app has logged a line of some kind.
        func waitForLine(_ isRight: (String) -> Bool) async throws -> String {
            try await line(isRight).text
        }

        private func line(
            _ isRight: (String) -> Bool
        ) async throws -> (process: Int32, text: String) {
            while true {
                if let line = try lines().first(where: { isRight($0.text) }) { return line }
                try #require(!Task.isCancelled)
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        /// Waits until the app has acknowledged a number of responses, and none is left.
        func waitForAcknowledgements(_ count: Int) async throws {
            let sql = """
                SELECT count(*), (SELECT count(*) FROM response) FROM tombstone
                WHERE subject = 'response' AND reason = 'acknowledged'
                """
            while true {
                let result = try await Command.run(
                    "/usr/bin/env",
                    ["sqlite3", "-readonly", daemon.state + "/center.sqlite", sql]
                )
                if result.output.trimmingCharacters(in: .newlines) == "\(count)|0" { return }
                try #require(!Task.isCancelled)
                try await Task.sleep(for: .milliseconds(100))
            }
        }

        /// What all processes of the app have logged, in order.
        func heard() throws -> [String] { try lines().map(\.text) }

        /// Kills the process of the app that has logged something last.
        func killApp() throws {
            if let process = try lines().last?.process { kill(process, SIGKILL) }
        }

        deinit {
            daemon.killApps()
        }
    }

    @Test func `RedGreenNotifications hears of each action once`() async throws {
        var stage = try await Stage(
            "RedGreenNotifications",
            "org.example.Zoo",
            extensions: ["RedGreen"],
            options: ["--apns-port", "0", "--any-provider"]
        )
        try await stage.waitFor("Scheduled red")
        let first = try await stage.waitFor("Scheduled green")
        try await expectQuiet(stage)
        try await stage.allow(after: "authorizationChanged")
        try await pushToRedGreen(stage)
        try await stage.expect("POST", "/v1/clock", #"{"advance":20}"#, 200)
        // The app is in front, and says that both are to be shown.
        try await stage.waitFor("Presenting red")
        try await stage.waitFor("Presenting green")
        // What no content extension has taken, the app does; only what is turned can be put back.
        let red = try await stage.shown("red")
        let reset = #"{"action":"reset-action"}"#
        try await stage.expect("POST", "/v1/notifications/\(red)/response", reset, 422)
        try await stage.respond("red", "rotate-twenty-degrees-action")
        try await stage.waitFor("Turned red to 20°")
        try await stage.respond("green", "rotate-twenty-degrees-action")
        try await stage.waitFor("Turned green to 20°")
        try await stage.respond("red", "reset-action")
        try await stage.waitFor("Turned red to 0°")

        // Without the app: it is started for what the user does. A response that it had not
        // acknowledged would come again.
        try await stage.waitForAcknowledgements(3)
        try stage.killApp()
        try await stage.respond("green", "com.apple.UNNotificationDismissActionIdentifier")
        let second = try await stage.waitFor("Dismissed green")
        #expect(first != second)

        // Without the daemon: the next one gives the app what it has not had.
        for name in ["one", "two", "three"] {
            let body = #"{"identifier":"\#(name)","content":{"title":"t"}}"#
            try await stage.expect("POST", "/v1/apps/\(stage.app)/requests", body, 201)
            try await stage.respond(name, "com.apple.UNNotificationDefaultActionIdentifier")
            try stage.restart()
        }
        try await stage.waitFor("Opened three")
        try await stage.waitForAcknowledgements(7)
        let answers = try stage.heard().filter { line in
            ["Action", "Turned", "Dismissed", "Opened"].contains { line.hasPrefix($0) }
        }
        #expect(
            answers == [
                "Turned red to 20°", "Turned green to 20°", "Turned red to 0°", "Dismissed green",
                "Opened one", "Opened two", "Opened three",
            ]
        )
        #expect(stage.daemon.stop() == 0)
    }

    /// Pushes while the app may notify quietly alone, and is not in front.
    private func expectQuiet(_ stage: borrowing Stage) async throws {
        let app = try await stage.daemon.request("GET", "/v1/apps/\(stage.app)").object
        #expect(app["authorization"] == "provisional")
        try await stage.expect("PATCH", "/v1/device", #"{"lock":"locked"}"#, 200)
        let push = #"{"aps":{"alert":"Quiet","sound":"default"}}"#
        let answer = try await stage.daemon.request("POST", "/v1/apps/\(stage.app)/push", push)
        guard case .number(let number)? = answer.object["sequence"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        _ = try await stage.daemon.events(after: 0) { events in
            events.contains { $0.kind == "presented" && $0.sequence == number.int }
        }
        let quiet = try await stage.daemon.request("GET", "/v1/notifications/\(number.literal)")
        let presentation = quiet.object["presentation"]?.object
        #expect(presentation?["surfaces"] == ["list"], "\(quiet.text)")
        #expect(presentation?["rules"] == ["provisional"], "\(quiet.text)")
        try await stage.expect("PATCH", "/v1/device", #"{"lock":"unlocked"}"#, 200)
        try await stage.expect("POST", "/v1/apps/\(stage.app)/open", "{}", 200)
    }

    /// Pushes to the token that the app has told, as its server would.
    private func pushToRedGreen(_ stage: borrowing Stage) async throws {
        let start = "Registered as "
        let token = try await stage.waitForLine { $0.hasPrefix(start) }.dropFirst(start.count)
        let sender = try await PushSender(stage.daemon, to: stage.app)
        let identifier = "123e4567-e89b-12d3-a456-426655440000"
        let answer = try await sender.push(
            "A pushed notification",
            to: String(token),
            ["apns-id: \(identifier)"]
        )
        #expect(answer.status == "200", "\(answer)")
        _ = try await stage.shown(identifier)
    }

    @Test func `MonkeyChat takes an answer, a comment and a dismissal`() async throws {
        var stage = try await Stage("MonkeyChat", "org.example.MonkeyChat")
        try await stage.allow(after: "authorizationAsked")
        let first = try await stage.waitFor("Invited to 2")
        try await stage.expect("POST", "/v1/clock", #"{"advance":120}"#, 200)
        try await stage.respond("Banana party", "comment", text: "I bring bananas")
        try await stage.waitFor("Said of Banana party: I bring bananas")
        try await stage.waitForAcknowledgements(1)
        try stage.killApp()
        try await stage.respond("Liana race", "accept")
        #expect(try await stage.waitFor("Going to Liana race") != first)
        try stage.restart()
        try await stage.waitForAcknowledgements(2)
        // A process that finds no daemon says so, takes the user for not asked, and may invite again.
        let heard = try stage.heard().filter { $0.hasPrefix("Said") || $0.hasPrefix("Going") }
        #expect(heard == ["Said of Banana party: I bring bananas", "Going to Liana race"])
        let app = try await stage.daemon.request("GET", "/v1/apps/\(stage.app)").object
        #expect(app["badge"] == .number(JSONNumber(0)))
        #expect(stage.daemon.stop() == 0)
    }
}
