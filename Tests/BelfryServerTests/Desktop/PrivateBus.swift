// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Synchronization
import Testing

/// A session bus of a test's own, which starts nothing by itself; it can be killed and started again.
final class PrivateBus: Sendable {
    private let folder: URL
    private let screen: String?
    private let program = Mutex<Program?>(nil)

    /// Where it is.
    var address: String { "unix:path=\(folder.path)/bus" }

    /// What programs that are to use it have in their environment.
    var environment: [String: String] {
        var environment = ["DBUS_SESSION_BUS_ADDRESS": address]
        guard let screen else { return environment }
        environment["DISPLAY"] = screen
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
            environment[name] = folder.path
        }
        return environment
    }

    /// - Parameters:
    ///   - folder: Where it is.
    ///   - services: Names of the machine's services that it starts when they are spoken to, as real
    ///     servers need; a notification server is none, as it would take the place of the tried one.
    ///   - screen: The display that these draw on.
    /// - Throws: What keeps it from being started.
    init(in folder: URL, starting services: [String] = [], screen: String? = nil) throws {
        self.folder = folder
        self.screen = screen
        let offered = folder.appendingPathComponent("services")
        try FileManager.default.createDirectory(at: offered, withIntermediateDirectories: true)
        for service in services.map({ $0 + ".service" }) {
            try FileManager.default.copyItem(
                atPath: "/usr/share/dbus-1/services/" + service,
                toPath: offered.appendingPathComponent(service).path
            )
        }
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(offered.path)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        try configuration.write(
            to: folder.appendingPathComponent("bus.conf"),
            atomically: true,
            encoding: .utf8
        )
        try start()
    }

    /// Starts it, and returns once it listens.
    func start() throws {
        try? FileManager.default.removeItem(atPath: folder.path + "/bus")
        let output = Pipe()
        let own = environment.filter { $0.key != "DBUS_SESSION_BUS_ADDRESS" }
        let started = try Program(
            "/usr/bin/env",
            own.map { "\($0.key)=\($0.value)" } + [
                "/usr/bin/dbus-daemon", "--config-file=\(folder.path)/bus.conf", "--nofork",
                "--print-address=1",
            ],
            streams: (STDIN_FILENO, output.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
        )
        try output.fileHandleForWriting.close()
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw CocoaError(.fileReadUnknown)
        }
        program.withLock { $0 = started }
    }

    /// Kills it.
    func kill() {
        program.withLock { program in
            program?.end()
            program = nil
        }
    }

    /// Sends a signal of any kind as a process of its own, as a liar would: to whoever listens, and to
    /// each connection by its name, which hears it whatever it listens to.
    func forge(_ member: String, _ arguments: String...) async throws {
        let bus = "org.freedesktop.DBus"
        let program = ["DBUS_SESSION_BUS_ADDRESS=\(address)", "dbus-send", "--session"]
        let listing = [
            "--print-reply", "--dest=\(bus)", "/org/freedesktop/DBus", "\(bus).ListNames",
        ]
        let names = try await Command.run("/usr/bin/env", program + listing).output
        let connections = names.matches(of: #/":[0-9.]+"/#).map { $0.output.dropFirst().dropLast() }
        try #require(!connections.isEmpty, "\(names)")
        for destination in [[]] + connections.map({ ["--dest=\($0)"] }) {
            let words = [
                "--type=signal", "/org/freedesktop/Notifications",
                "org.freedesktop.Notifications.\(member)",
            ]
            _ = try await Command.run("/usr/bin/env", program + destination + words + arguments)
        }
    }
}

/// The notification server of `Tests/Conformance/Desktop`, and what it was asked.
final class MockServer: Sendable {
    private let log: URL
    private let input: Pipe
    private let program: Program

    /// Python with GLib, which is Debian's own alone.
    static let python = "/usr/bin/python3"

    /// Whether it can be run; in CI it has to.
    static let isNeeded =
        ProcessInfo.processInfo.environment["CI"] != nil
        || (FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gi")
            && FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon"))

    /// Why it is not run.
    static let isMissing = "there is no dbus-daemon or no python3-gi; run: make test-dependencies"

    /// Starts it, and returns once the bus knows it.
    init(
        on bus: PrivateBus,
        in folder: URL,
        log name: String = "server.log",
        _ options: [String] = []
    ) async throws {
        log = folder.appendingPathComponent(name)
        input = Pipe()
        let script = Workshop.root
            .appendingPathComponent("Tests/Conformance/Desktop/notification_server.py").path
        let variables = bus.environment.map { "\($0.key)=\($0.value)" }
        program = try Program(
            "/usr/bin/env",
            variables + [Self.python, script, log.path] + options,
            streams: (
                input.fileHandleForReading.fileDescriptor, STDERR_FILENO, STDERR_FILENO
            )
        )
        _ = try await lines { $0.contains { $0["call"] == "owned" } }
    }

    /// Waits until what it was asked is enough, and returns it.
    func lines(until isEnough: ([JSONObject]) -> Bool) async throws -> [JSONObject] {
        while true {
            let lines = self.lines
            if isEnough(lines) { return lines }
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// What it was asked so far, but for a line that is being written.
    var lines: [JSONObject] {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap {
            (try? JSONValue.parse(Array($0.utf8)))?.object
        }
    }

    /// The notifications that it shows or has shown, once there are so many.
    func notifications(_ count: Int) async throws -> [JSONObject] {
        try await lines { $0.count { $0["call"] == "notify" } >= count }
            .filter { $0["call"] == "notify" }
    }

    /// The numbers that it was asked to close, once there are so many.
    func closed(_ count: Int) async throws -> [Int] {
        try await lines { $0.count { $0["call"] == "close" } >= count }
            .filter { $0["call"] == "close" }.compactMap { $0.number("id") }
    }

    /// Has it do something, and waits until it has.
    func tell(_ command: String) async throws {
        let before = lines.count { $0["call"] == "obeyed" }
        try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
        _ = try await lines { $0.count { $0["call"] == "obeyed" } > before }
    }

    /// Stops it as a debugger would, or has it go on.
    func pause() { program.send(SIGSTOP) }
    func goOn() { program.send(SIGCONT) }

    /// Kills it.
    func kill() { program.end() }
}

extension JSONObject {
    /// A whole number; nil where there is none.
    func number(_ key: String) -> Int? {
        guard case .number(let number)? = self[key] else { return nil }
        return Int(number.literal)
    }
}
