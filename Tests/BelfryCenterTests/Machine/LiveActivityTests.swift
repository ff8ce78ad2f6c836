// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// Pushes that show no notification: each type goes where it belongs, live activities among them.
@Suite struct LiveActivityTests {
    private let app = CenterFixture.app

    /// A centre whose app has the token `aa`.
    private func makeFixture(
        _ kind: StoreKind,
        isAllowed: Bool = true,
        policy: CenterPolicy = CenterPolicy()
    ) throws -> CenterFixture {
        let fixture = try CenterFixture(kind, policy: policy, isAllowed: isAllowed)
        try fixture.center.perform { turn in
            _ = try turn.register(CenterFixture.app, for: .development, making: "aa")
        }
        return fixture
    }

    /// Pushes, and returns what became of it: the last step of its line, or why there is none.
    @discardableResult
    private func push(
        _ fixture: CenterFixture,
        _ payload: String,
        type: PushType = .liveactivity,
        token: String = "aa",
        making activity: String? = nil
    ) throws -> String {
        let count = try fixture.center.read { turn in
            try turn.transaction.newestPushRecords(of: nil, before: nil, limit: .max).count
        }
        var push = PushArrival(
            app: app,
            token: token,
            identifier: "push \(count)",
            pushType: type,
            payload: try PushPayload.parse(Array(payload.utf8), isFromWire: true)
        )
        push.activityToken = activity
        let arrival = push
        let delivery = PushDelivery(environment: .development, topic: app)
        let reception = try fixture.center.perform {
            try $0.receive(arrival, delivery, as: "unique \(count)")
        }
        try fixture.center.tick()
        try fixture.center.pump()
        guard case .taken(_, let known?) = reception else { return "\(reception)" }
        let record = try fixture.center.read { try $0.pushRecord(known) }
        return [record.outcome.rawValue, record.reason?.rawValue].compactMap(\.self)
            .joined(separator: " ")
    }

    private func start(_ score: Int = 0) -> String {
        #"{"aps":{"event":"start","timestamp":100,"content-state":{"score":\#(score)},"attributes-type":"Game","attributes":{"teams":"A:B"}}}"#
    }

    private func activities(_ fixture: CenterFixture) throws -> [LiveActivity] {
        try fixture.center.read { try $0.transaction.liveActivities(of: app) }
    }

    private func change(_ event: String, _ score: Int, at time: Int, _ more: String = "") -> String
    {
        #"{"aps":{"event":"\#(event)","timestamp":\#(time),"content-state":{"score":\#(score)}\#(more)}}"#
    }

    @Test(arguments: StoreKind.allCases)
    func `begins, changes and ends an activity by its own token, over a restart`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind)
        #expect(try push(fixture, start(), making: "b1") == "delivered")
        #expect(try push(fixture, change("update", 1, at: 101), token: "b1") == "delivered")
        try fixture.restart()
        var activity = try #require(try activities(fixture).first)
        #expect(activity.contentState == #"{"score":1}"#)
        #expect(activity.attributes == #"{"teams":"A:B"}"#)
        #expect(activity.attributesType == "Game" && activity.token == "b1")
        let older = try push(fixture, change("update", 9, at: 99), token: "b1")
        #expect(older == "discarded notApplied")
        let stale = #","stale-date":1774008060"#
        #expect(try push(fixture, change("update", 2, at: 102, stale), token: "b1") == "delivered")
        activity = try #require(try activities(fixture).first)
        #expect(activity.contentState == #"{"score":2}"#)
        #expect(!activity.isStale(at: CenterFixture.noon))
        #expect(activity.isStale(at: CenterFixture.noon + 60_000))
        let end = change("end", 3, at: 103, #","dismissal-date":1774008600"#)
        #expect(try push(fixture, end, token: "b1") == "delivered")
        activity = try #require(try activities(fixture).first)
        #expect(activity.state == .ended && activity.contentState == #"{"score":3}"#)
        #expect(try push(fixture, end, token: "b1").hasPrefix("inactive"))
        #expect(try fixture.center.nextWake() == CenterFixture.noon + 600_000)
        try fixture.advance(seconds: 600)
        #expect(try activities(fixture) == [])
        #expect(
            try fixture.events(.liveActivity).map(\.note)
                == ["start 1", "update 1", "update 1", "end 1", "dismiss 1"]
        )
        #expect(try fixture.delivered() == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `ends an activity after 8 hours, and dismisses it 4 hours later`(_ kind: StoreKind) throws
    {
        let fixture = try makeFixture(kind)
        try push(fixture, start(), making: "b1")
        try fixture.advance(seconds: 8 * 3600 - 1)
        #expect(try activities(fixture).map(\.state) == [.active])
        try fixture.advance(seconds: 1)
        #expect(try activities(fixture).map(\.state) == [.ended])
        #expect(try push(fixture, change("update", 1, at: 101), token: "b1").hasPrefix("inactive"))
        try fixture.advance(seconds: 4 * 3600)
        #expect(try activities(fixture) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `an activity lasts as long however the clock is set`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind)
        try push(fixture, start(), making: "b1")
        try fixture.advance(seconds: 3600)
        let day: Int64 = 86_400_000
        for change in [day, -day, -day, day] {
            fixture.clock.set(fixture.clock.now + change)
            try fixture.center.tick()
            #expect(try activities(fixture).map(\.state) == [.active])
        }
        try fixture.advance(seconds: 7 * 3600 - 1)
        #expect(try activities(fixture).map(\.state) == [.active])
        try fixture.advance(seconds: 1)
        #expect(try activities(fixture).map(\.state) == [.ended])
    }

    @Test(arguments: StoreKind.allCases)
    func `changes no activity of another app`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind)
        try push(fixture, start(), making: "b1")
        // A caller of the API may choose an identifier like this one.
        var push = PushArrival(
            app: "com.example.other",
            token: "",
            identifier: "x/b1/y",
            pushType: .liveactivity,
            payload: try PushPayload.parse(Array(change("end", 9, at: 999).utf8))
        )
        push.activityToken = nil
        let arrival = push
        try fixture.center.perform { turn in
            try turn.install(CenterApp(identifier: "com.example.other"))
            _ = try turn.accept(arrival)
        }
        try fixture.center.pump()
        #expect(try activities(fixture).map(\.state) == [.active])
    }

    @Test(arguments: StoreKind.allCases)
    func `changes nothing by a push that an activity cannot take`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind, policy: .with { $0.activityLimit = 2 })
        let update = change("update", 1, at: 101)
        #expect(try push(fixture, update) == "discarded notApplied")
        #expect(try push(fixture, "{}") == "discarded notApplied")
        #expect(
            try push(fixture, #"{"aps":{"event":"start"}}"#, making: "b0")
                == "discarded notApplied"
        )
        for token in ["b1", "b2"] {
            #expect(try push(fixture, start(), making: token) == "delivered")
        }
        #expect(try push(fixture, start(), making: "b3") == "discarded notApplied")
        #expect(try push(fixture, start(), token: "b1") == "discarded notApplied")
        let reason = try fixture.center.read { turn in
            try turn.transaction.entries(of: nil, in: [.expired], limit: .max)
                .last?.detail.reason
        }
        #expect(reason == "the activity has begun already")
        // Its token is for nothing else, and is not the app's.
        let alert = #"{"aps":{"alert":"x"}}"#
        #expect(try push(fixture, alert, type: .alert, token: "b1") == "activityOnly")
        let token = try fixture.center.perform {
            try $0.register(CenterFixture.app, for: .development, making: "cc").token
        }
        #expect(token == "aa")
        // What ended is bounded too.
        for number in 4...9 {
            let end = change("end", 1, at: 200)
            try push(fixture, end, token: "b\(number == 4 ? 1 : number - 1)")
            try push(fixture, start(), making: "b\(number)")
        }
        #expect(try activities(fixture).count <= 4)
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(try activities(fixture) == [])
    }

    @Test(
        arguments: PushType.allCases.filter { ![.alert, .background, .liveactivity].contains($0) }
    )
    func `gives a push of each other type to its framework, and shows nothing`(
        _ type: PushType
    ) throws {
        // They need no permission of the user's.
        let fixture = try makeFixture(.ledger, isAllowed: false)
        #expect(try push(fixture, #"{"aps":{"alert":"x"}}"#, type: type) == "delivered")
        #expect(try fixture.events(.routed).map(\.note) == [type.rawValue])
        #expect(try fixture.buried() == [.routed])
        #expect(fixture.engine.running.isEmpty)
    }

    @Test func `wakes an app in the background that may not notify`() throws {
        let fixture = try makeFixture(.ledger, isAllowed: false)
        let silent = #"{"aps":{"content-available":1}}"#
        #expect(try push(fixture, silent, type: .background) == "delivered")
        #expect(try fixture.events(.backgroundPush).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `answers 410 for an activity that has just ended, however many ended before`(
        _ kind: StoreKind
    ) throws {
        for isQuick in [true, false] {
            let fixture = try makeFixture(kind, policy: .with { $0.endedTokenLimit = 16 })
            try push(fixture, start(), making: "long")
            let end = #"{"aps":{"event":"end","timestamp":200}}"#
            for number in 0..<16 {
                // Where all is done in one millisecond, the last end counts all the same.
                if !isQuick { fixture.clock.advance(milliseconds: 1) }
                try push(fixture, start(), making: "short \(number)")
                try push(fixture, end, token: "short \(number)")
            }
            if !isQuick { fixture.clock.advance(milliseconds: 1) }
            #expect(try push(fixture, end, token: "long") == "delivered")
            let late = try push(fixture, end, token: "long")
            #expect(late.hasPrefix("inactive"), "\(late)")
            #expect(try push(fixture, end, token: "short 0") == "unknown")
            #expect(try push(fixture, end, token: "short 1").hasPrefix("inactive"))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the ended tokens of activities and of the app apart`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind, policy: .with { $0.endedTokenLimit = 16 })
        try fixture.center.perform { turn in
            _ = try turn.unregister(CenterFixture.app, from: .development, .unregistered)
            _ = try turn.register(CenterFixture.app, for: .development, making: "bb")
        }
        for number in 0..<40 {
            try push(fixture, start(), token: "bb", making: "activity \(number)")
            let end = #"{"aps":{"event":"end","timestamp":200}}"#
            #expect(try push(fixture, end, token: "activity \(number)") == "delivered")
        }
        try fixture.center.perform { turn in
            _ = try turn.register(CenterFixture.app, for: .production, making: "cc")
        }
        let tokens = try fixture.center.read { try $0.transaction.deviceTokens(of: app) }
        #expect(tokens.filter { $0.isActivity }.count == fixture.policy.endedTokenLimit)
        #expect(tokens.filter { !$0.isActivity }.map(\.token) == ["aa", "bb", "cc"])
    }
}
