// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Synchronization

/// The compiled libraries of the suite, made once in a test process and gone with it.
///
/// The tests' own child processes are given the path, so that they find what their parent made. A run
/// with `BELFRY_HOSTILE_SHELF` keeps them in that folder and uses those that are there: a virtual
/// machine that emulates its processor needs an hour to compile them.
enum FixtureShelf {
    /// The folder, once everything that C makes is in it.
    static func path() async throws -> String { try await built.value }

    /// The folder that outlives this process; nil for one of its own.
    private static let kept = ProcessInfo.processInfo.environment["BELFRY_HOSTILE_SHELF"]

    /// The folder.
    static let folder =
        kept.map { URL(fileURLWithPath: $0) }
        ?? FileManager.default.temporaryDirectory
        .appendingPathComponent("belfry-hostile-\(getpid())")

    private static let built = Task { () throws -> String in
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if kept == nil {
            atexit { try? FileManager.default.removeItem(at: FixtureShelf.folder) }
        }
        let all = Set(
            HostileRow.all.flatMap(\.fixtures) + Soak.fixtures + CrossBundleEntry.fixtures
        )
        try await build(all.filter { $0.needed == nil })
        try await build(all.filter { $0.needed != nil })
        return folder.path
    }

    private static func build(_ fixtures: Set<Fixture>) async throws {
        var fixtures = Array(fixtures)
        let width = max(2, ProcessInfo.processInfo.activeProcessorCount)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<width {
                if let fixture = fixtures.popLast() { group.addTask { try await build(fixture) } }
            }
            while try await group.next() != nil {
                if let fixture = fixtures.popLast() { group.addTask { try await build(fixture) } }
            }
        }
    }

    private static func build(_ fixture: Fixture) async throws {
        if has(fixture) { return }
        let library = folder.appendingPathComponent(fixture.library)
        if fixture.kit == .rust {
            let built = try await RustFixture.built.library(fixture.name)
            try FileManager.default.copyItem(at: built, to: library)
        } else {
            try await fixture.compiled.build(library)
        }
    }

    /// Whether a run before this one has left a library.
    ///
    /// - Parameter fixture: The library's fixture.
    /// - Returns: Whether it is there.
    static func has(_ fixture: Fixture) -> Bool {
        let library = folder.appendingPathComponent(fixture.library)
        return kept != nil && FileManager.default.fileExists(atPath: library.path)
    }

    // MARK: Swift

    /// The bundle of the Swift fixtures, all in one module since the compiler takes seconds.
    static func swiftBundle() async throws -> String { try await swiftBuilt.value }

    private static let swiftBuilt = Task { () throws -> String in
        _ = try await path()
        let names = try FileManager.default.contentsOfDirectory(atPath: Fixture.folder.path)
        let sources = names.filter { $0.hasSuffix(".swift") }.sorted().map {
            Fixture.folder.appendingPathComponent($0).path
        }
        let output = folder.appendingPathComponent("Hostile.appex").path
        if kept != nil, FileManager.default.fileExists(atPath: output) { return output }
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let result = try await Command.run(tool, ["build"] + sources + ["-o", output])
        guard result.status == 0 else { throw CommandError("belfry build", result) }
        return output
    }
}
