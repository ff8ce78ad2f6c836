// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// What goes of which app where the ledger is over its limits.
@Suite struct RetentionShareTests {
    private static let flood = "com.example.flood"
    private static let quiet = "com.example.quiet"

    private func makeFixture(
        _ kind: StoreKind,
        apps: [String] = [flood, quiet],
        _ change: (inout CenterPolicy) -> Void
    ) throws -> CenterFixture {
        let fixture = try CenterFixture(kind, policy: CenterPolicy.with(change))
        for app in apps {
            try fixture.center.perform { turn in
                try turn.install(CenterApp(identifier: app, serviceExtension: "service.appex"))
                _ = try turn.requestAuthorization([.alert], for: app)
                try turn.answerAuthorization(true, for: app)
            }
        }
        return fixture
    }

    private func push(
        _ names: [String],
        to app: String,
        isMutable: Bool = false,
        _ fixture: CenterFixture
    ) throws {
        for name in names {
            let push = try PushArrival.alert(app, name, title: name, isMutable: isMutable)
            try fixture.center.perform { _ = try $0.accept(push) }
        }
        try fixture.center.pump()
    }

    /// Forgets until there is nothing more to forget.
    @discardableResult
    private func prune(_ fixture: CenterFixture) throws -> Int {
        var sum = 0
        while true {
            let count = try fixture.center.perform { try $0.prune() }
            guard count > 0 else { return sum }
            sum += count
        }
    }

    private func listed(_ app: String, _ fixture: CenterFixture) throws -> [String] {
        try fixture.center.read { try $0.delivered(of: app) }.map(\.shown.title)
    }

    private func names(_ range: ClosedRange<Int>) -> [String] { range.map { "\($0)" } }

    @Test(arguments: StoreKind.allCases)
    func `forgets over its count what is an app's that has most, however young`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind) {
            $0.batch = 4
            $0.retention.entryLimit = 12
        }
        try push(names(1...4), to: Self.quiet, fixture)
        try push(["dismissed"], to: CenterFixture.app, fixture)
        try fixture.center.perform {
            _ = try $0.removeDelivered(["dismissed"], of: CenterFixture.app)
        }
        try push(names(1...30), to: Self.flood, fixture)
        #expect(try prune(fixture) == 23)
        #expect(try listed(Self.quiet, fixture) == names(1...4))
        #expect(try listed(Self.flood, fixture) == names(24...30))
        // Not even what has ended goes for another app's.
        #expect(
            try fixture.center.read { try $0.transaction.size(of: CenterFixture.app) }.entryCount
                == 1
        )
        let gone = try fixture.center.read { try $0.transaction.tombstones(after: 0, limit: .max) }
            .filter { $0.reason == .retention }
        #expect(gone.map(\.app) == Array(repeating: Self.flood, count: 23))
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets over its size what is an app's that has most bytes, however few`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind) { $0.retention.byteLimit = 48_000 }
        try push(names(1...30), to: Self.quiet, fixture)
        let long = String(repeating: "long ", count: 600)
        try push((1...6).map { long + "\($0)" }, to: Self.flood, fixture)
        let before = try fixture.center.read { try $0.transaction.sizes() }
        // Otherwise nothing is shown by what follows.
        try #require(before[Self.quiet].map { $0.byteCount < 24_000 } == true, "\(before)")
        #expect(try prune(fixture) > 0)
        #expect(try listed(Self.quiet, fixture) == names(1...30))
        let left = try listed(Self.flood, fixture)
        #expect(left == (1...6).suffix(left.count).map { long + "\($0)" })
        #expect(try fixture.center.read { try $0.transaction.size() }.byteCount <= 48_000)
        #expect(!left.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `takes from several apps until they have as much as each other`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind) { $0.retention.entryLimit = 9 }
        try push(names(1...10), to: Self.flood, fixture)
        try push(names(1...8), to: CenterFixture.app, fixture)
        try push(["one"], to: Self.quiet, fixture)
        #expect(try prune(fixture) == 10)
        #expect(try listed(Self.flood, fixture) == names(7...10))
        #expect(try listed(CenterFixture.app, fixture) == names(5...8))
        #expect(try listed(Self.quiet, fixture) == ["one"])
    }

    @Test(arguments: StoreKind.allCases)
    func `takes nothing for what another app has on its way, and that app's once it is shown`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind) {
            $0.width = 20
            $0.appWidth = 20
            $0.retention.entryLimit = 6
        }
        try push(names(1...3), to: Self.quiet, fixture)
        try push(names(1...10), to: Self.flood, isMutable: true, fixture)
        #expect(try prune(fixture) == 0)
        #expect(try listed(Self.quiet, fixture) == names(1...3))
        for _ in 1...10 { try fixture.complete() }
        #expect(try prune(fixture) == 7)
        #expect(try listed(Self.quiet, fixture) == names(1...3))
        #expect(try listed(Self.flood, fixture) == names(8...10))
    }

    @Test(arguments: StoreKind.allCases)
    func `takes from the next one above its share where nothing of the largest may go`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind) {
            $0.width = 20
            $0.appWidth = 20
            $0.retention.entryLimit = 9
        }
        try push(["one"], to: Self.quiet, fixture)
        try push(names(1...6), to: CenterFixture.app, fixture)
        try push(names(1...7), to: Self.flood, isMutable: true, fixture)
        #expect(try prune(fixture) == 3)
        #expect(try listed(CenterFixture.app, fixture) == names(4...6))
        #expect(try listed(Self.quiet, fixture) == ["one"])
    }

    /// What the store says that there is, and what there is.
    private func sizes(
        _ fixture: CenterFixture
    ) throws -> (said: [String: LedgerSize], found: [String: LedgerSize]) {
        try fixture.center.read { turn in
            let store = turn.transaction
            var found: [String: LedgerSize] = [:]
            let all = try store.entries(of: nil, in: Set(EntryState.allCases), limit: .max)
            for entry in all {
                found[entry.app, default: LedgerSize()].entryCount += 1
                found[entry.app, default: LedgerSize()].byteCount += ContentCoding.byteCount(
                    of: entry
                )
            }
            for app in [Self.flood, Self.quiet, CenterFixture.app] {
                #expect(try store.size(of: app) == found[app] ?? LedgerSize())
            }
            return (try store.sizes(), found)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `counts what extensions decide with what was sent`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind) { $0.retention.byteLimit = 100_000 }
        try push(["one", "two", "three"], to: Self.flood, isMutable: true, fixture)
        try push(["one"], to: Self.quiet, fixture)
        let before = try sizes(fixture)
        #expect(before.said == before.found)
        let body = String(repeating: "x", count: 60_000)
        for _ in 1...2 { try fixture.complete(title: body) }
        let after = try sizes(fixture)
        #expect(after.said == after.found)
        let grown =
            try #require(after.said[Self.flood]).byteCount
            - (try #require(before.said[Self.flood]).byteCount)
        #expect((120_000...121_000).contains(grown), "\(grown)")
        #expect(try prune(fixture) == 1)
        #expect(try listed(Self.quiet, fixture) == ["one"])
        // What the app has goes with it, and what came of it is counted no more.
        try fixture.center.perform { try $0.transaction.removeApp(Self.flood) }
        let last = try sizes(fixture)
        #expect(last.said == last.found)
        #expect(last.said.keys.sorted() == [Self.quiet])
        try fixture.center.perform { try $0.install(CenterApp(identifier: Self.flood)) }
        try push(["again"], to: Self.flood, fixture)
        let again = try sizes(fixture)
        #expect(again.said == again.found && again.said[Self.flood]?.entryCount == 1)
    }
}
