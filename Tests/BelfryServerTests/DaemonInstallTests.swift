// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

@testable import BelfryServer

/// Apps that are installed and removed at the same time, or change while they are copied.
@Suite(.timeLimit(.minutes(3)), .serialized) struct DaemonInstallTests {
    private static let own = "/v1/apps/\(DaemonFixture.app)"

    /// Expects that the daemon has the files of the app that it lists, and no others.
    private func expectFiles(_ daemon: LiveDaemon) async throws {
        let app = try await daemon.request("GET", Self.own)
        let files = FileManager.default
        let versions = "\(daemon.state)/apps/\(DaemonFixture.app)"
        guard app.status == 200, let digest = app.object["digest"]?.string else {
            #expect(!files.fileExists(atPath: versions))
            return
        }
        #expect(try files.contentsOfDirectory(atPath: versions) == [digest])
        #expect(files.fileExists(atPath: "\(versions)/\(digest)/Sample.app/Info.plist"))
    }

    @Test func `keeps the files of an app that is installed and removed at once`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let other = fixture.folder.appendingPathComponent("other/Sample.app")
        try FileManager.default.createDirectory(
            at: other.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(atPath: app, toPath: other.path)
        try Data("two".utf8).write(to: other.appendingPathComponent("version"))
        let daemon = try LiveDaemon(in: fixture.folder)
        let changes: [(method: String, path: String, body: String?)] = [
            ("POST", "/v1/apps", #"{"path":"\#(app)"}"#),
            ("POST", "/v1/apps", #"{"path":"\#(other.path)"}"#),
            ("POST", "/v1/apps", #"{"path":"\#(app)"}"#), ("DELETE", Self.own, nil),
        ]
        for _ in 1...12 {
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for change in changes {
                    group.addTask {
                        try await daemon.request(change.method, change.path, change.body).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(statuses).isSubset(of: [201, 204, 404]), "\(statuses)")
            try await expectFiles(daemon)
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: daemon.state + "/apps")
        #expect(!left.contains { $0.hasPrefix(".staging") })
        #expect(daemon.stop() == 0)
    }

    @Test func `knows an app by its copy, whatever becomes of its source meanwhile`() async throws {
        let fixture = try DaemonFixture()
        let app = URL(fileURLWithPath: try await fixture.makeApp("Sample"))
        // It is copied before Info.plist is, and that takes a while.
        let large = app.appendingPathComponent("A large file")
        try Data().write(to: large)
        let file = try FileHandle(forWritingTo: large)
        try file.truncate(atOffset: 400 << 20)
        try file.close()
        let daemon = try LiveDaemon(in: fixture.folder)
        async let installing = daemon.request("POST", "/v1/apps", #"{"path":"\#(app.path)"}"#)
        let apps = daemon.state + "/apps"
        let files = FileManager.default
        var begun = false
        while !begun {
            let names = (try? files.contentsOfDirectory(atPath: apps)) ?? []
            begun = names.contains { name in
                files.fileExists(atPath: "\(apps)/\(name)/Sample.app/A large file")
                    || name == DaemonFixture.app
            }
            try Task.checkCancellation()
            await Task.yield()
        }
        let info = ["CFBundleIdentifier": "com.example.other"]
        try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
            .write(to: app.appendingPathComponent("Info.plist"), options: .atomic)
        let installed = try await installing
        #expect(installed.status == 201, "\(installed.text)")
        // Whichever of the two was copied: the app is what its copy says.
        let identifier = try #require(installed.object["identifier"]?.string)
        let digest = try #require(installed.object["digest"]?.string)
        let copy = "\(apps)/\(identifier)/\(digest)/Sample.app/Info.plist"
        let list = try unsafe PropertyListSerialization.propertyList(
            from: try Data(contentsOf: URL(fileURLWithPath: copy)),
            format: nil
        )
        #expect((list as? [String: String])?["CFBundleIdentifier"] == identifier)
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses a folder of apps that is a symbolic link`() async throws {
        let fixture = try DaemonFixture()
        let state = fixture.folder.appendingPathComponent("daemon")
        let elsewhere = fixture.folder.appendingPathComponent("elsewhere")
        for folder in [state, elsewhere] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let link = state.appendingPathComponent("apps")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: elsewhere)
        let socket = fixture.folder.appendingPathComponent("api").path
        let result = try await fixture.run(["--state", state.path, "--socket", socket])
        #expect(result.status == 73)
        #expect(result.errors.contains("\(link.path) is a symbolic link"), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func `says that a program has ended at once, and what it wrote`() async throws {
        let fixture = try DaemonFixture()
        let script = fixture.folder.appendingPathComponent("script")
        try "#!/bin/sh\necho 'no such thing' >&2\nexit 3\n"
            .write(to: script, atomically: true, encoding: .utf8)
        try DaemonFixture.change(script.path, mode: 0o755)
        let app = try await fixture.makeApp("Broken", program: script.path)
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let socket = ["--socket", daemon.socket]
        let opened = try await Command.run(tool, ["open", DaemonFixture.app] + socket)
        #expect(opened.status == 65, "\(opened.output)\(opened.errors)")
        #expect(opened.errors.contains("has ended at once, with exit status 3"))
        #expect(opened.errors.split(separator: "\n").count == 1)
        let log = try await Command.run(tool, ["log", DaemonFixture.app] + socket)
        #expect(log.output == "no such thing\n", "\(log.errors)")
        let program = try await daemon.request("GET", Self.own).object["program"]?.object
        #expect(program?["state"] == .string("stopped"))
        #expect(program?["lastEnd"] == .string("exit status 3"))
        // Nothing is in front, and what was written goes with the app.
        let device = try await daemon.request("GET", "/v1/device").object
        #expect(device["foregroundApp"] == nil)
        _ = try await daemon.request("DELETE", Self.own)
        #expect(
            !FileManager.default.fileExists(atPath: "\(daemon.state)/app-logs/\(DaemonFixture.app)")
        )
        #expect(daemon.stop() == 0)
    }

    @Test func `takes an app anew whose file has become a program`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let file = "\(app)/helper"
        try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: file))
        unsafe chmod(file, 0o644)
        let daemon = try LiveDaemon(in: fixture.folder)
        let install = #"{"path":"\#(app)"}"#
        let first = try await daemon.request("POST", "/v1/apps", install)
        #expect(first.status == 201, "\(first.text)")
        unsafe chmod(file, 0o755)
        let second = try await daemon.request("POST", "/v1/apps", install)
        let digest = try #require(second.object["digest"]?.string)
        #expect(first.object["digest"]?.string != digest)
        let copy = "\(daemon.state)/apps/\(DaemonFixture.app)/\(digest)/Sample.app/helper"
        #expect(FileManager.default.isExecutableFile(atPath: copy))
        #expect(daemon.stop() == 0)
    }

    @Test func `makes a token anew whose file a full disk has left empty`() throws {
        let fixture = try DaemonFixture()
        let file = fixture.folder.appendingPathComponent("token")
        try Data().write(to: file)
        unsafe chmod(file.path, 0o600)
        let token = try AccessToken.ofFile(file.path).text
        #expect(token.utf8.count == 64)
        #expect(try AccessToken.ofFile(file.path).text == token)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `plays the sound file of an app, and none that it cannot play`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let script = """
            import sys, wave
            sound = wave.open(sys.argv[1], "wb")
            sound.setparams((1, 2, 8000, 0, "NONE", ""))
            sound.writeframes(bytes(2 * 8000 * int(sys.argv[2])))
            sound.close()
            """
        for (name, seconds) in [("ping", "1"), ("song", "30")] {
            let words = ["python3", "-c", script, "\(app)/\(name).wav", seconds]
            try #require(try await Command.run("/usr/bin/env", words).status == 0)
        }
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: app + "/text.wav"))
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        for (number, (name, played, rules)) in [
            ("ping", "ping.wav", []), ("song", "default", ["soundTooLong"]),
            ("text", "default", ["soundMissing"]),
        ].enumerated() {
            let push = #"{"aps":{"alert":{"title":"a"},"sound":"\#(name).wav"}}"#
            let answer = try await daemon.request("POST", Self.own + "/push", push)
            try #require(answer.status == 200, "\(answer.text)")
            _ = try await daemon.events(after: 0) { events in
                events.filter { $0.kind == "presented" }.count == number + 1
            }
            let entry = try await daemon.request("GET", "/v1/notifications/\(number + 1)").object
            let shown = try #require(entry["presentation"]?.object)
            #expect(shown["sound"]?.string == played)
            #expect(shown["rules"] == .array(rules.map { .string($0) }))
        }
        #expect(daemon.stop() == 0)
    }
}
