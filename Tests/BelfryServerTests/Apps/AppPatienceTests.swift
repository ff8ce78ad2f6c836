// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfrySystem
import CenterSimulation
import Foundation
import Glibc
import Testing

@testable import BelfryServer

/// The 30 seconds that an app in the background has, on a clock that the tests move.
@Suite(.timeLimit(.minutes(1))) struct AppPatienceTests {
    private static let limit = Duration.seconds(30)

    private static let after = limit + .nanoseconds(1)

    /// An app whose program runs in the background, as the daemon started it.
    private struct Fixture {
        let scripts: InstalledScripts
        let running: RunningApps
        let center: CenterService
        let program: StartedProgram
        private let ends: AsyncStream<DetachedProgram.End>

        init() async throws {
            scripts = try InstalledScripts()
            running = scripts.running(AppPatience())
            let app = try scripts.install("one", "echo ready\nexec sleep 1000")
            center = try CenterService { _ in
                CenterService.Parts(store: MemoryStore(), engine: ScriptedEngine())
            }
            try await center.perform { turn in
                try turn.install(app)
                try turn.changeDevice { $0.lock = .unlocked }
            }
            running.begin(center)
            let (ends, continuation) = AsyncStream.makeStream(of: DetachedProgram.End.self)
            self.ends = ends
            guard case .runs = running.programs.start(app, { continuation.yield($0) }) else {
                throw CancellationError()
            }
            program = try #require(running.programs.running.first).program
            try await scripts.waitFor("ready")
        }

        /// Whether the program is told to end at a time.
        ///
        /// It has ended afterwards in any case: of two signals the kernel names the first that ended it (kernel/signal.c, `complete_signal`).
        func ends(at time: ContinuousClock.Instant) async -> Bool {
            await running.tick(at: time)
            kill(program.process, SIGKILL)
            let end = await ends.first { _ in true }
            running.close()
            await center.stop()
            scripts.remove()
            return end == .signalled(SIGTERM)
        }
    }

    @Test(arguments: [(limit, false), (after, true)])
    func `leaves a woken app alone for 30 seconds, and then ends it`(
        _ time: Duration,
        _ isEnded: Bool
    ) async throws {
        let fixture = try await Fixture()
        #expect(await fixture.ends(at: fixture.program.started + time) == isEnded)
    }

    @Test(arguments: [(limit, false), (after, true)])
    func `gives an app 30 seconds again with each thing that it is given`(
        _ time: Duration,
        _ isEnded: Bool
    ) async throws {
        let fixture = try await Fixture()
        let process = fixture.program.process
        let session = fixture.running.connect(InstalledScripts.app, process).session
        session?.noteGiven()
        let given = try #require(session?.lastGiven)
        #expect(given > fixture.program.started)
        #expect(await fixture.ends(at: given + time) == isEnded)
    }

    @Test func `leaves the app in front alone for as long as it is there`() async throws {
        let fixture = try await Fixture()
        try await fixture.center.perform { try $0.bringToFront(InstalledScripts.app) }
        let later = fixture.program.started + .seconds(86_400)
        #expect(await fixture.ends(at: later) == false)
    }

    @Test func `believes for 30 seconds that a process comes back`() throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let running = scripts.running(AppPatience())
        let session = try #require(running.connect(InstalledScripts.app, getpid()).session)
        let before = ContinuousClock.now
        running.disconnect(session)
        let after = ContinuousClock.now
        #expect(running.programs.dismissLate(at: before + Self.limit).isEmpty)
        #expect(running.programs.dismissLate(at: after + Self.after) == [InstalledScripts.app])
    }
}
