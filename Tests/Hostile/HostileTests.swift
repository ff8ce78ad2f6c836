// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import NIOCore
internal import NIOPosix
internal import Testing

/// Whatever an extension tries: the verdict is right, one notification is delivered, and the host
/// and the other extensions are as before.
@Suite(.timeLimit(.minutes(5 * Patience.factor)), .serialized)
struct HostileTests {
    @Test func `every row of the catalogue has its trials`() {
        let numbers = HostileRow.all.map(\.number)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.sorted() == Array(1...numbers.count))
        #expect(HostileRow.all.allSatisfy { $0.trials.count + $0.skipped.count > 0 })
        for row in HostileRow.all {
            #expect(Set(row.trials.map(\.name)).count == row.trials.count, "row \(row.number)")
        }
    }

    @Test(arguments: HostileRow.chosen.filter { !$0.isSwift })
    func `an extension that lies harms nobody but itself`(_ row: HostileRow) async throws {
        for (why, all) in Dictionary(grouping: row.skipped, by: \.self) {
            print("row \(row.number): \(all.count) trials are skipped: \(why)")
        }
        let shelf = try await FixtureShelf.path()
        await #expect(processExitsWith: .success) {
            [number = row.number as Int, shelf = shelf as String] in
            try await HostileTests.perform(number, shelf: shelf)
        }
    }

    @Test(arguments: HostileRow.chosen.filter(\.isSwift))
    func `an extension in Swift harms nobody but itself`(_ row: HostileRow) async throws {
        let shelf = try await FixtureShelf.path()
        let bundle = try await FixtureShelf.swiftBundle()
        await #expect(processExitsWith: .success) {
            [number = row.number as Int, shelf = shelf as String, bundle = bundle as String] in
            try await HostileTests.perform(number, shelf: shelf, swiftBundle: bundle)
        }
    }

    /// Performs a row's trials in this process, which is theirs alone.
    private static func perform(
        _ number: Int,
        shelf: String,
        swiftBundle: String? = nil
    ) async throws {
        try await primeClocks()
        let workshop = try Workshop()
        setenv("TMPDIR", workshop.folder.path, 1)
        setenv("BELFRY_TEST_SECRET", "hunter2", 1)
        unsetenv("XDG_RUNTIME_DIR")
        let row = try #require(HostileRow.all.first { $0.number == number })
        if row.usesNetwork { try await primeNetwork(workshop, shelf) }
        let before = try Holdings.now()
        let targets = try Holdings.descriptorTargets()
        try await perform(row, workshop, shelf, swiftBundle)
        try await expectNothingLeft(before, targets, of: row, in: workshop.folder)
    }

    /// Has Dispatch open its timer of each clock, which it keeps as long as the process lives.
    ///
    /// Dispatch opens no timer for a deadline that has passed when its thread comes to it, which
    /// happens on a busy machine: so the waits are repeated until all three timers are there.
    private static func primeClocks() async throws {
        var timers = 0
        for _ in 0..<100 where timers < 3 {
            try await Task.sleep(for: .milliseconds(20))
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(wallDeadline: .now() + .milliseconds(20)) {
                    continuation.resume()
                }
            }
            timers = try Holdings.descriptorTargets().count { $0 == "anon_inode:[timerfd]" }
        }
        try #require(timers == 3)
    }

    /// Has the threads made that serve every proxy of a process, and stay.
    private static func primeNetwork(_ workshop: borrowing Workshop, _ shelf: String) async throws {
        let stage = try HostileStage(workshop, shelf: shelf)
        var settings = RunSettings()
        settings.origins = ["https://example.com"]
        _ = try await stage.run(stage.good, settings)
        await stage.host.shutdown()
        // A worker's proxy starts beside its first run, which may be the first to end.
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
            try await loop.submit {}.get()
        }
    }

    private static func perform(
        _ row: HostileRow,
        _ workshop: borrowing Workshop,
        _ shelf: String,
        _ swiftBundle: String?
    ) async throws {
        let stage = try HostileStage(workshop, shelf: shelf)
        try await stage.checkGood()
        let memory = try Holdings.residentKilobytes()
        for (index, trial) in row.trials.enumerated() {
            try await perform(trial, "Row\(row.number)-\(index)", stage, swiftBundle)
        }
        let growth = try Holdings.residentKilobytes() - memory
        #expect(growth < 48 * 1024, "the host has grown by \(growth) KB")
        await stage.host.shutdown()
    }

    private static func perform(
        _ trial: Trial,
        _ name: String,
        _ stage: HostileStage,
        _ swiftBundle: String?
    ) async throws {
        let bundle: ExtensionBundle
        if trial.isSwift, let swiftBundle {
            bundle = try ExtensionBundle(at: swiftBundle)
        } else if let fixture = trial.fixture {
            bundle =
                trial.draws
                ? try stage.contentBundle(name, fixture)
                : try stage.bundle(name, fixture, trial.manifest())
        } else {
            bundle = stage.good
        }
        do {
            try await Trial.$current.withValue("row \(name), \(trial.name)") {
                try await trial.script(stage, bundle)
            }
        } catch {
            Issue.record("\(name), \(trial.name): \(error)")
        }
        try await stage.checkGood()
    }

    private static func expectNothingLeft(
        _ before: Holdings,
        _ targets: [String],
        of row: HostileRow,
        in folder: URL
    ) async throws {
        let after = try await Holdings.settled(at: before)
        // Foundation lets go of the files of the tests' own programs in its own time.
        // And it keeps a run loop for each thread that started or awaited a server's program; the
        // host's own loops are held to account by the rows without one.
        let isOfRunLoop = { (target: String) in
            row.usesPrograms && (target.hasPrefix("anon_inode:") || target.hasPrefix("socket:"))
        }
        let isOfHost = { (target: String) in
            !target.contains("/belfry-command-") && !isOfRunLoop(target)
        }
        // What the row before had not closed yet may be gone.
        let left = try Holdings.descriptorTargets().filter(isOfHost)
            .difference(from: targets.filter(isOfHost)).insertions
        #expect(left.isEmpty, "\(left)")
        #expect(after.descendants == before.descendants, "\(before) \(after)")
        #expect(after.mounts == before.mounts, "\(before) \(after)")
        // Swift's own pool may have grown by a thread or two of the machine's few cores.
        #expect(after.threads - before.threads <= 4, "\(before) \(after)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("belfry-") && !$0.hasPrefix("belfry-command") }
        #expect(files.isEmpty, "\(files)")
    }
}
