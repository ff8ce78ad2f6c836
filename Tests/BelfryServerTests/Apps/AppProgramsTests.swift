// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfrySystem
import Foundation
import Glibc
import Testing

@testable import BelfryServer

/// Apps' programs that ignore signals, end at once, or never listen.
@Suite(.timeLimit(.minutes(1))) struct AppProgramsTests {
    private static let stubborn = "trap '' TERM\necho ready\nwhile :; do sleep 0.1; done"

    /// Starts a program, and returns how it ends.
    private func start(
        _ programs: AppPrograms,
        _ app: CenterApp,
        isAsked: Bool = false
    ) throws -> AsyncStream<DetachedProgram.End> {
        let (ends, continuation) = AsyncStream.makeStream(of: DetachedProgram.End.self)
        let start = programs.start(app, isAsked: isAsked) {
            continuation.yield($0)
            continuation.finish()
        }
        guard case .runs = start else {
            Issue.record("\(start)")
            throw CancellationError()
        }
        return ends
    }

    @Test func `kills a program that ignores SIGTERM`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        var patience = AppPatience()
        patience.ending = .milliseconds(20)
        let programs = scripts.programs(patience)
        let ends = try start(programs, try scripts.install("one", Self.stubborn))
        try await scripts.waitFor("ready")
        programs.end(InstalledScripts.app, except: nil)
        #expect(await ends.first { _ in true } == .signalled(SIGKILL))
        #expect(programs.running.isEmpty)
    }

    @Test func `starts a new version while the old one does not end`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let programs = scripts.programs(AppPatience())
        _ = try start(programs, try scripts.install("old", Self.stubborn))
        try await scripts.waitFor("ready")
        let new = try scripts.install("new", "exec sleep 100")
        programs.end(InstalledScripts.app, except: new.digest)
        _ = try start(programs, new)
        #expect(programs.running.count == 2)
        // A second start of a version that runs starts nothing.
        guard case .runs = programs.start(new, { _ in }) else {
            Issue.record("it is not known to run")
            return
        }
        #expect(programs.running.count == 2)
        for (_, program) in programs.running { program.end(within: .zero) }
    }

    @Test func `starts a program that never listens a few times, and says so`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        var patience = AppPatience()
        patience.restart = .milliseconds(5)
        patience.startLimit = 3
        let running = scripts.running(patience)
        let programs = running.programs
        let app = try scripts.install("one", "echo broken >&2\nexit 3")
        for count in 1...3 {
            let ends = try start(programs, app)
            #expect(await ends.first { _ in true } == .exited(3))
            #expect(running.status(of: app).silentStarts == count)
            #expect(await programs.awaitRestart(of: app.identifier) == (count < 3))
        }
        guard case .givenUp = programs.start(app, { _ in }) else {
            Issue.record("it was started a fourth time")
            return
        }
        let status = running.status(of: app)
        #expect(status.word == .givenUp)
        let obstacle = try #require(status.obstacle(of: app.identifier))
        #expect(obstacle.contains("started 3 times and never listened"))
        #expect(obstacle.contains("exit status 3"))
        #expect(
            String(decoding: try programs.output(of: app.identifier), as: UTF8.self)
                == "broken\nbroken\nbroken\n"
        )

        // The user may, and another version may.
        _ = try await start(programs, app, isAsked: true).first { _ in true }
        let next = try scripts.install("two", "exit 0")
        _ = try await start(programs, next).first { _ in true }
        #expect(running.status(of: next).silentStarts == 1)
        #expect(running.status(of: next).lastEnd == "exit status 0")
    }

    @Test func `waits longer before each start of a program that does not listen`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        var patience = AppPatience()
        patience.restart = .seconds(3600)
        let running = scripts.running(patience)
        let app = try scripts.install("one", "exit 0")
        _ = try await start(running.programs, app).first { _ in true }
        guard case .waits = running.programs.start(app, { _ in }) else {
            Issue.record("it was started again at once")
            return
        }
        #expect(running.status(of: app).obstacle(of: app.identifier)?.contains("again") == true)
        // One that has listened is started again at once.
        running.programs.noteListening(app.identifier, getpid())
        _ = try await start(running.programs, app).first { _ in true }
    }

    @Test func `ends a program that was to end while it was being started`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let programs = scripts.programs(AppPatience())
        // Whichever of the two comes first.
        for digest in ["one", "two", "three", "four"] {
            let app = try scripts.install(digest, "exec sleep 100")
            let (ends, continuation) = AsyncStream.makeStream(of: DetachedProgram.End.self)
            async let start: Void = {
                _ = programs.start(app) { continuation.yield($0) }
            }()
            while programs.record(of: app) == nil { await Task.yield() }
            programs.end(app.identifier, except: nil)
            await start
            #expect(await ends.first { _ in true } == .signalled(SIGTERM))
        }
    }

    @Test func `says how a program ended that was opened`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let rows: [(script: String, words: String)] = [
            ("exit 3", "exit status 3"), ("exit 0", "exit status 0"), ("kill -9 $$", "signal 9"),
        ]
        var patience = AppPatience()
        patience.opening = .seconds(3600)
        for (index, row) in rows.enumerated() {
            let running = scripts.running(patience)
            let opening = await running.open(try scripts.install("v\(index)", row.script))
            guard case .ended(let end) = opening else {
                Issue.record("\(opening)")
                continue
            }
            #expect(end.words == row.words)
        }
    }

    @Test func `says that a program was opened once it listens`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        var patience = AppPatience()
        patience.opening = .seconds(3600)
        let running = scripts.running(patience)
        let app = try scripts.install("one", "echo ready\nexec sleep 100")
        async let opening = running.open(app)
        try await scripts.waitFor("ready")
        _ = running.connect(app.identifier, getpid())
        guard case .listens = await opening else {
            Issue.record("it is not known to listen")
            return
        }
        #expect(running.status(of: app).word == .listening)
        running.programs.end(app.identifier, except: nil)
    }

    @Test func `starts an app again that is opened when its process has just ended`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        var patience = AppPatience()
        patience.opening = .seconds(3600)
        let running = scripts.running(patience)
        let app = try scripts.install("one", "echo $$ ready\nexec sleep 100")
        var started: Int32 = 0
        for _ in 1...5 {
            async let opening = running.open(app)
            let ended = started
            while started == ended {
                started = running.programs.running.first?.program.process ?? ended
                await Task.yield()
            }
            try await scripts.waitFor("\(started) ready")
            #expect(running.connect(app.identifier, started).session != nil)
            guard case .listens = await opening else {
                Issue.record("it is not known to listen")
                return
            }
            // Its connection is never closed, and its end is known to the kernel alone for a moment.
            let pidfd = try Descriptor.process(started)
            kill(started, SIGKILL)
            let hasEnded = pidfd.waitUntilReadable(until: .now + .seconds(60))
            #expect(hasEnded)
        }
        running.programs.end(app.identifier, except: nil)
    }

    @Test func `keeps the end of what programs write`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let file = try scripts.output.open(for: InstalledScripts.app)
        let line = String(repeating: "x", count: 1023) + "\n"
        for _ in 1...1100 { try file.writeAll(Array(line.utf8)) }
        try file.writeAll(Array("last\n".utf8))
        scripts.output.cutAll()
        let end = try scripts.output.end(of: InstalledScripts.app)
        #expect(end.count == AppOutput.keptByteCount)
        #expect(String(decoding: end.suffix(5), as: UTF8.self) == "last\n")
        let path = scripts.output.path + "/" + InstalledScripts.app
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(size ?? 0 < 2 * AppOutput.keptByteCount)
        // A program that has the file open still goes on at its end.
        try file.writeAll(Array("more\n".utf8))
        let more = try scripts.output.end(of: InstalledScripts.app)
        #expect(String(decoding: more.suffix(10), as: UTF8.self) == "last\nmore\n")
        scripts.output.discard(InstalledScripts.app)
        #expect(try scripts.output.end(of: InstalledScripts.app).isEmpty)
    }
}
