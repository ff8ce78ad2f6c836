// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryDesktop
import BelfryModel
import BelfrySystem
import EndToEndSupport
import Foundation
import Testing

/// The search for a session bus, and for a notification server on it.
@Suite(
    .timeLimit(.minutes(3)),
    .serialized,
    .enabled(if: MockServer.isNeeded, Comment(rawValue: MockServer.isMissing))
) struct SessionBusTests {
    /// What is said until something is.
    private func events(
        of session: SessionBus,
        until isEnough: ([DesktopEvent]) -> Bool
    ) async -> [DesktopEvent] {
        var events: [DesktopEvent] = []
        for await event in session.events {
            events.append(event)
            if isEnough(events) { break }
        }
        return events
    }

    private func isFound(_ event: DesktopEvent) -> Bool {
        if case .found = event { true } else { false }
    }

    @Test func `rests longer after each attempt to find a bus, until it has found one`()
        async throws
    {
        let workshop = try Workshop()
        let session = try SessionBus(address: "unix:path=\(workshop.folder.path)/bus")
        let began = MonotonicTime.now
        try session.start()
        let missed = await events(of: session) { $0.count == 4 }
        #expect(missed.allSatisfy { if case .absent = $0 { true } else { false } }, "\(missed)")
        // Between the four: half a second, one and two. A machine that is slow rests longer.
        #expect(MonotonicTime.now - began >= .milliseconds(3500))
        let bus = try PrivateBus(in: workshop.folder)
        let server = try await MockServer(on: bus, in: workshop.folder)
        let found = await events(of: session) { $0.last.map(isFound) == true }
        #expect(found.last.map(isFound) == true)
        // It has said that it is one once, and is not asked again while it is there.
        #expect(server.lines.count { $0["call"] == "owned" } == 1)
        // After one that was found, it begins with a short rest again; the next would be eight seconds.
        bus.kill()
        let ended = MonotonicTime.now
        let lost = await events(of: session) { $0.count == 2 }
        #expect(lost.allSatisfy { if case .absent = $0 { true } else { false } }, "\(lost)")
        #expect(MonotonicTime.now - ended < .seconds(7))
        session.stop()
        _ = await events(of: session) { _ in false }
    }
}
