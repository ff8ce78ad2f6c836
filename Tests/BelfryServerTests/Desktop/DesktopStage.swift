// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// A daemon that shows notifications on a desktop, with an app that has a category of each kind of
/// action.
struct DesktopStage {
    static let app = "/v1/apps/\(DaemonFixture.app)"

    let daemon: LiveDaemon

    /// Where the daemon logs to.
    let log: URL

    /// Starts it, in an environment that names a bus.
    static func start(
        _ fixture: borrowing DaemonFixture,
        on environment: [String: String],
        _ options: [String] = [],
        logName: String = "daemon.log"
    ) async throws -> DesktopStage {
        let log = fixture.folder.appendingPathComponent(logName)
        try Data().write(to: log)
        let daemon = try LiveDaemon(
            in: fixture.folder,
            ["--desktop"] + options,
            environment: environment,
            errors: FileHandle(forWritingTo: log)
        )
        return DesktopStage(daemon: daemon, log: log)
    }

    /// Starts it with its app, to which `prepare` may add something before it is installed.
    static func startWithApp(
        _ fixture: borrowing DaemonFixture,
        on environment: [String: String],
        _ options: [String] = [],
        prepare: (String) async throws -> Void = { _ in }
    ) async throws -> DesktopStage {
        let stage = try await start(fixture, on: environment, options)
        let app = try await fixture.makeApp("Sample")
        try fixture.describe(app, "CFBundleDisplayName", "Sample & Co")
        try await prepare(app)
        try await fixture.install(app, in: stage.daemon)
        let token = try await stage.daemon.request("GET", Self.app + "/token").object
        let set = try await stage.daemon.request(
            "PUT",
            "/v1/app/categories",
            """
            [{"identifier":"invite","actions":[{"identifier":"accept","title":"Accept"},            {"identifier":"reply","title":"Reply","textInput":{"placeholder":"Enter…",            "buttonTitle":"Send"}},{"identifier":"wipe","title":"Wipe",            "options":["authenticationRequired"]}]}]
            """,
            headers: ["Authorization: Bearer \(try #require(token["token"]?.string))"]
        )
        try #require(set.status == 204, "\(set.text)")
        return stage
    }

    /// Has the app a notification that is shown at once.
    func notify(_ identifier: String, _ content: String) async throws {
        let added = try await daemon.request(
            "POST",
            Self.app + "/requests",
            #"{"identifier":"\#(identifier)","content":\#(content)}"#
        )
        try #require(added.status == 201, "\(added.text)")
    }

    /// Changes the device, or what the user has set for the app.
    func set(_ path: String, _ change: String) async throws {
        let changed = try await daemon.request("PATCH", path, change)
        try #require(changed.status == 200, "\(changed.text)")
    }

    /// Pushes so many, by one curl.
    func push(_ range: ClosedRange<Int>, in folder: URL) async throws {
        let sections = range.map { number in
            """
            url = "http://localhost\(Self.app)/push"
            unix-socket = "\(daemon.socket)"
            data = "{\\"aps\\":{\\"alert\\":{\\"title\\":\\"n\(number)\\"}}}"
            output = /dev/null
            write-out = "%{http_code}\\n"
            """
        }
        let file = folder.appendingPathComponent("pushes.conf")
        try Data(sections.joined(separator: "\nnext\n").utf8).write(to: file)
        let result = try await Command.run("/usr/bin/env", ["curl", "-sS", "-K", file.path])
        let statuses = result.output.split(separator: "\n")
        try #require(
            statuses.count == range.count && statuses.allSatisfy { $0 == "200" },
            "\(result.errors)\(statuses.first ?? "")"
        )
    }

    /// A notification once something is true of it.
    func notification(
        _ sequence: Int,
        where isTrue: (JSONObject) -> Bool
    ) async throws -> JSONObject {
        while true {
            let found = try await daemon.request("GET", "/v1/notifications/\(sequence)").object
            if isTrue(found) { return found }
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until one has left the list.
    func removed(_ sequence: Int) async throws {
        _ = try await notification(sequence) { $0["state"] == "removed" }
    }

    /// What the user has answered, as the ledger has it: action and text.
    func responses() async throws -> [String] {
        let sql =
            "SELECT json_extract(document, '$.action') || ' ' || "
            + "coalesce(json_extract(document, '$.text'), '-') FROM response ORDER BY number"
        let result = try await Command.run(
            "/usr/bin/env",
            ["sqlite3", "-readonly", daemon.state + "/center.sqlite", sql]
        )
        return result.output.split(separator: "\n").map(String.init)
    }

    /// How the desktop stands, once something is true of it.
    func desktop(where isTrue: (JSONObject) -> Bool) async throws -> JSONObject {
        while true {
            let found = try await daemon.request("GET", "/v1/desktop").object
            if isTrue(found) { return found }
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until the daemon knows a server.
    func meetsServer() async throws {
        _ = try await desktop { $0["server"] != nil }
    }

    /// Runs the tool.
    func belfry(_ arguments: String...) async throws -> Command.Result {
        let program = Workshop.products.appendingPathComponent("belfry").path
        let variables = ["NO_COLOR=1", "BELFRY_SOCKET=\(daemon.socket)"]
        return try await Command.run("/usr/bin/env", variables + [program] + arguments)
    }

    /// The lines of the daemon's log that have a word.
    func logged(_ word: String) throws -> [Substring] {
        try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
            .filter { $0.contains(word) }
    }
}
