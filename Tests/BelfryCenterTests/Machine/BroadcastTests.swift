// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// Channels, and the live activities that listen to them.
@Suite struct BroadcastTests {
    private let app = CenterFixture.app

    /// A centre whose app has a token on two devices, and the channels `none` and `newest`.
    private func makeFixture(
        _ kind: StoreKind,
        policy: CenterPolicy = CenterPolicy()
    ) throws -> CenterFixture {
        let fixture = try CenterFixture(kind, policy: policy)
        try fixture.center.perform { turn in
            _ = try turn.addDevice("tablet")
            _ = try turn.register(CenterFixture.app, for: .development, making: "aa")
            _ = try turn.register(
                CenterFixture.app,
                for: .development,
                on: "tablet",
                making: "bb"
            )
            for (name, policy) in [("none", BroadcastChannel.Policy.nothing), ("newest", .newest)] {
                _ = try turn.addChannel(
                    of: CenterFixture.app,
                    in: .development,
                    policy,
                    as: name
                )
            }
        }
        return fixture
    }

    private func arrival(
        _ payload: String,
        _ identifier: String,
        _ token: String = ""
    )
        throws -> PushArrival
    {
        PushArrival(
            app: app,
            token: token,
            identifier: identifier,
            pushType: .liveactivity,
            payload: try PushPayload.parse(Array(payload.utf8), limit: .voip, isFromWire: true)
        )
    }

    /// Begins an activity on a device that listens to a channel.
    ///
    /// - Returns: The last step of its line in the delivery log.
    @discardableResult
    private func start(
        _ fixture: CenterFixture,
        _ activity: String,
        on token: String,
        channel: String
    ) throws -> String {
        var push = try arrival(
            #"{"aps":{"event":"start","timestamp":100,"content-state":{"score":0},"attributes-type":"Game","attributes":{},"input-push-channel":"\#(channel)"}}"#,
            "start \(activity)",
            token
        )
        push.activityToken = activity
        let made = push
        let delivery = PushDelivery(environment: .development, topic: app)
        try fixture.center.perform {
            _ = try $0.receive(made, delivery, as: "unique \(activity)")
        }
        try settle(fixture)
        return try outcomes(fixture, of: "start \(activity)").first ?? "nothing"
    }

    private func settle(_ fixture: CenterFixture) throws {
        try fixture.center.tick()
        try fixture.center.pump()
    }

    private func update(_ score: Int, event: String = "update") -> String {
        #"{"aps":{"event":"\#(event)","timestamp":\#(100 + score),"content-state":{"score":\#(score)}}}"#
    }

    private func broadcast(
        _ fixture: CenterFixture,
        _ score: Int,
        to channel: String,
        event: String = "update",
        expiration: Int64? = nil,
        environment: PushEnvironment = .development
    ) throws -> Turn.Broadcast {
        var push = try arrival(update(score, event: event), "broadcast \(channel) \(score)")
        push.expires = expiration.flatMap { $0 > 0 ? UnixTime(seconds: Double($0)) : nil }
        let made = push
        let delivery = PushDelivery(
            environment: environment,
            topic: app,
            expiration: expiration
        )
        let result = try fixture.center.perform { turn in
            var count = 0
            let known = try turn.transaction.lastCursor()
            return try turn.broadcast(made, delivery, to: channel) {
                count += 1
                return "unique \(channel) \(score) \(known) \(count)"
            }
        }
        try settle(fixture)
        return result
    }

    private func outcomes(_ fixture: CenterFixture, of identifier: String) throws -> [String] {
        try fixture.center.read { turn in
            try turn.transaction.newestPushRecords(of: nil, before: nil, limit: .max)
        }
        .filter { $0.identifier == identifier }
        .map {
            [$0.outcome.rawValue, $0.reason?.rawValue].compactMap(\.self).joined(separator: " ")
        }
    }

    private func states(_ fixture: CenterFixture) throws -> [String] {
        try fixture.center.read { try $0.transaction.liveActivities(of: app) }
            .map { "\($0.token) \($0.contentState)" }
    }

    private func setOnline(_ isOnline: Bool, _ device: String, _ fixture: CenterFixture) throws {
        try fixture.center.perform { _ = try $0.changeDevice(device, isOnline: isOnline) }
        try settle(fixture)
    }

    @Test(arguments: StoreKind.allCases)
    func `reaches all activities that listen, on all devices, and nobody else`(
        _ kind: StoreKind
    )
        throws
    {
        let fixture = try makeFixture(kind)
        try start(fixture, "c1", on: "aa", channel: "none")
        try start(fixture, "c2", on: "bb", channel: "none")
        try start(fixture, "c3", on: "aa", channel: "newest")
        try fixture.restart()
        #expect(try broadcast(fixture, 1, to: "none") == .taken(activities: 2))
        #expect(
            try states(fixture) == [
                #"c1 {"score":1}"#, #"c2 {"score":1}"#, #"c3 {"score":0}"#,
            ]
        )
        #expect(try outcomes(fixture, of: "broadcast none 1") == ["delivered", "delivered"])
        // The same request once more is known: nobody is told twice.
        #expect(try broadcast(fixture, 1, to: "none") == .taken(activities: 2))
        #expect(try outcomes(fixture, of: "broadcast none 1").count == 2)
        #expect(try broadcast(fixture, 2, to: "none", event: "end") == .taken(activities: 2))
        #expect(try broadcast(fixture, 3, to: "none") == .taken(activities: 0))
        #expect(try fixture.delivered() == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps nothing for a device that is offline, or the newest of a channel, by its policy`(
        _ kind: StoreKind
    ) throws {
        let fixture = try makeFixture(kind)
        for (activity, channel) in [("c1", "none"), ("c2", "newest"), ("c3", "newest")] {
            try start(fixture, activity, on: "aa", channel: channel)
        }
        try setOnline(false, PushDevice.main, fixture)
        _ = try broadcast(fixture, 1, to: "none")
        _ = try broadcast(fixture, 2, to: "newest")
        _ = try broadcast(fixture, 3, to: "newest")
        // A push of the app's own leaves what came by a channel alone, and that leaves it alone.
        try fixture.center.perform { [app] turn in
            var push = try PushArrival.alert(
                app,
                "alert",
                title: "alert",
                thread: "",
                isMutable: false
            )
            push.token = "aa"
            let delivery = PushDelivery(environment: .development, topic: app)
            _ = try turn.receive(push, delivery, as: "unique alert")
        }
        _ = try broadcast(fixture, 4, to: "newest")
        #expect(try outcomes(fixture, of: "broadcast none 1") == ["discarded oneAttempt"])
        for score in 2...3 {
            let found = try outcomes(fixture, of: "broadcast newest \(score)")
            #expect(found == ["discarded superseded", "discarded superseded"])
        }
        #expect(
            try outcomes(fixture, of: "broadcast newest 4") == ["stored offline", "stored offline"]
        )
        try setOnline(true, PushDevice.main, fixture)
        #expect(
            try states(fixture) == [
                #"c1 {"score":0}"#, #"c2 {"score":4}"#, #"c3 {"score":4}"#,
            ]
        )
        #expect(try fixture.delivered() == ["alert"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a push for 8 hours, or until its expiration`(_ kind: StoreKind) throws {
        let fixture = try makeFixture(kind)
        try start(fixture, "c1", on: "aa", channel: "newest")
        try start(fixture, "c2", on: "bb", channel: "newest")
        try setOnline(false, PushDevice.main, fixture)
        let soon = Int64(CenterFixture.noon.milliseconds / 1000) + 60
        _ = try broadcast(fixture, 1, to: "newest", expiration: soon)
        try fixture.advance(seconds: 60)
        #expect(
            try outcomes(fixture, of: "broadcast newest 1").sorted()
                == ["delivered", "discarded expired"]
        )
        _ = try broadcast(fixture, 2, to: "newest", expiration: soon + 30 * 86_400)
        try fixture.advance(seconds: 8 * 3600 - 61)
        // The activities themselves end after 8 hours.
        #expect(
            try outcomes(fixture, of: "broadcast newest 2").sorted()
                == ["delivered", "stored offline"]
        )
        try fixture.advance(seconds: 61)
        #expect(
            try outcomes(fixture, of: "broadcast newest 2").sorted()
                == ["delivered", "discarded expired"]
        )
    }

    @Test func `refuses what a channel cannot take, and a channel that is not there`() throws {
        let fixture = try makeFixture(.memory)
        #expect(try broadcast(fixture, 1, to: "other") == .unknown)
        #expect(try broadcast(fixture, 1, to: "none", environment: .production) == .unknown)
        #expect(try broadcast(fixture, 1, to: "none", expiration: 1_900_000_000) == .storesNothing)
        #expect(try broadcast(fixture, 1, to: "none", expiration: 0) == .taken(activities: 0))
        #expect(
            try start(fixture, "c1", on: "aa", channel: "other") == "discarded notApplied"
        )
        #expect(try states(fixture) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `lists the channels of an app in order, and removes them with it`(_ kind: StoreKind) throws
    {
        let fixture = try makeFixture(kind, policy: .with { $0.channelLimit = 3 })
        func names(_ environment: PushEnvironment) throws -> [String] {
            try fixture.center.read { turn in
                try turn.transaction.channels(of: CenterFixture.app, in: environment)
                    .map(\.identifier)
            }
        }
        func add(_ name: String, _ environment: PushEnvironment = .development) throws {
            try fixture.center.perform {
                _ = try $0.addChannel(of: CenterFixture.app, in: environment, .newest, as: name)
            }
        }
        try add("another")
        #expect(throws: CenterError.self) { try add("one too many") }
        try add("elsewhere", .production)
        #expect(try names(.development) == ["none", "newest", "another"])
        #expect(try names(.production) == ["elsewhere"])
        let known = try fixture.center.read {
            try $0.channel("newest", of: CenterFixture.app, in: .development)
        }
        #expect(known?.policy == .newest)
        let removed = try fixture.center.perform { turn in
            try ["newest", "newest", "elsewhere"].map {
                try turn.removeChannel($0, of: CenterFixture.app, in: .development)
            }
        }
        #expect(removed == [true, false, false])
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(try names(.development) == [] && names(.production) == [])
        #expect(throws: CenterError.self) { try add("of nobody") }
    }
}
