// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import CenterSimulation
import Foundation
import Glibc
import Testing

/// One of everything, ended or failed at its writes and syncs, and taken up again.
///
/// `BELFRY_CENTER_CRASH=all` takes every point; without it each fifth is taken, from another one in
/// each test.
@Suite(
    .enabled("strace is missing, or tracing is forbidden here") {
        await CenterProcess.canTrace()
    },
    .timeLimit(.minutes(30))
)
struct CrashTests {
    private static let stride = CenterProcess.takesAllPoints ? 1 : 5

    private func points(
        of command: CenterProcess.Command,
        in process: CenterProcess,
        from first: Int
    ) async throws -> [CenterProcess.Point] {
        let all = try await process.count(command)
        try #require(all.count > 20, "\(command) makes \(all.count) calls alone")
        return all.enumerated()
            .filter { $0.offset % Self.stride == first % Self.stride }
            .map(\.element)
    }

    @Test func `keeps what was acknowledged when it is killed at any write or sync`() async throws {
        let points = try await points(of: .golden, in: CenterProcess(), from: 0)
        for point in points {
            let process = try CenterProcess()
            defer { process.remove() }
            let ending = try await process.run(.golden, injecting: "signal=SIGKILL", at: point)
            #expect(ending.signal == SIGKILL, "\(point) was not reached: \(ending.output)")
            try await process.checkRecovery(after: "a kill at \(point)")
        }
        print("center: killed at \(points.count) points of a run, all kept")
    }

    @Test(arguments: ["signal=SIGKILL", "error=EIO", "error=ENOSPC"])
    func `recovers when any write or sync of a recovery is its last or fails`(
        _ fault: String
    ) async throws {
        let writes = try await CenterProcess().count(.golden).filter { $0.call == "pwrite64" }
        // Killed late, where much is under way: a run goes on, a request has fired.
        for share in [6, 8, 9] {
            let left = try CenterProcess()
            defer { left.remove() }
            let point = writes[writes.count * share / 10]
            let ending = try await left.run(.golden, injecting: "signal=SIGKILL", at: point)
            try #require(ending.signal == SIGKILL)
            let counted = try left.copy()
            defer { counted.remove() }
            for point in try await points(of: .recover, in: counted, from: share + fault.count) {
                let process = try left.copy()
                defer { process.remove() }
                let ending = try await process.run(.recover, injecting: fault, at: point)
                let what = "\(fault) at \(point) of a recovery"
                if fault == "signal=SIGKILL" {
                    #expect(ending.signal == SIGKILL, "\(point) was not reached: \(ending.output)")
                } else {
                    #expect(ending.status != nil, "\(what) ended it by a signal")
                    #expect(
                        ending.trace.contains { $0.hasSuffix("(INJECTED)") },
                        "\(what) was not injected"
                    )
                }
                try await process.checkRecovery(after: what)
            }
        }
    }

    /// Expects that a power loss takes nothing that was told of, and would where a wait was left out.
    private func expectNoLoss(_ trace: DiskTrace, needless: Set<String> = []) {
        for loss in trace.losses() { Issue.record("a power loss can take \(loss)") }
        let superfluous = trace.waits.filter { trace.losses(without: $0).isEmpty }.map(\.path)
        #expect(Set(superfluous) == needless)
    }

    @Test func `waits for the disk between a change and its acknowledgement`() async throws {
        let process = try CenterProcess()
        defer { process.remove() }
        let (ending, record) = try await process.record(["golden"] + process.places)
        try #require(ending.status == 0)
        let ledger = process.places[0]
        // What SQLite makes anew, or rolls back, is no part of the ledger.
        let passing = ["-shm", "-journal", ".lock"].map { ledger + $0 }
        let words = ["\"app", "\"request", "\"push", "\"response", "\"taken"]
        let acknowledged = DiskTrace(record) { path in
            path.hasPrefix(ledger) && !passing.contains(path)
        } telling: { call in
            call.name == "write" && words.contains { call.arguments.contains($0) }
        }
        #expect(acknowledged.tellingCount == 6)
        for loss in acknowledged.losses() { Issue.record("a power loss can take \(loss)") }
        // A file is on the disk, and found there, before the ledger shows it.
        let store = process.directory + "/attachments"
        let shown = DiskTrace(record) { path in
            path == process.directory
                || path.hasPrefix(store) && !path.hasPrefix(store + "/.")
        } telling: { call in
            call.name == "pwrite64" && call.file == ledger + "-wal"
        }
        #expect(shown.waits.contains { $0.path.hasSuffix(".png") })
        // SQLite waits for the directory too, and a second file finds the store's name there.
        expectNoLoss(shown, needless: [process.directory])
    }

    @Test func `a backup is on the disk when it is said to be there, and so is what it restores`()
        async throws
    {
        let process = try CenterProcess()
        defer { process.remove() }
        try #require(try await process.run(.golden).status == 0)
        let ledger = process.places[0]
        let copies = process.directory + "/copies"
        let copy = copies + "/copy.sqlite"
        try FileManager.default.createDirectory(
            atPath: copies,
            withIntermediateDirectories: false
        )
        for (command, kept) in [
            ("backup", [copies, copy, copy + "-journal"]),
            ("restore", [process.directory, ledger, ledger + ".old-1", ledger + "-wal"]),
        ] {
            let (ending, record) = try await process.record([command, ledger, copy])
            try #require(ending.status == 0, "\(ending)")
            let trace = DiskTrace(record) {
                kept.contains($0)
            } telling: { call in
                call.name == "write" && call.arguments.contains("\"done")
            }
            #expect(trace.tellingCount == 1)
            for loss in trace.losses() { Issue.record("a power loss can take \(loss)") }
            let needed = trace.waits.filter { !trace.losses(without: $0).isEmpty }.map(\.path)
            guard command == "restore" else {
                // SQLite waits for the file too. But a journal that is there again would be rolled back.
                #expect(needed == [copies])
                continue
            }
            // The wait for the new ledger's name; it keeps the names that others waited for before, too.
            #expect(needed.last == process.directory)
            // Those others keep the old ledger and its copy before the copy takes the ledger's name.
            let replacing = DiskTrace(record) {
                [ledger + ".restoring", ledger + ".old-1"].contains($0)
            } telling: { call in
                call.name.hasPrefix("rename") && call.arguments.contains(ledger + ".restoring\"")
            }
            #expect(replacing.tellingCount == 1)
            for loss in replacing.losses() { Issue.record("a power loss can take \(loss)") }
        }
    }

    @Test(arguments: ["EIO", "ENOSPC"])
    func `loses nothing when any write or sync fails`(_ error: String) async throws {
        let points = try await points(of: .golden, in: CenterProcess(), from: error.count)
        for point in points {
            let process = try CenterProcess()
            defer { process.remove() }
            let ending = try await process.run(.golden, injecting: "error=\(error)", at: point)
            #expect(ending.status != nil, "\(error) at \(point) ended it by a signal")
            #expect(
                ending.trace.contains { $0.hasSuffix("(INJECTED)") },
                "\(error) at \(point) was not injected"
            )
            try await process.checkRecovery(after: "\(error) at \(point)")
        }
        print("center: \(error) at \(points.count) points of a run, all kept")
    }
}
