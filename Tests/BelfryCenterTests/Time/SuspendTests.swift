// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// A machine that sleeps: what the centre reads from its clocks afterwards, and what it does then.
@Suite(.timeLimit(.minutes(1))) struct SuspendTests {
    private static let night = Int64(8 * 3_600)

    private static func hasTimeNamespaces() async throws -> Bool {
        try await CenterProcess.uptime(suspendedFor: 1) != nil
    }

    @Test(.enabled("the kernel makes no time namespace here") { try await hasTimeNamespaces() })
    func `reads an uptime that goes on during a suspend`() async throws {
        let before = try #require(try await CenterProcess.uptime(suspendedFor: nil))
        let slept = try #require(
            try await CenterProcess.uptime(suspendedFor: Int(Self.night))
        )
        let after = try #require(try await CenterProcess.uptime(suspendedFor: nil))
        // CLOCK_MONOTONIC, which stops during a suspend, would be between the other two.
        #expect((before...after).contains(slept - Self.night * 1_000))
    }

    @Test(arguments: StoreKind.allCases)
    func `delivers what came due during a suspend once, late, and marked`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("tea", .timeInterval(seconds: 3_600, repeats: false)))
        try fixture.add(.titled("walk", .timeInterval(seconds: 3_600, repeats: true)))
        try fixture.add(.titled("one", .calendar(.init(["hour": 13, "minute": 0]), repeats: true)))
        try fixture.add(.titled("day", .timeInterval(seconds: 86_400, repeats: false)))
        let due = try fixture.due("day")
        // Both clocks go on, and nothing looks at them meanwhile.
        try fixture.advance(seconds: Double(Self.night))
        let shown = try fixture.center.read { try $0.delivered(of: CenterFixture.app) }
        #expect(Set(shown.map(\.identifier)) == ["tea", "walk", "one"])
        #expect(shown.count == 3)
        let hour = CenterFixture.noon + 3_600_000
        for entry in shown {
            let missed = entry.identifier == "walk" ? 8 : 1
            #expect(entry.detail.late == LedgerEntry.Lateness(due: hour, missed: missed))
        }
        // Time has passed; nobody has set the clock.
        #expect(try fixture.events(.clockChanged).isEmpty)
        #expect(try fixture.due("day") == due)
    }

    @Test(arguments: StoreKind.allCases)
    func `would take the same night on a clock that stops for a clock that was set`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("tea", .timeInterval(seconds: 3_600, repeats: false)))
        fixture.clock.set(fixture.clock.now + Self.night * 1_000)
        try fixture.center.tick()
        #expect(try fixture.events(.clockChanged).count == 1)
        #expect(try fixture.delivered().isEmpty)
        #expect(try fixture.due("tea") == fixture.clock.now + 3_600_000)
    }
}
