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
                categories: [category("late")]
            )
        )
        let shown = try fixture.center.read { turn in
            (try turn.transaction.categories(of: CenterFixture.app).category("late"))
        }
        #expect(shown == category("late"))
        #expect(try fixture.entry(sequence)?.state == .presented)
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
