// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryLedger
import BelfryModel
import BelfryReport
import CenterSimulation
import Foundation
import Testing

/// Ledgers that each version of the schema left, and what this one finds in them.
@Suite struct LedgerVersionTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("center.sqlite") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Opens a copy of the ledger that a version of the schema left.
    private func open(version: Int) throws -> Ledger {
        try copy(version: version)
        return try Ledger(at: path)
    }

    private func copy(version: Int) throws {
        let fixture = try #require(
            Bundle.module.path(
                forResource: "center-\(version)",
                ofType: "sqlite",
                inDirectory: "Fixtures"
            )
        )
        try FileManager.default.copyItem(atPath: fixture, toPath: path)
    }

    @Test func `finds the runs and the files of a ledger of version 2`() throws {
        let ledger = try open(version: 2)
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: CenterFixture.noon + 86_400_000),
            engine: ScriptedEngine()
        )
        let pictured = try #require(
            try center.read { try $0.delivered(of: CenterFixture.app) }.last
        )
        #expect(pictured.shown.attachments.map(\.url) == ["/store/ab/cd.png"])
        let runs = try center.read { try $0.transaction.runs(of: pictured.sequence) }
        #expect(runs.map(\.verdict) == [RecordedVerdict(.delivered(.completed))])
        #expect(runs.map(\.report) == [Array(#"{"schema":1}"#.utf8)])
        #expect(try center.read { try $0.transaction.ownedFiles() } == ["/store/ab/cd.png"])
    }

    @Test func `finds what an extension added in a ledger of version 3`() throws {
        let requests = try open(version: 3).read { try $0.requests(of: CenterFixture.app) }
        #expect(
            requests.filter(\.isFromExtension).map(\.request.identifier) == ["from the extension"]
        )
        #expect(requests.count == 4)
    }

    @Test func `finds the files of pending requests in a ledger of version 4`() throws {
        let ledger = try open(version: 4)
        let owned = try ledger.read { try $0.ownedFiles() }
        #expect(owned == ["/store/ab/cd.png", "/store/ef/01.png"])
        #expect(try ledger.read { try $0.isOwned("/store/ef/01.png") })
        #expect(try ledger.read { try !$0.isOwned("/store/ef/02.png") })
    }

    @Test func `finds the device tokens in a ledger of version 5`() throws {
        let tokens = try open(version: 5).read { try $0.deviceTokens(of: CenterFixture.app) }
        #expect(tokens.map(\.token) == ["aa00", "bb00"])
        #expect(tokens.map(\.environment) == [.development, .production])
        #expect(tokens.map(\.end) == [nil, .expired])
        #expect(tokens.map { $0.ended == nil } == [true, false])
    }

    @Test func `finds devices, what is stored and the delivery log in a ledger of version 6`()
        throws
    {
        let ledger = try open(version: 6)
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: CenterFixture.noon + 60_000),
            engine: ScriptedEngine()
        )
        try center.recover()
        let (devices, records) = try center.read { turn in
            (
                try turn.transaction.pushDevices(),
                try turn.transaction.newestPushRecords(of: nil, before: nil, limit: 9)
            )
        }
        #expect(devices == [PushDevice("main", isOnline: false), PushDevice("tablet")])
        #expect(records.map(\.outcome) == [.stored, .discarded, .delivered])
        #expect(records.map(\.reason) == [.offline, .superseded, nil])
        let tokens = try ledger.read { try $0.deviceTokens(of: CenterFixture.app) }
        #expect(tokens.map(\.device) == ["main", "main", "tablet"])
        try center.perform { _ = try $0.changeDevice("main", isOnline: true) }
        try center.pump()
        let shown = try center.read { try $0.delivered(of: CenterFixture.app) }
        #expect(shown.contains { $0.shown.title == "stored" })
    }

    @Test func `finds live activities in a ledger of version 7`() throws {
        let ledger = try open(version: 7)
        let activities = try ledger.read { try $0.liveActivities(of: CenterFixture.app) }
        #expect(activities.map(\.contentState) == [#"{"score":1}"#])
        #expect(activities.map(\.token) == ["dd00"])
        let token = try ledger.read { try $0.deviceToken("dd00") }
        #expect(token?.isActivity == true)
    }

    @Test func `finds broadcast channels in a ledger of version 8`() throws {
        let channel = try open(version: 8).read { try $0.channel("Y2hhbm5lbA==") }
        #expect(channel?.app == CenterFixture.app && channel?.environment == .development)
        #expect(channel?.policy == .newest && channel?.created == CenterFixture.noon)
    }

    @Test func `goes on with what a ledger of version 9 has made known to the search`() throws {
        let ledger = try open(version: 9)
        func found(_ word: String) throws -> [String] {
            let query = try SearchQuery(word)
            return try ledger.read {
                try $0.search(
                    query,
                    of: nil,
                    in: [.seen, .presented, .decided],
                    before: nil,
                    limit: 9
                )
            }.map(\.shown.title)
        }
        #expect(try found("seen") == ["seen"])
        #expect(try found("delivered") == [])
        while try ledger.write({ try $0.updateSearch(limit: 3) }) {}
        #expect(try found("pictured") == ["pictured"])
    }

    @Test func `has one device, online, in a ledger of an earlier version`() throws {
        let ledger = try open(version: 5)
        #expect(try ledger.read { try $0.pushDevices() } == [PushDevice("main")])
        let tokens = try ledger.read { try $0.deviceTokens(of: nil) }
        #expect(tokens.map(\.device) == ["main", "main"])
    }

    @Test func `finds what waits for a time and for a device in a ledger of version 10`() throws {
        let ledger = try open(version: 10)
        let (delayed, stored, set) = try ledger.read { store in
            (
                try store.delayedSize(of: CenterFixture.app),
                try store.storedEntries(of: CenterFixture.app),
                try store.categories(of: CenterFixture.app)
            )
        }
        #expect(delayed.entryCount == 1 && delayed.byteCount > 100)
        #expect(stored.map(\.original.title) == ["stored"])
        #expect(set.categories.map(\.identifier) == ["red"] && set.version == 1)
        #expect(set.brought.map(\.identifier) == ["ntfy.delayed"])
    }

    @Test func `finds what runs took in a ledger of version 11`() throws {
        let runs = try open(version: 11).read { try $0.runs(of: 8) }
        let wall = RunRecord.Wall(microseconds: 1500, limitMicroseconds: 30_000_000)
        #expect(runs.map(\.wall) == [wall])
    }

    @Test func `finds what runs took in the reports of a ledger of an earlier version`()
        async throws
    {
        try copy(version: 10)
        // As the reports of version 10 were, and damages.
        let report = #"{"budget":{"wallMilliseconds":30000},"timing":{"wallMilliseconds":1.2345}}"#
        try await SQLiteFile.execute(
            """
            UPDATE run SET report = CAST('\(report)' AS BLOB);
            INSERT INTO run SELECT sequence, 7, ended, verdict, reason, note, 5, x'7b2222ff22' FROM run;
            INSERT INTO run SELECT sequence, 8, ended, verdict, reason, note, 2, x'7b7d' FROM run
            WHERE attempt = 7;
            INSERT INTO run SELECT sequence, 9, ended, verdict, reason, note, 0, NULL FROM run
            WHERE attempt = 7;
            """,
            in: path
        )
        let ledger = try Ledger(at: path)
        let runs = try ledger.read { try $0.runs(of: 8) }
        let wall = RunRecord.Wall(microseconds: 1235, limitMicroseconds: 30_000_000)
        #expect(runs.map(\.wall) == [wall, nil, nil, nil], "\(runs)")
        let ended = try #require(runs.first?.ended)
        let statistics = try RunStatisticsReader(path: path).read([ended..<ended + 1])
        #expect(statistics.apps.map(\.app) == [CenterFixture.app])
        #expect(statistics.apps.first?.all.wall?.p50 == 1235)
        #expect(try ledger.read { try $0.reportByteCount() } > 0)
        try ledger.close()
    }

    @Test func `finds the schedule of a Focus and its changes in a ledger of version 12`() throws {
        let ledger = try open(version: 12)
        let device = try ledger.read { try $0.device() }
        #expect(device.focus?.name == "Do Not Disturb")
        let schedule = try #require(device.focusSchedule)
        #expect(schedule.from == 11 * 60 && schedule.to == 13 * 60 && schedule.weekdays == [1, 6])
        let changes = try ledger.read { try $0.events(after: 0, limit: .max) }
            .filter { $0.kind == .focusChanged }
        #expect(changes.map(\.note) == ["Do Not Disturb"])
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: CenterFixture.noon + 19 * 3_600_000),
            engine: ScriptedEngine()
        )
        try center.recover()
        try center.tick()
        #expect(try center.read { try $0.transaction.device().focus } == nil)
        // A ledger of an earlier version has none, and nothing is due for it.
        let earlier = try LedgerVersionTests()
        #expect(try earlier.open(version: 10).read { try $0.device() }.focusSchedule == nil)
    }

    @Test(arguments: [true, false])
    func `finds what a Focus lets through with the schedule of an earlier version`(
        _ isOn: Bool
    ) async throws {
        try copy(version: 12)
        let focus = #"{"name":"Do Not Disturb","allowedApps":["a"],"filters":{"a":["x"]}}"#
        let off = #"{"focusSchedule":{"focus":\#(focus)},"focus":null}"#
        let on = #"{"focusSchedule":{"focus":\#(focus)}}"#
        try await SQLiteFile.execute(
            "UPDATE device SET document = json_patch(document, '\(isOn ? on : off)')",
            in: path
        )
        let ledger = try Ledger(at: path)
        let device = try ledger.read { try $0.device() }
        // What is on is newer than what was kept.
        let expected = VirtualDevice.Focus(
            name: FocusSchedule.name,
            allowedApps: isOn ? [] : ["a"],
            filters: isOn ? nil : ["a": ["x"]]
        )
        #expect(device.focus(named: FocusSchedule.name) == expected)
        #expect((device.focus != nil) == isOn)
        #expect(device.focusSchedule?.from == 11 * 60)
        // Stored anew it is the same.
        try ledger.write { try $0.put(device) }
        #expect(try ledger.read { try $0.device() } == device)
        try ledger.close()
    }

    /// How much there is of the app: its count and bytes, as the rows have them.
    private func found(_ ledger: Ledger) throws -> LedgerSize {
        let entries = try ledger.read { store in
            try store.entries(of: CenterFixture.app, in: Set(EntryState.allCases), limit: .max)
        }
        return LedgerSize(
            entryCount: entries.count,
            byteCount: entries.reduce(0) { $0 + ContentCoding.byteCount(of: $1) }
        )
    }

    @Test func `finds how much an app has, and a clock in doubt, in a ledger of version 13`() throws
    {
        let ledger = try open(version: 13)
        let sizes = try ledger.read { try $0.sizes() }
        #expect(try sizes == [CenterFixture.app: found(ledger)])
        #expect(sizes[CenterFixture.app]?.entryCount == 15)
        let doubt = try #require(try ledger.read { try $0.device() }.clockDoubt)
        #expect(doubt.lead == 2 * 86_400_000)
        #expect(doubt.end == CenterFixture.noon + 3 * 86_400_000)
    }

    @Test func `counts what was decided in a ledger of an earlier version`() async throws {
        try copy(version: 12)
        // What nothing counted then.
        let title = String(repeating: "x", count: 60_000)
        try await SQLiteFile.execute(
            """
            UPDATE notification SET decided = CAST(
                json_set(CAST(decided AS TEXT), '$.request.content.title', '\(title)') AS BLOB
            ) WHERE sequence = 2;
            """,
            in: path
        )
        let ledger = try Ledger(at: path)
        let sizes = try ledger.read { try $0.sizes() }
        #expect(try sizes == [CenterFixture.app: found(ledger)])
        #expect(sizes[CenterFixture.app].map { $0.byteCount > 60_000 } == true)
        // And goes on counting.
        try ledger.write { store in
            var entry = try #require(try store.entry(2))
            entry.decided = nil
            try store.update(entry)
            try store.removeEntry(3)
        }
        #expect(try ledger.read { try $0.size(of: CenterFixture.app) } == found(ledger))
        try ledger.close()
    }

    @Test
    func `finds the same in a ledger of an earlier version, and takes messages' buttons apart`()
        async throws
    {
        try copy(version: 9)
        // As version 9 had a delayed push, the buttons of messages among the app's own, and damages.
        try await SQLiteFile.execute(
            """
            UPDATE notification SET detail = json_set(detail, '$.due', 1774011600000)
            WHERE state = 'stored';
            UPDATE category SET document = CAST('[{"identifier":"ntfy.1","actions":
            [{"identifier":"ntfy-1","title":"Öffnen"}]},{"identifier":"red"},{"identifier":"ntfy.2"}]'
            AS BLOB);
            INSERT INTO app SELECT 'com.example.damaged', document FROM app;
            INSERT INTO category VALUES ('com.example.damaged', 3, CAST('["ntfy.1' AS BLOB));
            UPDATE notification SET detail = 'none' WHERE sequence = 1;
            """,
            in: path
        )
        let ledger = try Ledger(at: path)
        let (delayed, stored, set, damaged) = try ledger.read { store in
            (
                try store.delayedSize(of: CenterFixture.app),
                try store.storedEntries(of: nil),
                try store.categories(of: CenterFixture.app),
                try store.categories(of: "com.example.damaged")
            )
        }
        #expect(delayed.entryCount == 1 && stored.isEmpty)
        #expect(set.categories.map(\.identifier) == ["red"])
        #expect(set.brought.map(\.identifier) == ["ntfy.1", "ntfy.2"])
        #expect(set.brought.first?.actions.map(\.title) == ["Öffnen"])
        #expect(damaged == CategorySet(version: 3))
        let ended = try ledger.read { store in
            try store.entries(endedBefore: CenterFixture.noon + 1, limit: 9)
        }
        #expect(ended.map(\.state.isEnd) == Array(repeating: true, count: ended.count))
        #expect(ended.count >= 4)
    }

    @Test func `finds changes of the device and of its apps in a ledger of version 14`() throws {
        let ledger = try open(version: 14)
        let events = try ledger.read { try $0.events(after: 0, limit: .max) }
        let changes = events.filter { [.deviceChanged, .appChanged].contains($0.kind) }
        #expect(changes.contains { $0.kind == .appChanged && $0.note == "installed" })
        #expect(changes.contains { $0.kind == .deviceChanged })
        // A ledger of an earlier version goes on with them.
        let earlier = try LedgerVersionTests()
        let center = Center(
            store: try earlier.open(version: 13),
            clock: VirtualClock(now: CenterFixture.noon),
            engine: ScriptedEngine()
        )
        try center.perform { try $0.changeDevice { $0.isMuted.toggle() } }
        let last = try center.read { try $0.transaction.events(after: 0, limit: .max).last }
        #expect(last?.kind == .deviceChanged)
    }

    @Test(arguments: Array(1...14))
    func `opens a ledger of an earlier version, and goes on with it`(_ version: Int) throws {
        let ledger = try open(version: version)
        try ledger.check()
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: CenterFixture.noon + 86_400_000),
            engine: ScriptedEngine()
        )
        #expect(try center.recover() == 1)
        try center.tick()
        try center.pump()
        let states = try center.read { turn in
            try turn.transaction.entries(
                of: nil,
                in: Set(EntryState.allCases),
                limit: .max
            ).map(\.state)
        }
        #expect(Set(states).isSuperset(of: [.presented, .seen, .removed, .dropped, .collapsed]))
        #expect(try center.perform { try $0.takeResponses(of: CenterFixture.app) }.count == 1)
        while try center.perform({ try $0.updateSearch() }) {}
        let query = try SearchQuery("score example.app")
        let found = try center.read { turn in
            try turn.transaction.search(query, of: nil, in: [.collapsed], before: nil, limit: 9)
        }
        #expect(found.map(\.shown.title) == ["score"])
    }
}
