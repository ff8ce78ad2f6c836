// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryReport
import CenterSimulation
import Testing

@Suite struct PipelineTests {
    @Test(arguments: StoreKind.allCases)
    func `shows what the extension made of a push`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one", isMutable: true)
        try fixture.center.pump()
        #expect(try fixture.entry(sequence)?.state == .running)
        try fixture.complete(title: "changed")
        let entry = try #require(try fixture.entry(sequence))
        #expect(entry.state == .presented)
        #expect(entry.original.title == "one")
        #expect(entry.shown.title == "changed")
        #expect(entry.detail.verdict == RecordedVerdict(.delivered(.completed)))
    }

    @Test(arguments: StoreKind.allCases)
    func `begins with its arrival what need not wait`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequences = try fixture.pushTogether([("1", "t"), ("2", "t"), ("3", ""), ("4", "")])
        let states = try sequences.map { try fixture.entry($0)?.state }
        // What came after one that waits waits too, until the pump is fair to all.
        #expect(states == [.running, .accepted, .accepted, .accepted])
        try fixture.center.pump()
        #expect(fixture.engine.running.map(\.content.title) == ["1", "3", "4"])
        try fixture.complete()
        try fixture.center.pump()
        #expect(fixture.engine.running.map(\.content.title) == ["3", "4", "2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `shows with its arrival what needs no extension`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind) { $0.serviceExtension = nil }
        let sequences = try fixture.pushTogether([("1", "t"), ("2", "t"), ("3", "")])
        #expect(try sequences.allSatisfy { try fixture.entry($0)?.state == .presented })
        #expect(try fixture.delivered() == ["1", "2", "3"])
        #expect(fixture.center.load == (0, 0))
    }

    @Test(arguments: StoreKind.allCases)
    func `answers a burst before it begins any of it`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind) { $0.serviceExtension = nil }
        let sequences = try fixture.pushTogether((1...5).map { ("\($0)", "") })
        #expect(try sequences.allSatisfy { try fixture.entry($0)?.state == .accepted })
        try fixture.center.pump()
        #expect(try sequences.allSatisfy { try fixture.entry($0)?.state == .presented })
    }

    @Test(arguments: StoreKind.allCases)
    func `takes what cannot begin yet, and begins it later`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        fixture.center.isDraining = true
        let sequences = try fixture.pushTogether([("1", "")])
        #expect(try fixture.entry(sequences[0])?.state == .accepted)
        fixture.center.isDraining = false
        try fixture.center.pump()
        #expect(try fixture.entry(sequences[0])?.state == .running)
    }

    @Test(arguments: StoreKind.allCases)
    func `records a push that comes twice, and shows it once`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let first = try fixture.push("one")
        #expect(try fixture.push("one") == first)
        try fixture.center.pump()
        #expect(try fixture.push("one") == first)
        try fixture.center.pump()
        #expect(try fixture.events(.presented).count == 1)
        #expect(try fixture.events(.duplicate).count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `takes one identifier on two devices for two notifications`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let first = try fixture.push("one")
        let second = try fixture.push("one") { $0.token = "other" }
        #expect(first != second)
    }

    @Test(arguments: StoreKind.allCases)
    func `lets a thread's notifications run one after another`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        for name in ["1", "2"] { try fixture.push(name, thread: "t", isMutable: true) }
        try fixture.push("other", thread: "u", isMutable: true)
        try fixture.center.pump()
        #expect(fixture.engine.running.map(\.content.title) == ["1", "other"])
        try fixture.complete(1)
        try fixture.complete()
        try fixture.center.pump()
        try fixture.complete()
        #expect(try fixture.delivered() == ["1", "2", "other"])
        let decided = try fixture.events(.decided).map(\.sequence)
        #expect(decided == [3, 1, 2])
    }

    @Test(arguments: StoreKind.allCases)
    func `goes on with other apps when one is removed during its run`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, policy: .with { $0.width = 1 })
        let other = "com.example.other"
        try fixture.center.perform { turn in
            try turn.install(CenterApp(identifier: other))
            try turn.answerAuthorization(true, for: other)
        }
        let running = try fixture.push("runs", thread: "t", isMutable: true)
        let waiting = try fixture.push("waits", thread: "t", isMutable: true)
        try fixture.center.pump()
        let push = try PushArrival.alert(
            other,
            "other",
            title: "other",
            thread: "",
            isMutable: false
        )
        let last = try fixture.center.perform { try $0.accept(push) }.sequence
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        try fixture.complete()
        try fixture.center.pump()
        #expect(fixture.center.load == (waiting: 0, running: 0))
        #expect(try fixture.entry(last)?.state == .presented)
        #expect(try fixture.entry(running) == nil)
        let buried = try fixture.center.read { try $0.transaction.tombstones(after: 0, limit: 9) }
        #expect(buried.map(\.sequence) == [running, waiting])
        #expect(buried.allSatisfy { $0.reason == .appRemoved })
    }

    @Test(arguments: StoreKind.allCases)
    func `takes the first outcome of a run alone`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one", isMutable: true)
        try fixture.center.pump()
        let lease = fixture.engine.running[0].lease
        try fixture.complete(title: "first")
        try fixture.center.finish(lease, ExtensionOutcome(.drop(reason: "second")))
        #expect(try fixture.entry(sequence)?.shown.title == "first")
        #expect(try fixture.events(.decided).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `runs a notification again that a crash interrupted, and counts it`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one", isMutable: true)
        try fixture.center.pump()
        let lost = fixture.engine.running[0].lease
        #expect(try fixture.restart() == 1)
        #expect(try fixture.restart() == 0)
        #expect(try fixture.entry(sequence)?.detail.interruptions == 1)
        try fixture.center.finish(lost, ExtensionOutcome(.drop(reason: "late")))
        try fixture.center.pump()
        #expect(fixture.engine.running.map(\.lease.attempt) == [2])
        try fixture.center.finish(lost, ExtensionOutcome(.drop(reason: "late")))
        try fixture.complete(title: "second try")
        #expect(try fixture.delivered() == ["second try"])
    }

    @Test(arguments: StoreKind.allCases)
    func `shows the original when an extension took the process down twice`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one", isMutable: true)
        for _ in 1...2 {
            try fixture.center.pump()
            #expect(try fixture.restart() == 1)
        }
        try fixture.center.pump()
        #expect(fixture.engine.running.isEmpty)
        let entry = try #require(try fixture.entry(sequence))
        #expect(entry.detail.verdict == .center(.tookCenterDown))
        #expect(try fixture.delivered() == ["one"])
    }

    @Test(arguments: StoreKind.allCases)
    func `does not show what came too late, and says so`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("old") { $0.expires = CenterFixture.noon + 1000 }
        fixture.clock.advance(milliseconds: 2000)
        try fixture.center.pump()
        #expect(try fixture.entry(sequence)?.state == .expired)
        #expect(try fixture.buried() == [.expired])
        #expect(try fixture.delivered().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a burst in the store and a few runs in hand`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, policy: .with { $0.width = 3 })
        for number in 1...20 { try fixture.push("\(number)", isMutable: true) }
        try fixture.center.pump()
        #expect(fixture.center.load == (17, 3))
        try fixture.restart()
        #expect(fixture.center.load == (20, 0))
        try fixture.center.pump()
        while !fixture.engine.running.isEmpty {
            try fixture.complete()
            try fixture.center.pump()
        }
        #expect(try fixture.delivered().count == 20)
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses a push for an app that is not installed`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let error = try #require(throws: CenterError.self) {
            try fixture.push("one") { $0.app = "com.example.other" }
        }
        #expect(error.code == .unknownApp)
        #expect(try fixture.events(.accepted).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `commits several arrivals together, and refuses one alone`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let pushes = try ["a", "b", "a"].map {
            try PushArrival.alert(CenterFixture.app, $0, isMutable: false)
        }
        let unknown = try PushArrival.alert("com.example.other", "c")
        let results = try fixture.center.performTogether(
            (pushes + [unknown]).map { push in { try $0.accept(push) } }
        )
        #expect(try results[0].get() == .accepted(1))
        #expect(try results[1].get() == .accepted(2))
        #expect(try results[2].get() == .duplicate(1))
        #expect(throws: CenterError.self) { try results[3].get() }
        try fixture.center.pump()
        #expect(try fixture.events(.presented).count == 2)
    }

    struct CallRow: CustomTestStringConvertible {
        let testDescription: String
        let expected: String?
        var configure: @Sendable (inout CenterApp) -> Void = { _ in }
        var change: @Sendable (inout PushArrival) -> Void = { _ in }
        var settings: @Sendable (inout AppSettings) -> Void = { _ in }
    }

    static let calls = [
        CallRow(testDescription: "an alert that may be changed", expected: nil),
        CallRow(
            testDescription: "an app without an extension",
            expected: "no_extension",
            configure: { $0.serviceExtension = nil }
        ),
        CallRow(
            testDescription: "another type of push",
            expected: "push_type",
            change: { $0.pushType = .background }
        ),
        CallRow(
            testDescription: "alerts switched off",
            expected: "alerts_disabled",
            settings: { $0.alert = .disabled }
        ),
        CallRow(
            testDescription: "alerts switched off, and it may drop",
            expected: nil,
            configure: { $0.mayDrop = true },
            settings: { $0.alert = .disabled }
        ),
        CallRow(
            testDescription: "everything switched off, and it may drop",
            expected: "alerts_disabled",
            configure: { $0.mayDrop = true },
            settings: { settings in
                settings.alert = .disabled
                settings.sound = .disabled
                settings.badge = .disabled
            }
        ),
    ]

    @Test(arguments: calls)
    func `asks the extension, or says which condition fails`(_ row: CallRow) throws {
        let fixture = try CenterFixture(.memory) { row.configure(&$0) }
        try fixture.center.perform { try $0.change(CenterFixture.app) { row.settings(&$0) } }
        let sequence = try fixture.push("one", isMutable: true) { row.change(&$0) }
        try fixture.center.pump()
        #expect(fixture.engine.running.isEmpty == (row.expected != nil))
        #expect(try fixture.entry(sequence)?.detail.verdict?.reason == row.expected)
    }

    @Test(arguments: StoreKind.allCases)
    func `tells of a background push without showing it`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let payload = try PushPayload.parse(Array(#"{"aps":{"content-available":1}}"#.utf8))
        let push = PushArrival(
            app: CenterFixture.app,
            identifier: "silent",
            pushType: .background,
            payload: payload
        )
        try fixture.center.perform { _ = try $0.accept(push) }
        try fixture.center.pump()
        #expect(try fixture.events(.backgroundPush).count == 1)
        #expect(try fixture.events(.presented).isEmpty)
    }
}
