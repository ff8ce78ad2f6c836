// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import CenterSimulation
import Foundation
import Glibc
import Subprocess
import SystemPackage
import Testing

/// A run of `center-probe`, by itself or under `strace`, which ends it or fails its system calls.
struct CenterProcess {
    /// The calls that change a file, or wait until a change lasts.
    static let calls = ["pwrite64", "write", "fdatasync", "fsync", "ftruncate", "unlink"]

    /// One call of a run.
    struct Point: Hashable, CustomStringConvertible {
        let call: String
        let index: Int

        /// Whether it changes a file; the others wait for the disk.
        var isChange: Bool { !["fdatasync", "fsync"].contains(call) }

        var description: String { "\(call) \(index)" }
    }

    /// How a run ended.
    struct Ending {
        let output: String

        /// The exit status; nil where a signal ended it.
        let status: Int32?
        let signal: Int32?

        /// The calls as strace wrote them down.
        let trace: [Substring]
    }

    /// Whether the tests take every point: `BELFRY_CENTER_CRASH=all`.
    static let takesAllPoints =
        ProcessInfo.processInfo.environment["BELFRY_CENTER_CRASH"] == "all"

    /// What a run is given, apart from its ledger's place.
    enum Command: String {
        case golden, recover
    }

    /// The ledger and what is outside it.
    let directory: String

    init() throws {
        directory = try TemporaryDirectory().path
        try FileManager.default.createDirectory(
            atPath: directory + "/outside",
            withIntermediateDirectories: false
        )
    }

    private init(directory: String) {
        self.directory = directory
    }

    /// Copies the ledger and what is outside it.
    func copy() throws -> CenterProcess {
        let copy = CenterProcess(directory: try TemporaryDirectory().path)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            try FileManager.default.copyItem(
                atPath: directory + "/" + name,
                toPath: copy.directory + "/" + name
            )
        }
        return copy
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: directory)
    }

    // MARK: Runs

    func run(_ command: Command) async throws -> Ending {
        try await Self.start(.path(FilePath(Self.probe)), [command.rawValue] + places)
    }

    /// Lets a recovery happen, and expects that everything that was acknowledged is there, once.
    ///
    /// - Parameter what: What happened before.
    /// - Throws: What keeps it from being run.
    func checkRecovery(after what: String) async throws {
        let ending = try await run(.recover)
        #expect(ending.status == 0, "after \(what): \(ending.output)")
        #expect(ending.output.hasSuffix("all kept\n"), "after \(what): \(ending.output)")
    }

    /// Runs a command and counts its calls.
    func count(_ command: Command) async throws -> [Point] {
        let ending = try await follow(command)
        try #require(ending.status == 0, "\(command) failed: \(ending.output)")
        return Self.calls.flatMap { call in
            // strace counts a call in each thread by itself.
            let lines = ending.trace.filter { $0.contains(" \(call)(") }
            let threads = Dictionary(grouping: lines) { $0.prefix { $0 != " " } }
            let count = threads.values.map(\.count).max() ?? 0
            return (0..<count).map { Point(call: call, index: $0 + 1) }
        }
    }

    /// Runs a command and writes its calls down, in order.
    func follow(_ command: Command) async throws -> Ending {
        try await trace(command, ["-e", "trace=" + Self.calls.joined(separator: ",")])
    }

    /// Runs a command and has something happen at a call, such as `signal=SIGKILL`.
    func run(
        _ command: Command,
        injecting fault: String,
        at point: Point
    ) async throws -> Ending {
        let injection = "inject=\(point.call):\(fault):when=\(point.index)"
        return try await trace(command, ["-e", "trace=\(point.call)", "-e", injection])
    }

    /// Runs the probe with any arguments, and records what it does to files.
    func record(_ arguments: [String]) async throws -> (ending: Ending, record: String) {
        let log = directory + "/strace"
        let calls = "trace=" + DiskTrace.calls.joined(separator: ",")
        let ending = try await Self.start(
            .name("strace"),
            ["-f", "-y", "-qq", "-s", "40", "-o", log, "-e", calls, Self.probe] + arguments
        )
        return (ending, try String(contentsOfFile: log, encoding: .utf8))
    }

    private func trace(_ command: Command, _ options: [String]) async throws -> Ending {
        let log = directory + "/strace"
        let ending = try await Self.start(
            .name("strace"),
            ["-f", "-qq", "-o", log] + options + [Self.probe, command.rawValue] + places
        )
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        return Ending(
            output: ending.output,
            status: ending.status,
            signal: ending.signal,
            trace: lines
        )
    }

    /// Reads the machine's uptime as the centre does.
    ///
    /// - Parameter suspended: For how many seconds the machine is to have been suspended: a time namespace
    ///   of the process's own says so (man 7 time_namespaces). Nil for the machine as it is.
    /// - Returns: Milliseconds; nil where the kernel makes no such namespace here.
    /// - Throws: What keeps the probe from being run.
    static func uptime(suspendedFor suspended: Int?) async throws -> Int64? {
        let isRoot = geteuid() == 0
        let namespace = suspended.map {
            ["unshare"] + (isRoot ? [] : ["--map-root-user"])
                + ["--time", "--boottime", "\($0)", "--fork"]
        }
        let ending = try await start(.name("env"), (namespace ?? []) + [probe, "clock"])
        guard ending.status == 0 else { return nil }
        return Int64(ending.output.trimmingCharacters(in: .newlines))
    }

    /// The ledger, and the directory of what is outside it.
    var places: [String] { [directory + "/center.sqlite", directory + "/outside"] }

    private static func start(
        _ program: Executable,
        _ arguments: [String]
    ) async throws -> Ending {
        let result = try await Subprocess.run(
            program,
            arguments: Arguments(arguments),
            output: .string(limit: 1 << 20),
            error: .combinedWithOutput
        )
        let output = result.standardOutput
        return switch result.terminationStatus {
        case .exited(let status): Ending(output: output, status: status, signal: nil, trace: [])
        case .signaled(let signal): Ending(output: output, status: nil, signal: signal, trace: [])
        }
    }

    /// The program beside the tests' own.
    private static let probe: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let directory = URL(fileURLWithPath: own ?? "").deletingLastPathComponent()
        return directory.appendingPathComponent("center-probe").path
    }()

    /// Whether strace can be used here: it may be missing, or tracing forbidden.
    static func canTrace() async -> Bool {
        let ending = try? await start(.name("strace"), ["-o", "/dev/null", "true"])
        return ending?.status == 0
    }
}
