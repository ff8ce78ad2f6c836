// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// Store and forward: what waits for a device, what takes whose place, and what the log says.
@Suite struct DeliveryTests {
    private static let token = "aa"

    /// A sender with a token of a device.
    private final class Sender {
        let fixture: CenterFixture
        private var count = 0

        init(_ kind: StoreKind, policy: CenterPolicy = CenterPolicy()) throws {
            fixture = try CenterFixture(kind, policy: policy)
            try fixture.center.perform { turn in
                _ = try turn.register(
                    CenterFixture.app,
                    for: .development,
                    making: DeliveryTests.token
                )
            }
        }

        /// Pushes, and returns what the push is known by.
        @discardableResult
        func push(
            _ title: String,
            priority: Int = 10,
            type: PushType = .alert,
            collapse: String? = nil,
            seconds expiration: Int64? = nil,
            as identifier: String? = nil,
            token: String = DeliveryTests.token
        ) throws -> String {
            count += 1
            var push = try PushArrival.alert(
                CenterFixture.app,
                identifier ?? "push \(count)",
                title: title,
                isMutable: false
            )
            if type == .background {
                let bytes = Array(#"{"aps":{"content-available":1}}"#.utf8)
                push.payload = try PushPayload.parse(bytes)
            }
            push.token = token
            push.pushType = type
            push.collapseIdentifier = collapse
            push.expires = expiration.flatMap {
                $0 == 0 ? nil : UnixTime(milliseconds: $0 * 1000)
            }
            let delivery = PushDelivery(
                environment: .development,
                topic: CenterFixture.app,
                priority: priority,
                expiration: expiration
            )
            let arrival = push
            let unique = "unique \(count)"
            let reception = try fixture.center.perform {
                try $0.receive(arrival, delivery, as: unique)
            }
            try fixture.center.tick()
            try fixture.center.pump()
            guard case .taken(_, let known) = reception else { return "\(reception)" }
            return known ?? "unknown"
        }

        /// Gives the user a second device, on which the app has the token `bb`.
        func addTablet() throws {
            try fixture.center.perform { turn in
                _ = try turn.addDevice("tablet")
                _ = try turn.register(
                    CenterFixture.app,
                    for: .development,
                    on: "tablet",
                    making: "bb"
                )
            }
        }

        func change(online: Bool? = nil, power: PushDevice.Power? = nil) throws {
            try fixture.center.perform {
                _ = try $0.changeDevice(PushDevice.main, isOnline: online, power: power)
            }
            try fixture.center.tick()
            try fixture.center.pump()
        }

        /// What the log says of a push, step by step.
        func steps(_ known: String) throws -> [String] {
            try fixture.center.read { try $0.pushRecord(known) }.steps.map { step in
                [step.outcome.rawValue, step.reason?.rawValue].compactMap(\.self)
                    .joined(separator: " ")
            }
        }

        func state(_ known: String) throws -> EntryState? {
            let sequence = try fixture.center.read { try $0.pushRecord(known) }.sequence
            return try sequence.flatMap { try fixture.entry($0) }?.state
        }
    }

    private static var noonSeconds: Int64 { CenterFixture.noon.milliseconds / 1000 }

    // MARK: Offline

    @Test(arguments: StoreKind.allCases)
    func `keeps the newest push of an app while its device is offline, over a restart`(
        _ kind: StoreKind
    ) throws {
        let sender = try Sender(kind)
        let before = try sender.push("before")
        try sender.change(online: false)
        let first = try sender.push("first")
        let second = try sender.push("second")
        #expect(try sender.fixture.delivered() == ["before"])
        #expect(try sender.steps(before) == ["delivered"])
        #expect(try sender.steps(first) == ["stored offline", "discarded superseded"])
        try sender.fixture.restart()
        #expect(try sender.state(second) == .stored)
        try sender.change(online: true)
        #expect(try sender.fixture.delivered() == ["before", "second"])
        #expect(try sender.steps(second) == ["stored offline", "delivered"])
        #expect(try sender.state(first) == .collapsed)
        #expect(try sender.fixture.buried() == [.superseded])
    }

    @Test(arguments: StoreKind.allCases)
    func `stores a push over a clock that is wrong for a while, forward or backward`(
        _ kind: StoreKind
    ) throws {
        let sender = try Sender(kind)
        let clock = sender.fixture.clock
        try sender.change(online: false)
        let known = try sender.push("kept")
        let day: Int64 = 86_400_000
        for jump in [-40 * day, 80 * day, -40 * day] {
            clock.set(clock.now + jump)
            try sender.fixture.center.tick()
            #expect(try sender.state(known) == .stored, "\(jump)")
        }
        // As long as ever it would have been.
        try sender.fixture.advance(seconds: 30 * 86_400 - 1)
        #expect(try sender.state(known) == .stored)
        try sender.fixture.advance(seconds: 1)
        #expect(try sender.state(known) == .expired)
    }

    @Test(arguments: StoreKind.allCases)
    func `takes one notification off the list, and not its like on another device`(
        _ kind: StoreKind
    ) throws {
        let sender = try Sender(kind)
        let center = sender.fixture.center
        try sender.addTablet()
        try sender.push("main", collapse: "score", as: "score")
        try sender.push("tablet", collapse: "score", as: "score", token: "bb")
        #expect(try sender.fixture.delivered() == ["main", "tablet"])
        let first = try #require(try center.read { try $0.delivered(of: CenterFixture.app) }.first)
        try center.perform { try $0.removeDelivered(first.sequence) }
        #expect(try sender.fixture.delivered() == ["tablet"])
        let error = try #require(throws: CenterError.self) {
            try center.perform { try $0.removeDelivered(first.sequence) }
        }
        #expect(error.code == .wrongState)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps one push of each app, and those of each device apart`(_ kind: StoreKind) throws {
        let sender = try Sender(kind)
        let center = sender.fixture.center
        try sender.addTablet()
        try center.perform { turn in
            for name in [PushDevice.main, "tablet"] {
                _ = try turn.changeDevice(name, isOnline: false)
            }
        }
        try sender.push("main", collapse: "score")
        try sender.push("tablet", collapse: "score", token: "bb")
        try sender.change(online: true)
        #expect(try sender.fixture.delivered() == ["main"])
        try center.perform { _ = try $0.changeDevice("tablet", isOnline: true) }
        try center.pump()
        // They are on two devices: neither replaces the other.
        #expect(try sender.fixture.delivered() == ["main", "tablet"])
    }

    @Test(arguments: StoreKind.allCases)
    func `attempts a push with the expiration 0 once`(_ kind: StoreKind) throws {
        let sender = try Sender(kind)
        #expect(try sender.steps(try sender.push("now", seconds: 0)) == ["delivered"])
        try sender.change(online: false)
        let kept = try sender.push("kept")
        let gone = try sender.push("gone", seconds: 0)
        #expect(try sender.steps(gone) == ["discarded oneAttempt"])
        #expect(try sender.state(gone) == .expired)
        #expect(try sender.steps(kept) == ["stored offline"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a push that was discarded for its time is delivered when it is made again`(
        _ kind: StoreKind
    ) throws {
        let sender = try Sender(kind)
        try sender.change(online: false)
        let once = try sender.push("once", seconds: 0, as: "once")
        let late = try sender.push("late", seconds: Self.noonSeconds - 1, as: "late")
        #expect(try sender.push("once", seconds: 0, as: "once") == once)
        #expect(try sender.steps(once) == ["discarded oneAttempt"])
        // With more time it waits, and takes the place of what waits for the device.
        let other = try sender.push("other")
        #expect(try sender.push("late", as: "late") == late)
        #expect(try sender.steps(late) == ["discarded expired", "stored offline"])
        #expect(try sender.steps(other) == ["stored offline", "discarded superseded"])
        try sender.change(online: true)
        #expect(try sender.push("once", seconds: 0, as: "once") == once)
        #expect(try sender.steps(once) == ["discarded oneAttempt", "delivered"])
        #expect(try sender.fixture.delivered() == ["once", "late"])
        // What was shown is not shown again, and what another has replaced stays replaced.
        try sender.push("once", as: "once")
        #expect(try sender.push("other", as: "push 4") == other)
        #expect(try sender.state(other) == .collapsed)
        #expect(try sender.fixture.events(.presented).count == 2)
        // That the delivery log has its line no more takes nothing from it.
        try sender.push("later", seconds: Self.noonSeconds - 1, as: "later")
        try sender.fixture.center.perform { turn in
            try turn.transaction.trimPushRecords(before: .init(milliseconds: .max), beyond: 0)
        }
        #expect(try sender.push("later", as: "later") == "unknown")
        #expect(try sender.fixture.delivered() == ["once", "late", "later"])
    }

    @Test(arguments: StoreKind.allCases)
    func `ends what is stored at its expiration, and after 30 days`(_ kind: StoreKind) throws {
        let sender = try Sender(kind)
        let late = try sender.push("late", seconds: Self.noonSeconds - 1)
        #expect(try sender.steps(late) == ["discarded expired"])
        try sender.change(online: false)
        let short = try sender.push("short", seconds: Self.noonSeconds + 60)
        #expect(
            try sender.fixture.center.nextWake() == CenterFixture.noon + 60_000,
            "the clock can jump there"
        )
        try sender.fixture.advance(seconds: 59)
        #expect(try sender.state(short) == .stored)
        try sender.fixture.advance(seconds: 1)
        #expect(try sender.steps(short) == ["stored offline", "discarded expired"])
        let long = try sender.push("long", seconds: Self.noonSeconds * 2)
        try sender.fixture.advance(seconds: 30 * 86_400 - 1)
        #expect(try sender.state(long) == .stored)
        try sender.fixture.advance(seconds: 1)
        #expect(try sender.state(long) == .expired)
        try sender.change(online: true)
        #expect(try sender.fixture.delivered() == [])
    }

    // MARK: Power

    @Test(
        arguments: [
            (PushDevice.Power.charging, [10, 5, 1]), (.battery, [10, 5]), (.low, [10]),
        ]
    )
    func `lets priorities wait for the device's power`(
        _ power: PushDevice.Power,
        _ delivered: [Int]
    ) throws {
        let sender = try Sender(.ledger)
        try sender.change(power: power)
        for priority in [10, 5, 1] { try sender.push("\(priority)", priority: priority) }
        #expect(try sender.fixture.delivered() == delivered.map { "\($0)" })
        try sender.change(power: .charging)
        #expect(Set(try sender.fixture.delivered()) == ["10", "5", "1"])
    }

    @Test(arguments: StoreKind.allCases)
    func `collapses what waits for power, and drops the oldest beyond a limit`(
        _ kind: StoreKind
    ) throws {
        let sender = try Sender(kind, policy: .with { $0.storedLimit = 3 })
        try sender.change(power: .low)
        let first = try sender.push("1 to 0", priority: 5, collapse: "score")
        try sender.push("1 to 1", priority: 5, collapse: "score")
        #expect(try sender.steps(first) == ["stored power", "discarded superseded"])
        for number in 1...3 { try sender.push("\(number)", priority: 1) }
        #expect(try sender.fixture.center.read { try $0.stored(for: "main").count } == 3)
        // One that is delivered at once replaces what waits under its identifier.
        try sender.push("2 to 1", priority: 5, collapse: "score")
        try sender.push("2 to 2", collapse: "score")
        try sender.change(power: .charging)
        #expect(try sender.fixture.delivered() == ["2", "3", "2 to 2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the newest of what waits for power when the device goes offline`(
        _ kind: StoreKind
    ) throws {
        let sender = try Sender(kind)
        try sender.change(power: .battery)
        let first = try sender.push("first", priority: 1)
        let second = try sender.push("second", priority: 1)
        try sender.change(online: false)
        #expect(try sender.steps(first) == ["stored power", "discarded superseded"])
        #expect(try sender.steps(second) == ["stored power", "stored offline"])
        try sender.change(online: true)
        #expect(try sender.steps(second).last == "stored power")
        try sender.change(power: .charging)
        #expect(try sender.fixture.delivered() == ["second"])
    }

    // MARK: Background pushes

    @Test(arguments: StoreKind.allCases)
    func `delivers three background pushes an hour, and holds the newest of the rest`(
        _ kind: StoreKind
    ) throws {
        let sender = try Sender(kind)
        func wake() throws -> String { try sender.push("", priority: 5, type: .background) }
        let first = try (1...3).map { _ in try wake() }
        for known in first { #expect(try sender.steps(known) == ["delivered"]) }
        try sender.fixture.advance(seconds: 600)
        let fourth = try wake()
        let fifth = try wake()
        #expect(try sender.steps(fourth) == ["stored throttled", "discarded superseded"])
        #expect(try sender.steps(fifth) == ["stored throttled"])
        #expect(try sender.steps(try sender.push("alert")) == ["delivered"])
        #expect(try sender.fixture.center.nextWake() == CenterFixture.noon + 3_600_000)
        try sender.fixture.advance(seconds: 3000)
        #expect(try sender.steps(fifth) == ["stored throttled", "delivered"])
        #expect(try sender.fixture.events(.backgroundPush).count == 4)
    }

    // MARK: Duplicates, ends, bounds

    @Test(arguments: StoreKind.allCases)
    func `knows a push that comes again, stored, replaced or delivered`(_ kind: StoreKind) throws {
        let sender = try Sender(kind)
        let delivered = try sender.push("a", as: "1")
        #expect(try sender.push("a", as: "1") == delivered)
        try sender.change(online: false)
        let replaced = try sender.push("b", as: "2")
        let stored = try sender.push("c", as: "3")
        #expect(try sender.push("b", as: "2") == replaced)
        #expect(try sender.push("c", as: "3") == stored)
        let counts = try [delivered, replaced, stored].map { known in
            try sender.fixture.center.read { try $0.pushRecord(known) }.duplicates
        }
        #expect(counts == [1, 1, 1])
        #expect(try sender.fixture.events(.duplicate).count == 3)
        try sender.change(online: true)
        #expect(try sender.fixture.delivered() == ["a", "c"])
    }

    @Test(arguments: StoreKind.allCases)
    func `tells nobody to look for a push that the log has no more`(_ kind: StoreKind) throws {
        let sender = try Sender(kind)
        try sender.push("a", as: "1")
        try sender.fixture.advance(seconds: 40 * 86_400)
        try sender.fixture.center.perform { _ = try $0.prune() }
        #expect(try sender.push("a", as: "1") == "unknown")
        #expect(try sender.fixture.events(.duplicate).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `shows a push with faults, also after a restart, and says what they are`(
        _ kind: StoreKind
    ) throws {
        let sender = try Sender(kind)
        try sender.change(online: false)
        let payload = #"""
            {"aps":{"alert":{"title":{"loc-key":"%@!","loc-args":["a"]},"body":7},"badge":"3",
             "sound":null},"a":1,"a":2,"half":"\ud83d"}
            """#
        var push = try PushArrival.alert(CenterFixture.app, "odd", isMutable: false)
        push.payload = try PushPayload.parse(Array(payload.utf8), isFromWire: true)
        push.token = Self.token
        let arrival = push
        let delivery = PushDelivery(environment: .development, topic: CenterFixture.app)
        _ = try sender.fixture.center.perform { try $0.receive(arrival, delivery, as: "u") }
        try sender.fixture.restart()
        try sender.change(online: true)
        #expect(try sender.fixture.delivered() == ["a!"])
        let center = sender.fixture.center
        let warnings = try #require(try center.read { try $0.pushRecord("u") }.warnings)
        for part in ["\"a\" comes twice", "surrogate", "aps.alert.body is a number", "aps.badge"] {
            #expect(warnings.contains { $0.contains(part) }, "\(part): \(warnings)")
        }
        let shown = try #require(try center.read { try $0.delivered(of: CenterFixture.app) }.first)
        #expect(shown.original.userInfo["a"] == 2)
        #expect(shown.original.badge == nil)
        let reread = try #require(ContentCoding.push(shown.payload))
        #expect(reread.content == arrival.payload.content)
        #expect(try ContentCoding.userInfo(ofPayload: shown.payload) == reread.root)
    }

    @Test(arguments: StoreKind.allCases)
    func `discards what is stored with its token, its device and its app`(
        _ kind: StoreKind
    ) throws {
        let sender = try Sender(kind)
        let center = sender.fixture.center
        try sender.change(online: false)
        let first = try sender.push("token")
        try center.perform {
            _ = try $0.unregister(CenterFixture.app, from: .development, .expired)
        }
        #expect(try sender.steps(first) == ["stored offline", "discarded tokenInactive"])
        #expect(try sender.push("late").hasPrefix("inactive"))
        let newest = try center.read {
            try $0.transaction.newestPushRecords(of: nil, before: nil, limit: 1)
        }
        #expect(newest.map(\.reason) == [.tokenInactive])
        try center.perform { turn in
            _ = try turn.addDevice("tablet")
            for (device, token) in [("tablet", "bb"), (PushDevice.main, "cc")] {
                _ = try turn.register(
                    CenterFixture.app,
                    for: .development,
                    on: device,
                    making: token
                )
            }
            _ = try turn.changeDevice("tablet", isOnline: false)
        }
        let second = try sender.push("device", token: "bb")
        let third = try sender.push("app", token: "cc")
        try center.perform { try $0.removeDevice("tablet") }
        #expect(try sender.steps(second) == ["stored offline", "discarded deviceRemoved"])
        #expect(try sender.push("gone", token: "bb").hasPrefix("inactive"))
        try center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(try sender.steps(third) == ["stored offline", "discarded appRemoved"])
        #expect(
            try center.read { try $0.transaction.entries(of: nil, in: [.stored], limit: 9) } == []
        )
    }

    @Test(arguments: StoreKind.allCases)
    func `takes a push again for an app that was removed and installed`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let other = "\(CenterFixture.app)-2"
        func push(_ app: String) throws -> Acceptance {
            let arrival = try PushArrival.alert(app, "one")
            return try fixture.center.perform { try $0.accept(arrival) }
        }
        try fixture.center.perform { try $0.install(CenterApp(identifier: other)) }
        #expect(try push(CenterFixture.app) == .accepted(1))
        #expect(try push(other) == .accepted(2))
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        try fixture.center.perform { try $0.install(CenterApp(identifier: CenterFixture.app)) }
        #expect(try push(CenterFixture.app) == .accepted(3))
        #expect(try push(CenterFixture.app) == .duplicate(3))
        #expect(try push(other) == .duplicate(2))
    }

    @Test func `says that a user does not let the app notify`() throws {
        let sender = try Sender(.ledger)
        try sender.fixture.center.perform {
            try $0.answerAuthorization(false, for: CenterFixture.app)
        }
        #expect(try sender.steps(try sender.push("x")) == ["delivered", "discarded disabled"])
    }

    @Test(arguments: StoreKind.allCases)
    func `holds devices, steps and lines of the log to their limits`(_ kind: StoreKind) throws {
        let sender = try Sender(
            kind,
            policy: .with { policy in
                policy.deviceLimit = 2
                policy.retention.pushRecordLimit = 4
            }
        )
        let center = sender.fixture.center
        func refuses(_ name: String) -> CenterError.Code? {
            do {
                try center.perform { _ = try $0.addDevice(name) }
                return nil
            } catch {
                return (error as? CenterError)?.code
            }
        }
        #expect(refuses("main") == .wrongState)
        #expect(refuses("") == .invalidName)
        #expect(refuses("a/b") == .invalidName)
        #expect(refuses(String(repeating: "x", count: 65)) == .invalidName)
        #expect(refuses("tablet") == nil)
        #expect(refuses("watch") == .limit)
        #expect(throws: CenterError.self) { try center.perform { try $0.removeDevice("main") } }

        try sender.change(online: false)
        let stored = try sender.push("stored")
        for _ in 1...20 {
            try sender.change(power: .low)
            try sender.change(online: true)
            try sender.change(online: false)
        }
        #expect(try sender.steps(stored).count <= 16)
        try sender.change(online: true)
        try sender.change(power: .low)
        let waiting = try sender.push("waiting", priority: 5)
        for number in 1...8 { try sender.push("\(number)") }
        try center.perform { _ = try $0.prune() }
        let kept = try center.read {
            try $0.transaction.newestPushRecords(of: nil, before: nil, limit: .max)
        }
        #expect(kept.count == 5)
        // What is stored keeps its line.
        #expect(kept.last?.uniqueIdentifier == waiting)
        let pages = try center.read {
            try $0.transaction.newestPushRecords(
                of: CenterFixture.app,
                before: kept[1].number,
                limit: 2
            )
        }
        #expect(pages == Array(kept[2...3]))
        sender.fixture.clock.advance(milliseconds: 31 * 86_400_000)
        try center.tick()
        try center.perform { _ = try $0.prune() }
        #expect(
            try center.read {
                try $0.transaction.newestPushRecords(of: nil, before: nil, limit: 9)
            } == []
        )
    }
}
