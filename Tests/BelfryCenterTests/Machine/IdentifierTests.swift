// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// Identifiers are the texts that apps wrote, byte for byte: `é` as one scalar and `é` as two are equal
/// in Swift, and name two things.
@Suite struct IdentifierTests {
    private static let one = "caf\u{E9}"
    private static let two = "cafe\u{301}"

    /// Texts as what tells them apart.
    private func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    private func expect(_ found: [String], _ wanted: [String]) {
        #expect(bytes(found) == bytes(wanted))
    }

    private func delivered(_ fixture: CenterFixture) throws -> [String] {
        try fixture.center.read { try $0.delivered(of: CenterFixture.app) }.map(\.identifier)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps requests of the same characters apart, and removes the one that is named`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind, policy: .with { $0.pendingLimit = 2 })
        for name in [Self.one, Self.two] {
            try fixture.add(.titled(name, .timeInterval(seconds: 60, repeats: false)))
        }
        expect(try fixture.pending(), [Self.one, Self.two])
        #expect(throws: CenterError.self) {
            try fixture.add(.titled("third", .timeInterval(seconds: 60, repeats: false)))
        }
        let removed = try fixture.center.perform {
            try $0.removePending([Self.two], of: CenterFixture.app)
        }
        expect(removed, [Self.two])
        expect(try fixture.pending(), [Self.one])
    }

    @Test(arguments: StoreKind.allCases)
    func `counts requests of the same characters to their limits`(_ kind: StoreKind) throws {
        let requests = [Self.one, Self.two].map {
            NotificationRequest.titled($0, .timeInterval(seconds: 60, repeats: false))
        }
        for limit in 1...2 {
            let fixture = try CenterFixture(kind, policy: .with { $0.pendingLimit = limit })
            func add() throws {
                try fixture.center.perform { try $0.add(requests, for: CenterFixture.app) }
            }
            if limit == 1 { #expect(throws: CenterError.self) { try add() } } else { try add() }
        }
        let byteCount = requests[0].document.serialized().count
        let fixture = try CenterFixture(
            kind,
            policy: .with { $0.pendingByteLimit = byteCount + 10 }
        )
        try fixture.add(requests[0])
        #expect(throws: CenterError.self) { try fixture.add(requests[1]) }
        #expect(throws: CenterError.self) {
            try fixture.center.perform { try $0.check(requests, for: CenterFixture.app) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps notifications of the same characters apart, and removes the one that is named`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        for name in [Self.one, Self.two] {
            try fixture.push(name) { $0.collapseIdentifier = name }
            try fixture.center.pump()
        }
        expect(try delivered(fixture), [Self.one, Self.two])
        let removed = try fixture.center.perform {
            try $0.removeDelivered([Self.one], of: CenterFixture.app)
        }
        expect(removed, [Self.one])
        expect(try delivered(fixture), [Self.two])
    }

    @Test(arguments: StoreKind.allCases)
    func `stored pushes take no place of one of the same characters`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            _ = try turn.register(CenterFixture.app, for: .development, making: "aa")
            _ = try turn.changeDevice(PushDevice.main, power: .low)
        }
        let delivery = PushDelivery(
            environment: .development,
            topic: CenterFixture.app,
            priority: 1,
            expiration: nil
        )
        // The last one's own identifier shows the same characters as what it collapses.
        for (own, name) in [("1", Self.one), ("2", Self.two), (Self.one, Self.two)] {
            var push = try PushArrival.alert(CenterFixture.app, own)
            push.token = "aa"
            push.collapseIdentifier = name
            let arrival = push
            _ = try fixture.center.perform {
                try $0.receive(arrival, delivery, as: "unique \(own)")
            }
        }
        let stored = try fixture.center.read { try $0.stored(for: PushDevice.main) }
        #expect(stored.map(\.sequence) == [1, 3])
    }

    @Test(arguments: StoreKind.allCases)
    func `finds categories and actions by their bytes`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        func category(_ name: String) -> NotificationCategory {
            let action = NotificationAction(identifier: name, title: name)
            let other = NotificationAction(
                identifier: name.isExactly(Self.one) ? Self.two : Self.one,
                title: "other",
                textInput: .init(buttonTitle: "", placeholder: "")
            )
            return NotificationCategory(identifier: name, actions: [action, other])
        }
        func known() throws -> [String] {
            try fixture.center.read { try $0.transaction.categories(of: CenterFixture.app) }
                .categories.map(\.identifier)
        }
        try fixture.center.perform { turn in
            for name in [Self.one, Self.two] {
                try turn.mergeCategories([category(name)], for: CenterFixture.app)
            }
        }
        expect(try known(), [Self.one, Self.two])
        var request = NotificationRequest.titled("asks")
        request.content.categoryIdentifier = Self.two
        try fixture.add(request)
        try fixture.center.pump()
        let actions = try fixture.center.read { try $0.actions(of: try $0.entry(1)) }
        expect(actions.map(\.identifier), [Self.two, Self.one])
        // The one with a text field is the other one.
        #expect(throws: CenterError.self) {
            try fixture.center.perform { _ = try $0.choose(Self.two, text: "text", of: 1) }
        }
        try fixture.center.perform { _ = try $0.choose(Self.one, text: "text", of: 1) }
        try fixture.center.perform { turn in
            _ = try turn.mergeCategories([], removing: [Self.one], for: CenterFixture.app)
        }
        expect(try known(), [Self.two])
        let parsed = try NotificationCategory.parse(
            document: JSONValue.array([category(Self.one).document, category(Self.two).document])
                .serialized()
        )
        expect(parsed.map(\.identifier), [Self.one, Self.two])
        #expect(parsed.allSatisfy { $0.actions.count == 2 })
    }

    @Test func `an extension that spells a category otherwise replaces it`() {
        let (old, new) = (
            NotificationCategory(identifier: Self.one), NotificationCategory(identifier: Self.two)
        )
        let change = CategoryChange(from: [old], to: [new])
        expect(change.changed.map(\.identifier), [Self.two])
        expect(change.removed, [Self.one])
    }

    @Test(arguments: StoreKind.allCases)
    func `groups by threads, and lets through a Focus, by bytes`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        for name in [Self.one, Self.two] { try fixture.push(name, thread: name) }
        try fixture.center.pump()
        let groups = try fixture.center.read { try $0.groups(of: CenterFixture.app) }
        expect(groups.map(\.thread), [Self.two, Self.one])
        try fixture.center.perform { turn in
            try turn.changeDevice { device in
                device.focus = VirtualDevice.Focus(
                    name: "Work",
                    allowedApps: [CenterFixture.app],
                    filters: [CenterFixture.app: [Self.one]]
                )
            }
        }
        for name in [Self.one, Self.two] {
            var request = NotificationRequest.titled(name)
            request.content.filterCriteria = name
            try fixture.add(request)
        }
        try fixture.center.pump()
        let rules = try (3...4).map { try fixture.entry($0)?.detail.presentation?.rules ?? [] }
        #expect(rules.map { $0.contains("focusFilter") } == [false, true])
    }

    // MARK: U+0000

    @Test func `keeps what follows U+0000 in a key`() throws {
        let fixture = try CenterFixture(.ledger)
        let names = ["x\0one", "x\0two"]
        for name in names {
            try fixture.add(.titled(name, .timeInterval(seconds: 60, repeats: false)))
        }
        expect(try fixture.pending(), names)
        let removed = try fixture.center.perform {
            try $0.removePending([names[0]], of: CenterFixture.app)
        }
        expect(removed, [names[0]])
        expect(try fixture.pending(), [names[1]])
        #expect(
            try fixture.center.read { try $0.transaction.app(CenterFixture.app + "\0x") } == nil
        )
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps what follows U+0000 in a text`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind) { $0.mayDrop = true }
        try fixture.push("a\0b")
        try fixture.center.pump()
        expect(try fixture.delivered(), ["a\0b"])
        try fixture.push("dropped", isMutable: true)
        try fixture.center.pump()
        try fixture.finish(ExtensionOutcome(.drop(reason: "spam\0mail")))
        #expect(try fixture.entry(2)?.detail.reason == "spam\0mail")
        let tombstones = try fixture.center.read {
            try $0.transaction.tombstones(after: 0, limit: .max)
        }
        let note = try #require(tombstones.last?.note)
        #expect(["spam\0mail", "spam\u{2400}mail"].contains(note), "\(note)")
    }
}
