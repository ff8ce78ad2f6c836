// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
@testable import BelfryLedger
import BelfryModel
import BelfryReport
import CenterSimulation
import Foundation
import Glibc
import Testing

@Suite struct LedgerTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("center.sqlite") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// Makes a ledger with an app and some notifications, and closes it.
    private func makeLedger(count: Int = 50) throws {
        let ledger = try Ledger(at: path)
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: CenterFixture.noon),
            engine: ScriptedEngine()
        )
        try center.perform { turn in
            try turn.install(CenterApp(identifier: CenterFixture.app))
            for number in 1...count {
                _ = try turn.accept(try PushArrival.alert(CenterFixture.app, "\(number)"))
            }
        }
        try ledger.close()
    }

    private func refusal(_ path: String) throws -> CenterError {
        try #require(throws: CenterError.self) { _ = try Ledger(at: path) }
    }

    @Test func `finds after a restart what was committed`() throws {
        try makeLedger()
        let ledger = try Ledger(at: path)
        try ledger.check()
        let entry = try #require(try ledger.read { try $0.entry(50) })
        #expect(entry.key == "push/com.example.app/device/50")
        #expect(entry.original.title == "Hello")
        #expect(entry.accepted == CenterFixture.noon)
    }

    @Test func `remembers nothing of a notification that was rolled back`() throws {
        struct Failure: Error {}
        try makeLedger(count: 2)
        let ledger = try Ledger(at: path)
        let before = try ledger.read { try $0.entry(1) }
        func change(_ transaction: any CenterTransaction) throws {
            guard var entry = try transaction.entry(1) else { return }
            entry.detail.attempts = 9
            try transaction.update(entry)
            try transaction.removeEntry(2)
            throw Failure()
        }
        #expect(throws: Failure.self) { try ledger.write(change) }
        #expect(try ledger.read { try $0.entry(1) } == before)
        try ledger.write { transaction in
            #expect(throws: Failure.self) { try ledger.nested { try change(transaction) } }
            let kept = [try transaction.entry(1), try transaction.entry(2)]
            #expect(kept[0] == before)
            #expect(kept[1] != nil)
        }
        // An app takes its notifications with it.
        try ledger.write { try $0.removeApp(CenterFixture.app) }
        #expect(try ledger.read { try $0.entry(1) } == nil)
    }

    @Test func `has an app as it was committed last`() throws {
        let ledger = try Ledger(at: path)
        let first = CenterApp(identifier: CenterFixture.app, version: "1")
        let second = CenterApp(identifier: CenterFixture.app, version: "2")
        func stored() throws -> CenterApp? { try ledger.read { try $0.app(first.identifier) } }
        try ledger.write { try $0.put(first) }
        #expect(try stored() == first)
        #expect(throws: CancellationError.self) {
            try ledger.write { store in
                try store.put(second)
                #expect(try store.app(first.identifier) == second)
                throw CancellationError()
            }
        }
        #expect(try stored() == first)
        try ledger.write { store in
            #expect(throws: CancellationError.self) {
                try ledger.nested {
                    try store.put(second)
                    #expect(try store.app(first.identifier) == second)
                    throw CancellationError()
                }
            }
            let found = try store.app(first.identifier)
            #expect(found == first)
        }
        try ledger.write { try $0.put(second) }
        #expect(try stored() == second)
        try ledger.write { try $0.removeApp(first.identifier) }
        #expect(try stored() == nil)
        try ledger.close()
    }

    @Test func `one row that cannot be read stops nothing else, and loses no push`() async throws {
        try makeLedger(count: 3)
        let first = try Ledger(at: path)
        var center = Center(
            store: first,
            clock: VirtualClock(now: CenterFixture.noon),
            engine: ScriptedEngine()
        )
        try center.perform { turn in
            _ = try turn.requestAuthorization([.alert], for: CenterFixture.app)
            try turn.answerAuthorization(true, for: CenterFixture.app)
            var content = NotificationContent()
            content.title = "local"
            let request = NotificationRequest(identifier: "local", content: content)
            try turn.add([request], for: CenterFixture.app)
            let trigger = NotificationTrigger.timeInterval(seconds: 60, repeats: true)
            try turn.add([.titled("due", trigger)], for: CenterFixture.app)
        }
        try first.close()
        // Pushes whose content, decision and rest are damaged, a local one, and a request.
        let damages = [
            "original = x'ff' WHERE sequence = 1", "decided = x'ff' WHERE sequence = 2",
            "detail = 'none' WHERE sequence = 3", "original = x'ff' WHERE sequence = 4",
        ]
        for damage in damages {
            try await SQLiteFile.execute("UPDATE notification SET \(damage)", in: path)
        }
        try await SQLiteFile.execute("UPDATE request SET document = x'ff', due = 0", in: path)
        let ledger = try Ledger(at: path)
        center = Center(
            store: ledger,
            clock: VirtualClock(now: CenterFixture.noon),
            engine: ScriptedEngine()
        )
        try center.recover()
        let sink = RememberingSink()
        try center.add(sink)
        try center.tick()
        try center.pump()
        try center.publish()
        let entries = try (1...4).map { number in
            try #require(try center.read { try $0.transaction.entry(number) })
        }
        #expect(entries.map(\.state) == [.presented, .presented, .presented, .dropped])
        #expect(entries.prefix(3).allSatisfy { $0.shown.title == "Hello" })
        #expect(entries.map { $0.damage != nil } == [true, false, false, true])
        let buried = try center.read { try $0.transaction.tombstones(after: 0, limit: .max) }
        #expect(buried.map(\.reason) == [.damaged, .damaged])
        #expect(throws: CenterError.self) { try center.perform { try $0.restore(4) } }
        try center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(try center.read { try $0.transaction.size() }.entryCount == 0)
    }

    /// Damages one row of each table besides those of notifications and requests.
    private static let damages = [
        "UPDATE app SET document = 'none' WHERE identifier = 'com.example.app'",
        "UPDATE category SET document = x'ff'", "UPDATE device SET document = 'none'",
        "UPDATE response SET document = 'none'", "UPDATE push SET document = 'none'",
        """
        INSERT INTO live_activity (app, token, due, document)
        VALUES ('com.example.app', 't', 1, 'none')
        """,
    ]

    @Test(arguments: damages)
    func `a row of another table that cannot be read stops no other app`(
        _ damage: String
    ) async throws {
        let other = "com.example.other"
        let clock = VirtualClock(now: CenterFixture.noon)
        func open() throws -> Center {
            let engine = ScriptedEngine()
            return Center(store: try Ledger(at: path), clock: clock, engine: engine)
        }
        var center: Center? = try open()
        try center?.perform { turn in
            for app in [CenterFixture.app, other] {
                try turn.install(CenterApp(identifier: app, serviceExtension: "service.appex"))
                _ = try turn.requestAuthorization([.alert], for: app)
                try turn.answerAuthorization(true, for: app)
            }
            _ = try turn.setCategories([], for: CenterFixture.app)
            try turn.changeDevice { $0.lock = .unlocked }
            _ = try turn.accept(
                try PushArrival.alert(CenterFixture.app, "answered", isMutable: false)
            )
        }
        try center?.pump()
        try center?.perform { _ = try $0.respond(to: 1, UserResponse.opening) }
        for app in [CenterFixture.app, other] {
            try center?.perform { _ = try $0.accept(try PushArrival.alert(app, "new")) }
        }
        center = nil
        try await SQLiteFile.execute(damage, in: path)
        let again = try open()
        try again.recover()
        try again.tick()
        try again.pump()
        let states = try (2...3).map { number in
            try again.read { try $0.entry(number).state }
        }
        // A push for an app whose row is lost waits, and a further one is refused.
        let isLost = damage.hasPrefix("UPDATE app")
        #expect(states == [isLost ? .accepted : .running, .running])
        if isLost {
            let push = try PushArrival.alert(CenterFixture.app, "refused")
            let error = #expect(throws: CenterError.self) {
                try again.perform { _ = try $0.accept(push) }
            }
            #expect(error?.code == .damaged)
            try again.perform { try $0.install(CenterApp(identifier: CenterFixture.app)) }
            try again.perform { _ = try $0.accept(push) }
        }
        #expect(try again.read { try $0.transaction.responses(of: other) } == [])
        // Nothing is due for ever.
        #expect(try again.nextWake() == nil)
    }

    /// How an app comes to be allowed to notify.
    enum Permission: CaseIterable { case answer, provisional, launch }

    @Test(arguments: Permission.allCases)
    func `what waits for an app whose row was lost goes on once the app may notify`(
        _ permission: Permission
    ) async throws {
        func open() throws -> Center {
            let clock = VirtualClock(now: CenterFixture.noon)
            return Center(store: try Ledger(at: path), clock: clock, engine: ScriptedEngine())
        }
        var app = CenterApp(identifier: CenterFixture.app)
        app.isEphemeral = permission == .launch
        var center: Center? = try open()
        try center?.perform { turn in
            try turn.install(app)
            try turn.answerAuthorization(true, for: app.identifier)
            let push = try PushArrival.alert(app.identifier, "waits", isMutable: false)
            _ = try turn.accept(push)
        }
        center = nil
        try await SQLiteFile.execute("UPDATE app SET document = 'none'", in: path)
        let again = try open()
        try again.recover()
        try again.pump()
        #expect(try again.read { try $0.entry(1).state } == .accepted)
        try again.perform { try $0.install(app) }
        try again.pump()
        #expect(try again.read { try $0.entry(1).state } == .accepted)
        try again.perform { turn in
            switch permission {
            case .answer: try turn.answerAuthorization(true, for: app.identifier)
            case .provisional:
                _ = try turn.requestAuthorization([.alert, .provisional], for: app.identifier)
            case .launch:
                let moment = Authorization.Launch.Moment(boot: "boot", tick: 1)
                try turn.noteLaunch(of: app.identifier, moment)
            }
        }
        try again.pump()
        #expect(try again.read { try $0.entry(1).state } == .presented)
    }

    @Test func `lets nobody else read its files`() throws {
        let ledger = try Ledger(at: path)
        _ = try ledger.write { try $0.put(VirtualDevice(token: "secret")) }
        for name in ["", "-wal", "-shm", ".lock"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "center.sqlite\(name)")
        }
        try ledger.close()
    }

    @Test func `refuses a ledger that is open already, and says so`() throws {
        let ledger = try Ledger(at: path)
        let error = try refusal(path)
        #expect(error.code == .inUse)
        #expect(error.message.contains("open in another process"))
        #expect(try ledger.read { try $0.apps() }.isEmpty)
    }

    @Test func `is free once it is closed, though a forked child has its lock file yet`() throws {
        let ledger = try Ledger(at: path)
        let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
            let file = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/" + $0
            )
            return file == path + ".lock"
        }
        // As a child has it between fork and exec: another number for the same open file.
        let copy = dup(try #require(held.flatMap(Int32.init)))
        defer { _ = Glibc.close(copy) }
        try ledger.close()
        _ = try Ledger(at: path)
    }

    @Test func `refuses a ledger of a newer version, and leaves it as it is`() async throws {
        try makeLedger()
        try await SQLiteFile.execute("PRAGMA user_version = 99", in: path)
        let before = try bytes(path)
        let error = try refusal(path)
        #expect(error.code == .newerSchema)
        #expect(error.message.contains("has the schema 99"))
        #expect(try bytes(path) == before)
    }

    @Test func `refuses an empty database that has a version`() async throws {
        try await SQLiteFile.execute("PRAGMA user_version = 99", in: path)
        let before = try bytes(path)
        #expect(try refusal(path).code == .damaged)
        #expect(try bytes(path) == before)
    }

    @Test(arguments: ["header", "middle", "end"])
    func `refuses a damaged ledger, and leaves it as it is`(_ place: String) throws {
        try makeLedger(count: 400)
        var damaged = try bytes(path)
        switch place {
        case "header": damaged.replaceSubrange(0..<64, with: Data(repeating: 0x5a, count: 64))
        case "middle":
            let page = damaged.count / 4096 / 2 * 4096
            damaged.replaceSubrange(page..<page + 4096, with: Data(repeating: 0x5a, count: 4096))
        default: damaged = damaged.prefix(damaged.count - 3 * 4096)
        }
        try damaged.write(to: URL(fileURLWithPath: path))
        let error = try refusal(path)
        #expect(error.code == .damaged)
        #expect(error.message.contains("nothing was changed"))
        #expect(try bytes(path) == damaged)
    }

    @Test func `refuses a database of something else`() async throws {
        try await SQLiteFile.execute("CREATE TABLE note (text TEXT)", in: path)
        let before = try bytes(path)
        #expect(try refusal(path).message.contains("a database of something else"))
        #expect(try bytes(path) == before)
    }

    @Test func `says which directory it cannot write to`() throws {
        let error = try refusal("/proc/center.sqlite")
        #expect(error.code == .storage)
        #expect(error.message.contains("/proc/center.sqlite"))
    }

    @Test func `writes a backup that opens by itself while it stays open`() throws {
        try makeLedger()
        let ledger = try Ledger(at: path)
        let copy = directory.file("copy.sqlite")
        try ledger.backUp(to: copy)
        let restored = try Ledger(at: copy)
        #expect(try restored.read { try $0.waiting() } == ledger.read { try $0.waiting() })
        #expect(try restored.read { try $0.waiting() }.count == 50)
    }

    /// How many states a list has, and whether it is of one app.
    static let lists = [(2, true), (2, false), (9, true), (1, false)]

    @Test(arguments: lists)
    func `finds the newest of a list by an index, and sorts nothing`(
        stateCount: Int,
        ofApp: Bool
    ) async throws {
        try makeLedger(count: 1)
        let sql = LedgerTransaction.newestEntries(stateCount, ofApp: ofApp)
        let plan = try await SQLiteFile.plan(sql, in: path)
        let searches = plan.filter { $0.contains("notification") }
        #expect(searches.count == stateCount, "\(plan)")
        let index = ofApp ? "notification_app (app=? AND state=?" : "notification_state (state=?"
        #expect(searches.allSatisfy { $0.contains("SEARCH") && $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test(arguments: lists)
    func `finds the oldest of a list by an index, and sorts nothing`(
        stateCount: Int,
        ofApp: Bool
    ) async throws {
        try makeLedger(count: 1)
        let sql = LedgerTransaction.oldestEntries(stateCount, ofApp: ofApp)
        let plan = try await SQLiteFile.plan(sql, in: path)
        let searches = plan.filter { $0.contains("notification") }
        #expect(searches.count == stateCount, "\(plan)")
        let index = ofApp ? "notification_app (app=? AND state=?" : "notification_state (state=?"
        #expect(searches.allSatisfy { $0.contains("SEARCH") && $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test func `looks at what waits and what has ended by indexes`() async throws {
        try makeLedger(count: 1)
        let delayed = try await SQLiteFile.plan(LedgerTransaction.delayedSize, in: path)
        #expect(
            delayed.contains { $0.contains("USING COVERING INDEX notification_delayed (app=?") },
            "\(delayed)"
        )
        let ended = try await SQLiteFile.plan(LedgerTransaction.endedEntries, in: path)
        #expect(ended.contains { $0.contains("INDEX notification_ended (ended<?)") }, "\(ended)")
        #expect(!ended.contains { $0.contains("TEMP B-TREE") }, "\(ended)")
    }

    @Test func `counts the list by an index alone, and passes the history over`() async throws {
        try makeLedger(count: 1)
        let plan = try await SQLiteFile.plan(LedgerTransaction.listedCounts, in: path)
        let search = "SEARCH notification USING COVERING INDEX notification_app (app=? AND state=?)"
        #expect(plan.contains { $0.contains(search) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test func `takes a push without reading those that wait`() async throws {
        var options = Ledger.Options()
        options.checksMemory = true
        let ledger = try Ledger(at: path, options: options)
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: CenterFixture.noon),
            engine: ScriptedEngine()
        )
        func accept(_ name: String, collapse: String? = nil, isDelayed: Bool = true) throws {
            var push = try PushArrival.alert(CenterFixture.app, name)
            push.collapseIdentifier = collapse
            if isDelayed { push.due = CenterFixture.noon + 60_000 }
            let arrival = push
            try center.perform { _ = try $0.accept(arrival) }
        }
        try center.perform { try $0.install(CenterApp(identifier: CenterFixture.app)) }
        for number in 0..<3 { try accept("\(number)") }
        try accept("a", collapse: "a")
        // Who reads one of these now finds that it is not as it is remembered.
        try await SQLiteFile.execute(
            "UPDATE notification SET detail = json_set(detail, '$.priority', 3) WHERE sequence < 4",
            in: path
        )
        let error = #expect(throws: CenterError.self) { try ledger.read { try $0.entry(1) } }
        #expect(error?.message.contains("not as it is remembered") == true)
        try accept("b", collapse: "a")
        try accept("c")
        try accept("d", collapse: "a", isDelayed: false)
        try center.perform { turn in
            #expect(try turn.stored(for: PushDevice.main).isEmpty)
            try turn.clockChanged(by: 5000)
        }
        let states = try (4...7).map { number in try ledger.read { try $0.entry(number)?.state } }
        #expect(states == [.collapsed, .collapsed, .stored, .accepted])
    }
}
