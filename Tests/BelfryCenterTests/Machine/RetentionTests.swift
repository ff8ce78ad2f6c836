// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import CenterSimulation
import Testing

@Suite struct RetentionTests {
    @Test(arguments: StoreKind.allCases)
    func `forgets by age what has ended, and nothing that is listed`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let removed = try fixture.push("removed")
        let listed = try fixture.push("listed")
        try fixture.center.pump()
        try fixture.center.perform { turn in
            _ = try turn.removeDelivered(["removed"], of: CenterFixture.app)
        }
        fixture.clock.advance(milliseconds: 31 * 86_400_000)
        #expect(try fixture.center.perform { try $0.prune() } == 1)
        #expect(try fixture.entry(removed) == nil)
        #expect(try fixture.entry(listed)?.state == .presented)
        // The log's own age has passed too, but for what this turn wrote.
        #expect(try fixture.buried() == [.retention])
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets the oldest over its count, never what is on its way`(_ kind: StoreKind) throws {
        let policy = CenterPolicy.with { $0.retention.entryLimit = 3 }
        let fixture = try CenterFixture(kind, policy: policy)
        let running = try fixture.push("running", isMutable: true)
        for number in 1...4 { try fixture.push("\(number)") }
        try fixture.center.pump()
        #expect(try fixture.center.perform { try $0.prune() } == 2)
        #expect(try fixture.delivered() == ["3", "4"])
        #expect(try fixture.entry(running)?.state == .running)
        #expect(try fixture.buried() == [.retention, .retention])
        let size = try fixture.center.read { try $0.transaction.size() }
        #expect(size.entryCount == 3)
    }

    private func prune(_ fixture: CenterFixture) throws -> [Int] {
        var counts: [Int] = []
        repeat {
            counts.append(try fixture.center.perform { try $0.prune() })
        } while counts.last != 0
        return counts
    }

    @Test(arguments: StoreKind.allCases, [0, 4, 10])
    func `forgets nothing of the list while anything that has ended is left`(
        _ kind: StoreKind,
        _ oldCount: Int
    ) throws {
        let policy = CenterPolicy.with {
            $0.batch = 4
            $0.retention.entryLimit = 3
        }
        let fixture = try CenterFixture(kind, policy: policy)
        // What is listed is older than what has ended, of which some goes by its age.
        for number in 1...3 { try fixture.push("listed \(number)") }
        func end(_ names: [String]) throws {
            for name in names { try fixture.push(name) }
            try fixture.center.pump()
            try fixture.center.perform { turn in
                _ = try turn.removeDelivered(names, of: CenterFixture.app)
            }
        }
        try end((0..<oldCount).map { "old \($0)" })
        fixture.clock.advance(milliseconds: 31 * 86_400_000)
        try end((oldCount..<10).map { "young \($0)" })
        #expect(try prune(fixture).reduce(0, +) == 10)
        #expect(try fixture.delivered() == ["listed 1", "listed 2", "listed 3"])
        for name in ["young", "younger"] { try fixture.push(name) }
        try fixture.center.pump()
        #expect(try prune(fixture) == [2, 0])
        #expect(try fixture.delivered() == ["listed 3", "young", "younger"])
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets by age whatever has ended before it in their order`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, policy: CenterPolicy.with { $0.batch = 4 })
        let names = (1...6).map { "dismissed today \($0)" }
        for name in names { try fixture.push(name) }
        let old = try fixture.push("dismissed long ago")
        try fixture.center.pump()
        try fixture.center.perform { try $0.removeDelivered(old) }
        fixture.clock.advance(milliseconds: 31 * 86_400_000)
        try fixture.center.perform { turn in
            _ = try turn.removeDelivered(names, of: CenterFixture.app)
        }
        #expect(try prune(fixture) == [1, 0])
        #expect(try fixture.entry(old) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets over its size`(_ kind: StoreKind) throws {
        let policy = CenterPolicy.with { $0.retention.byteLimit = 1 }
        let fixture = try CenterFixture(kind, policy: policy)
        for number in 1...3 { try fixture.push("\(number)") }
        try fixture.center.pump()
        #expect(try fixture.center.perform { try $0.prune() } == 3)
        #expect(try fixture.center.read { try $0.transaction.size() }.byteCount == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `knows a second arrival of what it has forgotten`(_ kind: StoreKind) throws {
        let policy = CenterPolicy.with { $0.retention.entryLimit = 0 }
        let fixture = try CenterFixture(kind, policy: policy)
        let first = try fixture.push("one")
        try fixture.center.pump()
        #expect(try fixture.center.perform { try $0.prune() } == 1)
        #expect(try fixture.push("one") == first)
        #expect(try fixture.events(.duplicate).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `takes a push again that it discarded for its time, and has forgotten`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let over = fixture.clock.now + -1_000
        let first = try fixture.push("late") { $0.expires = over }
        try fixture.center.pump()
        #expect(try fixture.entry(first)?.state == .expired)
        fixture.clock.advance(milliseconds: 31 * 86_400_000)
        #expect(try fixture.center.perform { try $0.prune() } == 1)
        #expect(try fixture.push("late") > first)
        try fixture.center.pump()
        #expect(try fixture.delivered() == ["late"])
    }

    @Test(arguments: StoreKind.allCases)
    func `tells who follows the log that a notification has left the list`(
        _ kind: StoreKind
    ) throws {
        let policy = CenterPolicy.with { $0.retention.entryLimit = 1 }
        let fixture = try CenterFixture(kind, policy: policy)
        let first = try fixture.push("first")
        try fixture.push("second")
        try fixture.center.pump()
        #expect(try fixture.center.perform { try $0.prune() } == 1)
        let told = try fixture.events(.removed)
        #expect(told.map(\.sequence) == [first] && told.map(\.note) == ["retention"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the log until every sink has read it`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.push("one")
        fixture.clock.advance(milliseconds: 31 * 86_400_000)
        try fixture.center.perform { _ = try $0.prune() }
        #expect(try fixture.events(.accepted).count == 1)
        try fixture.center.publish()
        try fixture.center.perform { _ = try $0.prune() }
        #expect(try fixture.events(.accepted).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `bounds what one sender leaves in the log by its count`(_ kind: StoreKind) throws {
        let policy = CenterPolicy.with {
            $0.retention.entryLimit = 2
            $0.retention.eventLimit = 7
            $0.retention.tombstoneLimit = 5
            $0.retention.keyLimit = 4
        }
        let fixture = try CenterFixture(kind, policy: policy)
        for number in 1...20 {
            try fixture.push("\(number)") { $0.collapseIdentifier = "score" }
            try fixture.center.pump()
        }
        try fixture.center.publish()
        // A second look finds nothing more, and leaves what the bounds let it.
        for _ in 1...2 { try fixture.center.perform { _ = try $0.prune() } }
        #expect(try fixture.delivered() == ["20"])
        #expect(try fixture.buried().count == 5)
        let events = try fixture.center.read { try $0.transaction.events(after: 0, limit: 100) }
        #expect(events.count == 7)
        // Of what is gone the newest four are known, and with them what is there.
        for (number, isKnown) in [(16, false), (17, true), (18, true), (20, true)] {
            let before = try fixture.events(.duplicate).count
            try fixture.push("\(number)") { $0.collapseIdentifier = "score" }
            #expect(try (fixture.events(.duplicate).count > before) == isKnown, "\(number)")
        }
    }
}
