// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@Suite struct CategoryTests {
    private func category(_ identifier: String) -> NotificationCategory {
        NotificationCategory(
            identifier: identifier,
            actions: [NotificationAction(identifier: "rotate", title: "Rotate 20°")],
            options: [.customDismissAction]
        )
    }

    @Test(arguments: StoreKind.allCases)
    func `replaces all categories by the new set`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let set = try fixture.center.perform { turn in
            try turn.setCategories([category("red"), category("green")], for: CenterFixture.app)
            try turn.setCategories([category("blue")], for: CenterFixture.app)
            return try turn.transaction.categories(of: CenterFixture.app)
        }
        #expect(set == CategorySet(version: 2, categories: [category("blue")]))
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses a set that was made from an older version`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            _ = try turn.setCategories([category("red")], for: CenterFixture.app, ifVersion: 0)
        }
        let error = try #require(throws: CenterError.self) {
            try fixture.center.perform { turn in
                try turn.setCategories([], for: CenterFixture.app, ifVersion: 0)
            }
        }
        #expect(error.code == .conflict)
        #expect(error.message.contains("at version 1, not 0"))
        let kept = try fixture.center.read {
            try $0.transaction.categories(of: CenterFixture.app)
        }
        #expect(kept.categories == [category("red")])
    }

    @Test(arguments: StoreKind.allCases)
    func `an extension changes no category that the app changes during its run`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        func set(_ names: String...) throws {
            try fixture.center.perform { turn in
                _ = try turn.setCategories(names.map(category), for: CenterFixture.app)
            }
        }
        try set("old", "gone")
        try fixture.push("first", isMutable: true)
        try fixture.center.pump()
        let work = fixture.engine.running[0]
        #expect(work.categories.map(\.identifier) == ["old", "gone"])
        try set("old", "gone", "app's")
        let wanted = [category("old"), category("extension's")]
        try fixture.finish(
            ExtensionOutcome(
                .content(work.content, RecordedVerdict(.delivered(.completed))),
                categories: CategoryChange(from: work.categories, to: wanted)
            )
        )
        func known() throws -> CategorySet {
            try fixture.center.read { try $0.transaction.categories(of: CenterFixture.app) }
        }
        #expect(try known().categories.map(\.identifier) == ["old", "app's", "extension's"])
        // Too many of both are no reason to lose the run.
        try fixture.push("second", isMutable: true)
        try fixture.center.pump()
        try fixture.center.perform { turn in
            let many = (0..<CategorySet.limit).map { category("\($0)") }
            _ = try turn.setCategories(many, for: CenterFixture.app)
        }
        try fixture.finish(
            ExtensionOutcome(
                .content(work.content, RecordedVerdict(.delivered(.completed))),
                categories: CategoryChange(from: [], to: [category("late")])
            )
        )
        #expect(try known().categories.count == CategorySet.limit)
        #expect(try known().category("late") == nil)
        #expect(try fixture.delivered().count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `puts an extension's categories in force before its notification`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("first", isMutable: true)
        try fixture.center.pump()
        let content = fixture.engine.running[0].content
        try fixture.finish(
            ExtensionOutcome(
                .content(content, RecordedVerdict(.delivered(.completed))),
                categories: CategoryChange(from: [], to: [category("late")])
            )
        )
        let shown = try fixture.center.read { turn in
            (try turn.transaction.categories(of: CenterFixture.app).category("late"))
        }
        #expect(shown == category("late"))
        #expect(try fixture.entry(sequence)?.state == .presented)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the buttons that pushes bring when the app sets its own`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("message") { push in
            var payload: JSONObject = ["aps": ["alert": "x", "category": "ntfy.1"]]
            payload["text"] = "x"
            guard let parsed = try? PushPayload.parse(payload.serialized(), limit: .standard) else {
                return
            }
            push.payload = parsed
            push.category = category("ntfy.1")
        }
        try fixture.center.pump()
        try fixture.center.perform { turn in
            try turn.setCategories([category("red")], for: CenterFixture.app, ifVersion: 0)
            try turn.mergeCategories(
                [category("blue")],
                removing: ["ntfy.1"],
                for: CenterFixture.app
            )
        }
        try fixture.restart()
        let (actions, set, told) = try fixture.center.perform { turn in
            let entry = try turn.entry(sequence)
            return (
                try turn.actions(of: entry),
                try turn.transaction.categories(of: CenterFixture.app),
                try turn.answer(.categories, of: CenterFixture.app)
            )
        }
        #expect(actions.map(\.identifier) == ["rotate"])
        // The app knows nothing of them, and its version is of its own ones.
        #expect(set.version == 2)
        #expect(set.categories == [category("red"), category("blue")])
        #expect(set.all.map(\.identifier) == ["red", "blue", "ntfy.1"])
        let own = CenterReply(list: set.categories.map { $0.document.serialized() })
        #expect(told.document == own.document)
        // What the app has under that identifier goes before.
        try fixture.center.perform { turn in
            let own = NotificationCategory(identifier: "ntfy.1")
            try turn.setCategories([own], for: CenterFixture.app)
        }
        #expect(try fixture.center.read { try $0.actions(of: try $0.entry(sequence)) }.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the last sets of buttons that pushes brought, and none of what is refused`(
        _ kind: StoreKind
    ) throws {
        var policy = CenterPolicy()
        policy.delayedLimit = 0
        let fixture = try CenterFixture(kind, policy: policy)
        func brought() throws -> [String] {
            try fixture.center.read {
                try $0.transaction.categories(of: CenterFixture.app).brought.map(\.identifier)
            }
        }
        let full = (0..<CategorySet.limit).map { category("\($0)") }
        try fixture.center.perform { _ = try $0.setCategories(full, for: CenterFixture.app) }
        func push(_ name: String, _ set: String, isDelayed: Bool = false) throws {
            try fixture.push(name) {
                $0.category = category(set)
                if isDelayed { $0.due = CenterFixture.noon + 60_000 }
            }
        }
        for number in 1...16 { try push("push \(number)", "set \(number)") }
        // One that is used again counts anew; a repeated push uses nothing.
        try push("again", "set 1")
        try push("push 3", "set 3")
        try push("last", "set 17")
        #expect(throws: CenterError.self) { try push("refused", "set 18", isDelayed: true) }
        #expect(try brought() == (3...16).map { "set \($0)" } + ["set 1", "set 17"])
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses a format that is too long, and cuts an extension's`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let format = String(repeating: "%@", count: 60_000)
        var long = [category("format"), category("placeholder")]
        long[0].categorySummaryFormat = format
        long[1].hiddenPreviewsBodyPlaceholder = format
        for category in long {
            let error = try #require(throws: CenterError.self) {
                try fixture.center.perform { turn in
                    _ = try turn.setCategories([category], for: CenterFixture.app)
                }
            }
            #expect(error.code == .invalidCategory)
            #expect(error.message.contains("\(category.identifier.quoted) has a"))
            #expect(error.message.contains("120000 bytes, more than the 1024"))
        }
        try fixture.push("first", isMutable: true)
        try fixture.center.pump()
        let content = fixture.engine.running[0].content
        try fixture.finish(
            ExtensionOutcome(
                .content(content, RecordedVerdict(.delivered(.completed))),
                categories: CategoryChange(from: [], to: long)
            )
        )
        let set = try fixture.center.read {
            try $0.transaction.categories(of: CenterFixture.app).categories
        }
        #expect(set.map(\.identifier) == ["format", "placeholder"])
        #expect(set.map(\.excess) == [nil, nil])
        #expect(set[0].categorySummaryFormat.hasPrefix("%@%@"))
        #expect(try fixture.delivered() == ["first"])
    }

    @Test(arguments: StoreKind.allCases)
    func `changes some categories, and leaves the others`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        var red = category("red")
        red.actions = []
        let set = try fixture.center.perform { [red] turn in
            let first = ["red", "green", "blue"].map(category)
            try turn.setCategories(first, for: CenterFixture.app)
            try turn.mergeCategories(
                [category("new"), red],
                removing: ["green", "none"],
                for: CenterFixture.app
            )
            return try turn.transaction.categories(of: CenterFixture.app)
        }
        #expect(
            set == CategorySet(version: 2, categories: [red, category("blue"), category("new")])
        )
        let many = (0..<CategorySet.limit).map { category("\($0)") }
        let error = try #require(throws: CenterError.self) {
            try fixture.center.perform { turn in
                try turn.mergeCategories(many, for: CenterFixture.app)
            }
        }
        #expect(error.code == .limit)
    }
}
