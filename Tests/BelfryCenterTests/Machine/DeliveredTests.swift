// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@Suite struct DeliveredTests {
    private let completed = RecordedVerdict(.delivered(.completed))

    @Test(arguments: StoreKind.allCases)
    func `replaces the delivered notification of the same identifier`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let first = try fixture.push("score 1") { $0.collapseIdentifier = "score" }
        try fixture.push("score 2") { $0.collapseIdentifier = "score" }
        try fixture.center.pump()
        #expect(try fixture.delivered() == ["score 2"])
        #expect(try fixture.entry(first)?.state == .collapsed)
        #expect(try fixture.buried() == [.collapsed])
    }

    @Test(arguments: StoreKind.allCases)
    func `never replaces a newer notification by an older one`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let slow = try fixture.push("slow", isMutable: true) { $0.collapseIdentifier = "score" }
        try fixture.push("quick", isMutable: true) { $0.collapseIdentifier = "score" }
        try fixture.center.pump()
        try fixture.complete(1)
        try fixture.complete(0)
        #expect(try fixture.delivered() == ["quick"])
        #expect(try fixture.entry(slow)?.state == .collapsed)
    }

    @Test(arguments: StoreKind.allCases)
    func `shows no older notification once the user has removed the newer one`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let slow = try fixture.push("0:1", isMutable: true) { $0.collapseIdentifier = "score" }
        let quick = try fixture.push("2:1", isMutable: true) { $0.collapseIdentifier = "score" }
        try fixture.center.pump()
        try fixture.complete(1)
        try fixture.center.perform { turn in
            _ = try turn.removeDelivered(["score"], of: CenterFixture.app)
        }
        try fixture.complete(0)
        #expect(try fixture.delivered().isEmpty)
        #expect(try fixture.entry(slow)?.state == .collapsed)
        #expect(try fixture.entry(quick)?.state == .removed)
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `what an extension adds does not hide the one that it is asked about`(
        _ kind: StoreKind,
        _ removes: Bool
    ) throws {
        let fixture = try CenterFixture(kind)
        let asked = try fixture.push("alarm", isMutable: true) { $0.collapseIdentifier = "alarm" }
        try fixture.center.pump()
        try fixture.center.perform {
            _ = try $0.answer(.add(.titled("alarm")), of: CenterFixture.app)
        }
        try fixture.center.pump()
        #expect(try fixture.delivered() == ["Local alarm"])
        if removes {
            try fixture.center.perform {
                _ = try $0.answer(.removeDelivered(["alarm"]), of: CenterFixture.app)
            }
        }
        try fixture.complete(title: "Fire")
        #expect(try fixture.delivered() == ["Fire"])
        #expect(try fixture.entry(asked)?.state == .presented)
        #expect(try fixture.entry(asked + 1)?.state == (removes ? .removed : .collapsed))
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `lets an extension collapse where the app may`(_ kind: StoreKind, _ may: Bool) throws {
        let fixture = try CenterFixture(kind) { $0.mayCollapse = may }
        try fixture.push("first") { $0.collapseIdentifier = "chat" }
        try fixture.push("second", isMutable: true)
        try fixture.center.pump()
        let content = fixture.engine.running[0].content
        try fixture.finish(
            ExtensionOutcome(.content(content, completed), collapseIdentifier: "chat")
        )
        #expect(try fixture.delivered() == (may ? ["second"] : ["first", "second"]))
    }

    @Test(arguments: StoreKind.allCases)
    func `removes delivered notifications by identifier, with a tombstone of each`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        for name in ["a", "b", "c"] { try fixture.push(name) }
        try fixture.center.pump()
        let removed = try fixture.center.perform { turn in
            try turn.removeDelivered(["a", "c", "x"], of: CenterFixture.app)
        }
        #expect(removed == ["a", "c"])
        #expect(try fixture.delivered() == ["b"])
        #expect(try fixture.buried() == [.removedByApp, .removedByApp])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a missed notification listed until it is seen and removed`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("missed")
        try fixture.center.pump()
        try fixture.restart()
        #expect(try fixture.delivered() == ["missed"])
        try fixture.center.perform { try $0.markSeen([sequence]) }
        let seen = try #require(try fixture.entry(sequence))
        #expect(seen.state == .seen)
        #expect(seen.detail.seen == CenterFixture.noon)
        #expect(try fixture.delivered() == ["missed"])
    }

    @Test(arguments: StoreKind.allCases)
    func `sets the badge of a content, and leaves it alone without one`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        var content = NotificationContent(title: "mail", badge: 4)
        try fixture.add(NotificationRequest(identifier: "1", content: content))
        content.badge = nil
        try fixture.add(NotificationRequest(identifier: "2", content: content))
        try fixture.center.pump()
        #expect(try fixture.installed().badge == 4)
        content = NotificationContent(badge: 0)
        try fixture.add(NotificationRequest(identifier: "3", content: content))
        try fixture.center.pump()
        #expect(try fixture.installed().badge == 0)
        #expect(try fixture.delivered().count == 2)
        let error = try #require(throws: CenterError.self) {
            try fixture.center.perform { try $0.setBadge(-1, of: CenterFixture.app) }
        }
        #expect(error.code == .invalidBadge)
    }

    @Test(arguments: StoreKind.allCases)
    func `groups by thread, and writes the category's summary under the newest`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let category = NotificationCategory(
            identifier: "chat",
            categorySummaryFormat: "%u more messages from %@"
        )
        try fixture.center.perform { turn in
            try turn.setCategories([category], for: CenterFixture.app)
            for (name, count) in [("Ann", 1), ("Bob", 2), ("Ann", 1)] {
                var content = NotificationContent(title: name, categoryIdentifier: "chat")
                content.threadIdentifier = "family"
                content.summaryArgument = name
                content.summaryArgumentCount = count
                let identifier = "\(turn.now.milliseconds) \(name) \(count) \(content.title)"
                let request = NotificationRequest(identifier: identifier, content: content)
                try turn.add([request], for: CenterFixture.app)
            }
            try turn.add(
                [.init(identifier: "x", content: .init(title: "x"))],
                for: CenterFixture.app
            )
        }
        try fixture.center.pump()
        let groups = try fixture.center.read { try $0.groups(of: CenterFixture.app) }
        #expect(groups.map(\.thread) == ["", "family"])
        #expect(groups[0].summary == "")
        #expect(groups[1].summary == "2 more messages from Bob")
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.grouping = .byApp }
        }
        let all = try fixture.center.read { try $0.groups(of: CenterFixture.app) }
        #expect(all.map(\.thread) == [""])
        #expect(all.map(\.sequences.count) == [3])
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.grouping = .off }
        }
        let single = try fixture.center.read { try $0.groups(of: CenterFixture.app) }
        #expect(single.map(\.thread) == ["", "family", "family"])
        #expect(single.allSatisfy { $0.sequences.count == 1 && $0.summary.isEmpty })
    }

    @Test(arguments: StoreKind.allCases)
    func `a summary is short, whatever its format and its senders say`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        // As an earlier version has stored it.
        let format = "%u of %@: " + String(repeating: "%@", count: 60_000)
        let category = NotificationCategory(identifier: "c", categorySummaryFormat: format)
        let marks = String(repeating: "\u{301}", count: 2000)
        try fixture.center.perform { turn in
            let set = CategorySet(version: 1, categories: [category])
            try turn.transaction.put(set, for: CenterFixture.app)
            for number in 1...20 {
                var content = NotificationContent(title: "x", categoryIdentifier: "c")
                content.summaryArgument = number == 19 ? "e\(marks)" : "\(number) %u %@ \(marks)"
                let request = NotificationRequest(identifier: "\(number)", content: content)
                try turn.add([request], for: CenterFixture.app)
            }
        }
        try fixture.center.pump()
        let groups = try fixture.center.read { try $0.groups(of: CenterFixture.app) }
        let summary = try #require(groups.first?.summary)
        #expect(groups.count == 1 && summary.utf8.count <= ThreadGroup.summaryByteLimit)
        #expect(summary.unicodeScalars.starts(with: "19 of e\u{301}".unicodeScalars))
        // Each sender has a part of it, and what it says is no format.
        #expect(summary.contains("18 %u %@"))
        #expect(summary.unicodeScalars.last == "…")
    }

    @Test func `a hidden preview is short, whatever its category says`() {
        let placeholder = String(repeating: "%u", count: 60_000)
        let category = NotificationCategory(
            identifier: "c",
            hiddenPreviewsBodyPlaceholder: placeholder
        )
        var content = NotificationContent(title: "x", body: "y")
        content.summaryArgumentCount = .max
        let hidden = content.hidingPreview(by: category)
        #expect(hidden.body.hasPrefix("\(Int.max)%u%u"))
        #expect(hidden.body.utf8.count < 1100)
    }

    @Test(arguments: StoreKind.allCases)
    func `a summary counts no further than a number goes`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        for name in ["a", "b", "c"] {
            var content = NotificationContent(title: name)
            content.summaryArgumentCount = .max
            try fixture.add(NotificationRequest(identifier: name, content: content))
        }
        try fixture.center.pump()
        let groups = try fixture.center.read { try $0.groups(of: CenterFixture.app) }
        #expect(groups.map(\.summary) == ["\(Int.max) more notifications"])
    }

    @Test(arguments: StoreKind.allCases)
    func `holds quiet ones for the summary, and lets urgent ones pass`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind) { $0.hasTimeSensitiveEntitlement = true }
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .enabled }
            try turn.changeDevice { $0.summaryMinutes = [8 * 60, 18 * 60] }
        }
        let held = try fixture.push("held")
        try fixture.center.perform { turn in
            let urgent = try PushArrival.alert(
                CenterFixture.app,
                "urgent",
                title: "urgent",
                isMutable: false,
                level: "time-sensitive"
            )
            _ = try turn.accept(urgent)
        }
        try fixture.center.pump()
        #expect(try fixture.delivered() == ["urgent"])
        #expect(try fixture.entry(held)?.held == CenterFixture.noon + 6 * 3_600_000)
        #expect(try fixture.center.nextWake() == CenterFixture.noon + 6 * 3_600_000)
        try fixture.restart()
        try fixture.advance(seconds: 6 * 3600)
        #expect(try fixture.delivered() == ["held", "urgent"])
    }

    /// Adds requests with their relevance scores.
    private static func add(_ scores: [(String, Double)], in turn: inout Turn) throws {
        for (name, score) in scores {
            var content = NotificationContent(title: name)
            content.relevanceScore = score
            let request = NotificationRequest(identifier: name, content: content)
            try turn.add([request], for: CenterFixture.app)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a summary features the most relevant of each app`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .enabled }
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
            try Self.add([("a", 0.2), ("b", 0.9), ("c", 0.9), ("d", 0)], in: &turn)
        }
        try fixture.center.pump()
        #expect(try fixture.delivered().isEmpty)
        try fixture.advance(seconds: 6 * 3600)
        let shown = try fixture.center.read { try $0.delivered(of: CenterFixture.app) }
        #expect(
            shown.map { $0.detail.presentation?.rules } == [
                ["summary"], ["summary"], ["featured"], ["summary"],
            ]
        )
    }

    @Test(arguments: StoreKind.allCases)
    func `lists a summary by relevance, between what came before and after`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
            try Self.add([("before", 1)], in: &turn)
        }
        try fixture.center.pump()
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .enabled }
            try Self.add([("a", 0.2), ("b", 0.9), ("c", 0.9), ("d", 0)], in: &turn)
        }
        try fixture.center.pump()
        try fixture.advance(seconds: 6 * 3600)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .disabled }
            try Self.add([("after", 0)], in: &turn)
        }
        try fixture.center.pump()
        let titles = try fixture.center.read { turn in
            let group = try turn.groups(of: CenterFixture.app)[0]
            return try group.sequences.map { try turn.entry($0).shown.title }
        }
        #expect(titles == ["after", "c", "b", "a", "d", "before"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a summary features one that shows something, and is not replaced`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .enabled }
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
            let rows: [(String, String, Double)] = [
                ("badge", "", 1), ("score", "old", 0.9), ("other", "other", 0.5),
                ("score", "new", 0.1), ("last", "last", 0.4),
            ]
            for (identifier, title, score) in rows {
                var content = NotificationContent(title: title)
                content.badge = title.isEmpty ? 3 : nil
                content.relevanceScore = score
                let request = NotificationRequest(identifier: identifier, content: content)
                try turn.add([request], for: CenterFixture.app)
            }
        }
        try fixture.center.pump()
        try fixture.advance(seconds: 6 * 3600)
        let shown = try fixture.center.read { try $0.delivered(of: CenterFixture.app) }
        #expect(shown.map(\.shown.title) == ["other", "new", "last"])
        #expect(
            shown.map { $0.detail.presentation?.rules } == [["featured"], ["summary"], ["summary"]]
        )
    }

    @Test(arguments: StoreKind.allCases)
    func `features one though a summary takes several transactions`(_ kind: StoreKind) throws {
        var policy = CenterPolicy()
        policy.batch = 2
        let fixture = try CenterFixture(kind, policy: policy)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .enabled }
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
            try Self.add([("a", 0.2), ("b", 0.9), ("c", 0.1), ("d", 0.3), ("e", 0.5)], in: &turn)
        }
        try fixture.center.pump()
        try fixture.advance(seconds: 6 * 3600)
        let shown = try fixture.center.read { try $0.delivered(of: CenterFixture.app) }
        let rules = shown.map { $0.detail.presentation?.rules ?? [] }
        #expect(rules == [["summary"], ["featured"], ["summary"], ["summary"], ["summary"]])
    }

    @Test(arguments: StoreKind.allCases)
    func `a summary features none that was replaced while it waited`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind) { $0.hasTimeSensitiveEntitlement = true }
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) {
                $0.scheduledDelivery = .enabled
                $0.timeSensitive = .enabled
            }
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
            for (name, score, isUrgent) in [("x", 0.9, false), ("y", 0.1, false), ("x", 0, true)] {
                var content = NotificationContent(title: isUrgent ? "urgent" : name)
                content.relevanceScore = score
                if isUrgent { content.interruptionLevel = .timeSensitive }
                let request = NotificationRequest(identifier: name, content: content)
                try turn.add([request], for: CenterFixture.app)
            }
        }
        try fixture.center.pump()
        #expect(try fixture.delivered() == ["urgent"])
        try fixture.advance(seconds: 6 * 3600)
        let shown = try fixture.center.read { try $0.delivered(of: CenterFixture.app) }
        #expect(shown.map(\.shown.title) == ["y", "urgent"])
        #expect(shown.first?.detail.presentation?.rules == ["featured"])
    }

    @Test(arguments: StoreKind.allCases)
    func `what need not wait any more is in no summary`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .enabled }
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
            let content = NotificationContent(title: "a")
            let request = NotificationRequest(identifier: "a", content: content)
            try turn.add([request], for: CenterFixture.app)
        }
        try fixture.center.pump()
        #expect(try fixture.delivered().isEmpty)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .disabled }
        }
        let shown = try fixture.center.read { try $0.delivered(of: CenterFixture.app) }
        #expect(shown.map(\.detail.summary) == [nil])
        #expect(shown.map { $0.detail.presentation?.rules } == [[]])
    }

    @Test(arguments: StoreKind.allCases)
    func `gives the newest first, before a number and of one app`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        for number in 1...5 { try fixture.push("\(number)") }
        try fixture.center.pump()
        let newest = try fixture.center.read { turn in
            try [nil, 4].map { before in
                try turn.transaction.newestEntries(
                    of: CenterFixture.app,
                    in: EntryState.delivered,
                    before: before,
                    limit: 2
                ).map(\.sequence)
            }
        }
        #expect(newest == [[5, 4], [3, 2]])
        #expect(
            try fixture.center.read { turn in
                try turn.transaction.newestEntries(
                    of: "org.example.other",
                    in: Set(EntryState.allCases),
                    before: nil,
                    limit: 9
                )
            }.isEmpty
        )
    }

    @Test(arguments: StoreKind.allCases)
    func `counts what each app has in the list, and what of it is unread`(_ kind: StoreKind) throws
    {
        let fixture = try CenterFixture(kind)
        func counts() throws -> [String: ListedCount] {
            try fixture.center.read { try $0.transaction.listedCounts() }
        }
        #expect(try counts().isEmpty)
        try fixture.center.perform { turn in
            try turn.install(CenterApp(identifier: "com.example.silent"))
        }
        let sequences = try (1...4).map { try fixture.push("\($0)") }
        #expect(try counts().isEmpty)
        try fixture.center.pump()
        #expect(try counts() == [CenterFixture.app: ListedCount(total: 4, unread: 4)])
        try fixture.center.perform { turn in
            try turn.markSeen([sequences[0]])
            try turn.removeDelivered(sequences[3])
        }
        #expect(try counts() == [CenterFixture.app: ListedCount(total: 3, unread: 2)])
    }

    @Test(arguments: StoreKind.allCases)
    func `knows the last event that there was`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let before = try fixture.center.read { try $0.transaction.lastCursor() }
        try fixture.push("1")
        let events = try fixture.center.read { turn in
            try turn.transaction.events(after: before, limit: .max)
        }
        let after = try fixture.center.read { try $0.transaction.lastCursor() }
        #expect(events.last?.cursor == after)
        try fixture.center.perform { turn in
            try turn.transaction.trimEvents(
                through: after,
                before: CenterFixture.noon + 1_000_000,
                beyond: .max
            )
        }
        #expect(try fixture.center.read { try $0.transaction.lastCursor() } == after)
    }

    @Test(arguments: StoreKind.allCases)
    func `forgets the beginning of the log alone when the clock was set back`(
        _ kind: StoreKind
    )
        throws
    {
        let fixture = try CenterFixture(kind)
        try fixture.push("1")
        fixture.clock.set(CenterFixture.noon + -200 * 86_400_000)
        try fixture.push("2")
        fixture.clock.set(CenterFixture.noon)
        try fixture.push("3")
        func cursors() throws -> [Int] {
            try fixture.center.read {
                try $0.transaction.events(after: 0, limit: .max).map(\.cursor)
            }
        }
        func trim(before time: UnixTime) throws {
            try fixture.center.perform { turn in
                try turn.transaction.trimEvents(through: .max, before: time, beyond: .max)
            }
        }
        let all = try cursors()
        #expect(all == Array(1...all.count))
        try trim(before: CenterFixture.noon + -30 * 86_400_000)
        #expect(try cursors() == all)
        try trim(before: CenterFixture.noon + 1)
        #expect(try cursors().isEmpty)
    }
}
