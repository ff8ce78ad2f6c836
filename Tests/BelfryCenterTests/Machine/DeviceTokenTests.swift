// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@Suite struct DeviceTokenTests {
    private let app = CenterFixture.app

    @Test(arguments: StoreKind.allCases)
    func `gives an app one token for each environment, until that has ended`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let app = app
        func register(_ environment: PushEnvironment, _ token: String) throws -> String {
            try fixture.center.perform {
                try $0.register(app, for: environment, making: token).token
            }
        }
        #expect(try register(.development, "aa") == "aa")
        #expect(try register(.development, "bb") == "aa")
        #expect(try register(.production, "cc") == "cc")
        try fixture.restart()
        #expect(try register(.development, "dd") == "aa")
        let ended = try fixture.center.perform {
            try $0.unregister(app, from: .development, .expired)
        }
        #expect(ended.token == "aa" && ended.end == .expired && ended.ended == CenterFixture.noon)
        #expect(throws: CenterError.self) {
            try fixture.center.perform {
                _ = try $0.unregister(app, from: .development, .expired)
            }
        }
        #expect(try register(.development, "ee") == "ee")
        #expect(throws: CenterError.self) {
            try fixture.center.perform {
                _ = try $0.register("com.example.none", for: .production, making: "ff")
            }
        }
        let all = try fixture.center.read { try $0.transaction.deviceTokens(of: nil) }
        #expect(all.map(\.token) == ["aa", "cc", "ee"])
    }

    @Test(arguments: StoreKind.allCases)
    func `tells tokens that are unknown, another app's, ended and in use apart`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let app = app
        try fixture.center.perform { turn in
            try turn.install(CenterApp(identifier: "other"))
            _ = try turn.register(app, for: .development, making: "aa")
            _ = try turn.register("other", for: .development, making: "bb")
            _ = try turn.register(app, for: .production, making: "cc")
            _ = try turn.unregister(app, from: .production, .expired)
        }
        func standing(
            _ token: String,
            _ environment: PushEnvironment = .development
        ) throws -> String {
            let standing = try fixture.center.read {
                try $0.standing(of: token, app: app, environment: environment)
            }
            return switch standing {
            case .active(let known): "\(known.token) on \(known.device)"
            case .inactive(let known, let end, let since):
                "\(known.token) \(end) \(since == CenterFixture.noon)"
            case .unknown: "unknown"
            case .otherApp(let app): app
            }
        }
        #expect(try standing("aa") == "aa on main")
        #expect(try standing("aa", .production) == "unknown")
        #expect(try standing("dd") == "unknown")
        #expect(try standing("bb") == "other")
        #expect(try standing("cc", .production) == "cc expired true")
        try fixture.center.perform { try $0.removeApp(app) }
        #expect(try standing("aa") == "aa unregistered true")
        #expect(try standing("cc", .production) == "cc expired true")
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets those that ended first, whenever they were given`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, policy: .with { $0.endedTokenLimit = 4 })
        let app = app
        try fixture.center.perform { turn in
            _ = try turn.register(app, for: .development, making: "first")
            _ = try turn.addDevice("other")
        }
        for number in 0..<4 {
            fixture.clock.advance(milliseconds: 1)
            try fixture.center.perform { turn in
                _ = try turn.register(
                    app,
                    for: .development,
                    on: "other",
                    making: "token \(number)"
                )
                _ = try turn.unregister(app, from: .development, on: "other", .unregistered)
            }
        }
        fixture.clock.advance(milliseconds: 1)
        try fixture.center.perform { turn in
            _ = try turn.unregister(app, from: .development, .unregistered)
            _ = try turn.register(app, for: .development, making: "last")
        }
        let kept = try fixture.center.read { try $0.transaction.deviceTokens(of: nil) }
        let expected = ["first", "token 1", "token 2", "token 3", "last"]
        #expect(kept.map(\.token) == expected)
        let standing = try fixture.center.read {
            try $0.standing(of: "first", app: app, environment: .development)
        }
        guard case .inactive = standing else {
            Issue.record("the token that ended last is \(standing)")
            return
        }
    }

    @Test func `knows more that ended than there are at a time`() {
        let policy = CenterPolicy()
        #expect(policy.endedTokenLimit > policy.deviceLimit * policy.activityLimit)
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets tokens that ended, beyond some and after a time`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, policy: .with { $0.endedTokenLimit = 16 })
        let app = app
        for number in 0..<40 {
            try fixture.center.perform { turn in
                _ = try turn.register(app, for: .development, making: "token \(number)")
                _ = try turn.unregister(app, from: .development, .unregistered)
            }
        }
        func count() throws -> Int {
            try fixture.center.read { try $0.transaction.deviceTokens(of: nil).count }
        }
        // The limit, and the one that ended after the last look.
        #expect(try count() == fixture.policy.endedTokenLimit + 1)
        try fixture.center.perform { _ = try $0.register(app, for: .development, making: "last") }
        fixture.clock.advance(milliseconds: fixture.policy.retention.keyMilliseconds + 1)
        try fixture.center.perform { _ = try $0.prune() }
        let kept = try fixture.center.read { try $0.transaction.deviceTokens(of: nil) }
        #expect(kept.map(\.token) == ["last"])
    }
}
