// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRuntime
import EndToEndSupport
import Foundation
import Testing

/// A folder with an app whose service extension is one of the end-to-end tests', and its daemon.
struct DaemonFixture: ~Copyable {
    static let app = "com.example.fixture"

    let workshop: Workshop
    var folder: URL { workshop.folder }

    init() throws {
        workshop = try Workshop()
    }

    /// Makes a directory `NAME.app`.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - fixture: The service extension; nil for none.
    ///   - flags: Further arguments for the compiler.
    ///   - options: Members of the extension's `BFExtension`.
    ///   - identifier: The app's identifier.
    ///   - program: A program that is copied into it; nil for an app without one.
    /// - Returns: Its path.
    /// - Throws: What keeps it from being made.
    func makeApp(
        _ name: String,
        extension fixture: String? = nil,
        flags: [String] = [],
        options: [String: Any] = [:],
        identifier: String = app,
        program: String? = nil
    ) async throws -> String {
        let app = folder.appendingPathComponent("\(name).app")
        let plugIns = app.appendingPathComponent("PlugIns")
        try FileManager.default.createDirectory(at: plugIns, withIntermediateDirectories: true)
        var info = ["CFBundleIdentifier": identifier, "CFBundleShortVersionString": "1.0"]
        if let program {
            info["CFBundleExecutable"] = name
            try FileManager.default.copyItem(
                atPath: program,
                toPath: app.appendingPathComponent(name).path
            )
        }
        try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
            .write(to: app.appendingPathComponent("Info.plist"))
        if let fixture {
            let bundle = try await workshop.bundle(fixture, options, flags: flags)
            try FileManager.default.copyItem(
                atPath: bundle.path,
                toPath: plugIns.appendingPathComponent("\(fixture).appex").path
            )
        }
        return app.path
    }

    /// Gives an app a content extension that draws the category `invite`.
    ///
    /// - Parameters:
    ///   - fixture: The extension.
    ///   - app: The app's directory.
    ///   - attributes: Members of the manifest's `NSExtensionAttributes`.
    ///   - flags: Further arguments for the compiler.
    /// - Throws: What keeps it from being made.
    func addDrawing(
        _ fixture: String,
        to app: String,
        attributes: [String: Any] = [:],
        flags: [String] = []
    ) async throws {
        let bundle = try await workshop.bundle(fixture, flags: flags).path
        let path = "\(app)/PlugIns/\(fixture).appex"
        try FileManager.default.copyItem(atPath: bundle, toPath: path)
        var all: [String: Any] = [
            "UNNotificationExtensionCategory": "invite",
            "UNNotificationExtensionInitialContentSizeRatio": 0.5,
            "UNNotificationExtensionUserInteractionEnabled": true,
        ]
        all.merge(attributes) { $1 }
        let info: [String: Any] = [
            "CFBundleIdentifier": "\(Self.app).\(fixture)", "CFBundleExecutable": fixture,
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.content-extension",
                "NSExtensionAttributes": all,
            ],
            "BFExtension": ["Budget": ["start": "30s"]],
        ]
        try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: path + "/Info.plist"))
    }

    /// Gives an app entitlements, by the end of their names, and activity types.
    func entitle(_ app: String, _ rights: [String], activities: [String] = []) throws {
        let keys = rights.map { "com.apple.developer.usernotifications." + $0 }
        let entitlements = Dictionary(uniqueKeysWithValues: keys.map { ($0, true) })
        try PropertyListSerialization.data(
            fromPropertyList: entitlements,
            format: .xml,
            options: 0
        ).write(to: URL(fileURLWithPath: app + "/Entitlements.plist"))
        try describe(app, "NSUserActivityTypes", activities)
    }

    /// Sets a value in an app's `Info.plist`.
    func describe(_ app: String, _ key: String, _ value: Any) throws {
        let file = URL(fileURLWithPath: app + "/Info.plist")
        let read = try unsafe PropertyListSerialization.propertyList(
            from: Data(contentsOf: file),
            format: nil
        )
        var info = try #require(read as? [String: Any])
        info[key] = value
        try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
            .write(to: file)
    }

    /// Makes an app an App Clip that may notify for a time after each launch.
    func makeClip(_ app: String) throws {
        try describe(app, "NSAppClip", ["NSAppClipRequestEphemeralUserNotification": true])
    }

    /// Has a daemon install an app, and answers its question with yes.
    func install(_ path: String, in daemon: LiveDaemon) async throws {
        let installed = try await daemon.request("POST", "/v1/apps", #"{"path":"\#(path)"}"#)
        try #require(installed.status == 201, "\(installed.text)")
        let allowed = try await daemon.request(
            "PUT",
            "/v1/apps/\(Self.app)/authorization",
            #"{"status":"authorized"}"#
        )
        try #require(allowed.status == 200, "\(allowed.text)")
    }

    /// The program of an installed app.
    func program(of name: String, _ app: String = app, in daemon: LiveDaemon) throws -> String {
        let versions = "\(daemon.state)/apps/\(app)"
        let digest = try FileManager.default.contentsOfDirectory(atPath: versions).first
        return "\(versions)/\(try #require(digest))/\(name).app/\(name)"
    }

    /// Pushes something that the extension may change.
    func push(_ identifier: String, to daemon: LiveDaemon) async throws -> LiveDaemon.Answer {
        try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/push",
            #"{"aps":{"alert":{"title":"before"},"mutable-content":1}}"#,
            headers: ["apns-id: \(identifier)"]
        )
    }

    /// Waits until an app has written enough into `app.log`, and returns its lines.
    func appLog(until isEnough: ([String]) -> Bool) async throws -> [String] {
        let file = folder.appendingPathComponent("app.log")
        while true {
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            let lines = text.split(separator: "\n").map(String.init)
            if isEnough(lines) { return lines }
            try #require(!Task.isCancelled)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Changes who may use a file, and whose it is.
    static func change(_ path: String, mode: Int? = nil, owner: Int? = nil) throws {
        var attributes: [FileAttributeKey: Any] = [:]
        attributes[.posixPermissions] = mode
        attributes[.ownerAccountID] = owner
        attributes[.groupOwnerAccountID] = owner
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    }

    /// Runs the daemon's program to its end.
    func run(_ arguments: [String]) async throws -> Command.Result {
        try await Command.run(LiveDaemon.path, arguments)
    }
}

extension LiveDaemon {
    /// Waits until so many responses and background pushes have ended, and returns why each did.
    func endedResponses(_ count: Int) async throws -> [String] {
        let sql = "SELECT reason FROM tombstone WHERE subject = 'response' ORDER BY number"
        while true {
            let result = try await Command.run(
                "/usr/bin/env",
                ["sqlite3", "-readonly", state + "/center.sqlite", sql]
            )
            let reasons = result.output.split(separator: "\n").map(String.init)
            if reasons.count >= count { return reasons }
            try #require(!Task.isCancelled)
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
