// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@Suite struct ResponseTests {
    private func take(_ fixture: CenterFixture) throws -> [UserResponse] {
        try fixture.center.perform { try $0.takeResponses(of: CenterFixture.app) }
    }

    @Test(arguments: StoreKind.allCases)
    func `repeats a response until the app acknowledges it`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one")
        try fixture.center.pump()
        let number = try fixture.center.perform {
            try $0.respond(to: sequence, "reply", text: "yes")
        }
        #expect(try take(fixture).map(\.text) == ["yes"])
        try fixture.restart()
        #expect(try take(fixture).map(\.deliveries) == [2])
        try fixture.center.perform { try $0.acknowledge(number) }
        #expect(try take(fixture).isEmpty)
        #expect(try fixture.buried() == [.removedByUser, .acknowledged])
    }

    @Test(arguments: StoreKind.allCases)
    func `gives a response three times at most, and says that nobody took it`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one")
        try fixture.center.pump()
        _ = try fixture.center.perform { try $0.respond(to: sequence, "open") }
        for _ in 1...3 { #expect(try take(fixture).count == 1) }
        #expect(try take(fixture).isEmpty)
        #expect(try fixture.buried() == [.removedByUser, .unacknowledged])
    }

    @Test(arguments: StoreKind.allCases)
    func `counts what one conversation repeats once`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one")
        try fixture.center.pump()
        let number = try fixture.center.perform { try $0.respond(to: sequence, "open") }
        for conversation in 1...3 {
            #expect(try take(fixture).map(\.deliveries) == [conversation])
            for _ in 1...5 {
                let again = try fixture.center.perform { turn in
                    try turn.takeResponses(of: CenterFixture.app, repeating: [number])
                }
                #expect(again.map(\.deliveries) == [conversation])
            }
        }
        #expect(try take(fixture).isEmpty)
        #expect(try fixture.buried() == [.removedByUser, .unacknowledged])
    }

    @Test(arguments: StoreKind.allCases)
    func `gives up what no further conversation may repeat, and that alone`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        for name in ["one", "two"] {
            let sequence = try fixture.push(name)
            try fixture.center.pump()
            _ = try fixture.center.perform { try $0.respond(to: sequence, "open") }
            if name == "one" { for _ in 1...2 { _ = try take(fixture) } }
        }
        #expect(try take(fixture).map(\.deliveries) == [3, 1])
        let giveUp = {
            try fixture.center.perform { try $0.giveUpResponses(of: CenterFixture.app) }
        }
        #expect(try giveUp())
        #expect(try take(fixture).map(\.deliveries) == [2])
        _ = try take(fixture)
        #expect(try !giveUp())
        #expect(try fixture.buried().filter { $0 == .unacknowledged }.count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `takes one response to a notification`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one")
        try fixture.center.pump()
        _ = try fixture.center.perform { try $0.respond(to: sequence, "open") }
        let error = try #require(throws: CenterError.self) {
            try fixture.center.perform { _ = try $0.respond(to: sequence, "open") }
        }
        #expect(error.code == .wrongState)
    }

    @Test(arguments: StoreKind.allCases)
    func `gives a dismissal to an app whose category asks for it`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let category = NotificationCategory(identifier: "c", options: [.customDismissAction])
        try fixture.center.perform { _ = try $0.setCategories([category], for: CenterFixture.app) }
        for (name, expected) in [("", 0), ("c", 1)] {
            var content = NotificationContent()
            content.title = "t"
            content.categoryIdentifier = name
            let request = NotificationRequest(identifier: "r\(name)", content: content)
            let sequence = try fixture.center.perform { turn in
                try turn.add([request], for: CenterFixture.app)
                return try #require(turn.transaction.waiting().last).sequence
            }
            try fixture.center.pump()
            _ = try fixture.center.perform { try $0.respond(to: sequence, UserResponse.dismissal) }
            #expect(try take(fixture).count == expected)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `takes the actions that a notification offers, and no others`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let input = NotificationAction.TextInput()
        let category = NotificationCategory(
            identifier: "c",
            actions: [
                NotificationAction(identifier: "open", title: "Open"),
                NotificationAction(
                    identifier: "reply",
                    title: "Reply",
                    options: [.authenticationRequired],
                    textInput: input
                ),
            ]
        )
        try fixture.center.perform { _ = try $0.setCategories([category], for: CenterFixture.app) }
        var content = NotificationContent()
        content.title = "t"
        content.categoryIdentifier = "c"
        let (written, unwritten, plain) = ("written", "unwritten", "plain")
        for identifier in [written, unwritten] {
            let request = NotificationRequest(identifier: identifier, content: content)
            try fixture.center.perform { try $0.add([request], for: CenterFixture.app) }
        }
        content.categoryIdentifier = ""
        let request = NotificationRequest(identifier: plain, content: content)
        try fixture.center.perform { try $0.add([request], for: CenterFixture.app) }
        content.categoryIdentifier = "x"
        let strange = NotificationRequest(identifier: "strange", content: content)
        try fixture.center.perform { try $0.add([strange], for: CenterFixture.app) }
        try fixture.center.pump()
        let refused: [(Int, String, String?, String)] = [
            (
                1, "opne", nil,
                #"notification 1 has no action "opne": its category is "c", and it has default, "#
                    + #"dismiss, "open", "reply""#
            ),
            (
                1, "open", "x",
                #"the action "open" has no text field (UNTextInputNotificationAction)"#
            ),
            (
                3, "open", nil,
                #"notification 3 has no action "open": it names no category, and it has default, "#
                    + "dismiss"
            ),
            (
                4, "open", nil,
                #"notification 4 has no action "open": its category "x" is none that its app has set "#
                    + #"("c"), and it has default, dismiss"#
            ),
        ]
        for (sequence, action, text, message) in refused {
            let error = try #require(throws: CenterError.self) {
                try fixture.center.perform { _ = try $0.choose(action, text: text, of: sequence) }
            }
            #expect(error == CenterError(.noAction, message))
        }
        try fixture.center.perform { try $0.changeDevice { $0.lock = .locked } }
        let locked = try #require(throws: CenterError.self) {
            try fixture.center.perform { _ = try $0.choose("reply", text: "yes", of: 1) }
        }
        #expect(locked.code == .wrongState && locked.message.contains("for an unlocked device"))
        try fixture.center.perform { try $0.changeDevice { $0.lock = .unlocked } }
        #expect(try take(fixture).isEmpty)
        try fixture.center.perform { turn in
            _ = try turn.choose("reply", text: "yes", of: 1)
            _ = try turn.choose("reply", text: nil, of: 2)
            _ = try turn.choose(UserResponse.opening, text: nil, of: 3)
        }
        #expect(try take(fixture).map(\.text) == ["yes", "", nil])
        let error = try #require(throws: CenterError.self) {
            try fixture.center.perform { _ = try $0.choose("open", text: nil, of: 1) }
        }
        #expect(error.code == .wrongState)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a response from other apps, and from one that works on it`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("one")
        try fixture.center.pump()
        let number = try fixture.center.perform { try $0.respond(to: sequence, "open") }
        let given = try fixture.center.perform { turn in
            try turn.takeResponses(of: CenterFixture.app, except: [number])
        }
        #expect(given.isEmpty)
        let error = try #require(throws: CenterError.self) {
            try fixture.center.perform { try $0.acknowledge(number, of: "com.example.other") }
        }
        #expect(error.code == .notFound)
        #expect(try take(fixture).map(\.number) == [number])
        try fixture.center.perform { try $0.acknowledge(number, of: CenterFixture.app) }
        #expect(try take(fixture).isEmpty)
    }
}
