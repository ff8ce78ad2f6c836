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
    ///   - denied: An interface of the bus itself that nobody may call.
    /// - Throws: What keeps it from being started.
    init(
        in folder: URL,
        starting services: [String] = [],
        screen: String? = nil,
        denying denied: String = ""
    ) throws {
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
                \(denied.isEmpty ? "" : "<deny send_interface=\"\(denied)\"/>")
              </policy>
              <limit name="max_replies_per_connection">50000</limit>
              <limit name="max_message_size">1000000000</limit>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
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
    private let log: JSONLog
    private let input: FileHandle

    /// Both ends, so that what is written for one that has ended raises no signal here.
    private let ends: Pipe?

    /// The program; nil where another one starts it.
    private let program: Program?

    /// What starts it, where another program does.
    let command: String

    /// Python with GLib, which is Debian's own alone.
    static let python = "/usr/bin/python3"

    private static let script = Workshop.root
        .appendingPathComponent("Tests/Conformance/Desktop/notification_server.py").path

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
        log = JSONLog(file: folder.appendingPathComponent(name))
        let pipe = Pipe()
        ends = pipe
        input = pipe.fileHandleForWriting
        command = ""
        let variables = bus.environment.map { "\($0.key)=\($0.value)" }
        program = try Program(
            "/usr/bin/env",
            variables + [Self.python, Self.script, log.file.path] + options,
            streams: (pipe.fileHandleForReading.fileDescriptor, STDERR_FILENO, STDERR_FILENO)
        )
        _ = try await log.line { $0["call"] == "owned" }
    }

    /// Prepares one that another program starts, any number of times.
    init(toBeStartedIn folder: URL, _ name: String, _ options: [String] = []) throws {
        log = JSONLog(file: folder.appendingPathComponent("\(name).log"))
        let pipe = folder.appendingPathComponent("\(name).commands").path
        guard unsafe mkfifo(pipe, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Open for both, so that neither side waits for the other.
        input = FileHandle(
            fileDescriptor: unsafe open(pipe, O_RDWR | O_CLOEXEC),
            closeOnDealloc: true
        )
        ends = nil
        program = nil
        let words = [Self.python, Self.script, log.file.path, "--commands", pipe] + options
        command = words.joined(separator: " ")
    }

    /// What it was asked so far, but for a line that is being written.
    var lines: [JSONObject] { log.lines }

    /// Waits until what it was asked is enough, and returns it.
    func lines(until isEnough: ([JSONObject]) -> Bool) async throws -> [JSONObject] {
        try await log.lines(until: isEnough)
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
        try input.write(contentsOf: Data((command + "\n").utf8))
        _ = try await lines { $0.count { $0["call"] == "obeyed" } > before }
    }

    /// Stops it as a debugger would, or has it go on.
    func pause() { send(SIGSTOP) }
    func goOn() { send(SIGCONT) }

    /// Kills it.
    func kill() {
        guard let program else { return send(SIGKILL) }
        program.end()
    }

    private func send(_ signal: Int32) {
        if let program { return program.send(signal) }
        if let process { Glibc.kill(process, signal) }
    }

    /// The process that has had the name last.
    private var process: Int32? {
        lines.last { $0["call"] == "owned" }.flatMap { $0.number("process") }.map { Int32($0) }
    }

    /// Waits until the process that has had the name last has ended.
    func isGone() async throws {
        guard let process else { return }
        while let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            !stat.contains(") Z ")
        {
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

extension JSONObject {
    /// A whole number; nil where there is none.
    func number(_ key: String) -> Int? {
        guard case .number(let number)? = self[key] else { return nil }
        return Int(number.literal)
    }
}
