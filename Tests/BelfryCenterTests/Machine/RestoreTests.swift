// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryReport
import CenterSimulation
import Testing

/// Notifications that the user dismissed, and has back.
@Suite struct RestoreTests {
    private static let file = "/store/ab/cd.png"

    private func add(_ name: String, file: String? = nil, to fixture: CenterFixture) throws {
        var content = NotificationContent(title: name)
        if let file {
            content.attachments = [
                NotificationAttachment(
                    identifier: "picture",
                    typeIdentifier: "public.png",
                    url: file,
                    byteCount: 3
                )
            ]
        }
        try fixture.add(NotificationRequest(identifier: name, content: content))
        try fixture.center.pump()
    }

    private func dismiss(_ sequence: Int, by fixture: CenterFixture) throws {
        let action = UserResponse.dismissal
        try fixture.center.perform { _ = try $0.respond(to: sequence, action) }
    }

    private func restore(_ sequence: Int, by fixture: CenterFixture) throws {
        try fixture.center.perform { try $0.restore(sequence) }
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `puts a dismissed notification back as it was, without showing it again`(
        _ kind: StoreKind,
        _ isSeen: Bool
    ) throws {
        let fixture = try CenterFixture(kind)
        let first = try fixture.push("first")
        let second = try fixture.push("second")
        try fixture.center.pump()
        if isSeen { try fixture.center.perform { try $0.markSeen([first]) } }
        let before = try fixture.entry(first)
        fixture.clock.advance(milliseconds: 60_000)
        try dismiss(first, by: fixture)
        #expect(try fixture.entry(first)?.isRestorable == true)
        try fixture.center.perform { try $0.removeDelivered(second) }
        #expect(try fixture.delivered().isEmpty)
        // Twice: what is back can be dismissed again.
        for _ in 1...2 {
            try restore(first, by: fixture)
            #expect(try fixture.entry(first) == before)
            #expect(try fixture.delivered() == ["first"])
            #expect(throws: CenterError.self) { try restore(first, by: fixture) }
            try dismiss(first, by: fixture)
        }
        try restore(second, by: fixture)
        #expect(try fixture.delivered() == ["second"])
        #expect(try fixture.events(.presented).count == 2)
        #expect(try fixture.events(.restored).map(\.sequence) == [first, first, second])
    }

    @Test(arguments: StoreKind.allCases)
    func `gives back nothing that was answered, or that its app took away`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        for name in ["opened", "replied", "withdrawn"] { try fixture.push(name) }
        try fixture.center.pump()
        try fixture.center.perform { turn in
            _ = try turn.respond(to: 1, UserResponse.opening)
            _ = try turn.respond(to: 2, "reply", text: "yes")
            try turn.removeDelivered(["withdrawn"], of: CenterFixture.app)
        }
        for sequence in 1...3 {
            #expect(try fixture.entry(sequence)?.isRestorable == false)
            let error = try #require(throws: CenterError.self) {
                try restore(sequence, by: fixture)
            }
            #expect(error.code == .wrongState)
        }
        #expect(try fixture.delivered().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves a newer one of its identifier its place, and takes an older one's`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        for number in 1...3 {
            try fixture.push("score \(number)") { $0.collapseIdentifier = "score" }
            try fixture.center.pump()
            if number < 3 { try dismiss(number, by: fixture) }
        }
        let error = try #require(throws: CenterError.self) { try restore(1, by: fixture) }
        #expect(error.code == .wrongState && error.message.contains("notification 3"))
        try dismiss(3, by: fixture)
        try restore(1, by: fixture)
        try restore(2, by: fixture)
        #expect(try fixture.delivered() == ["score 2"])
        #expect(try fixture.entry(1)?.state == .collapsed)
    }

    /// A fixture with a notification that its extension has dropped, of the identifier `score`.
    private func makeDropped(_ kind: StoreKind) throws -> (fixture: CenterFixture, sequence: Int) {
        let fixture = try CenterFixture(kind) { $0.mayDrop = true }
        let sequence = try fixture.push("dropped", isMutable: true) {
            $0.collapseIdentifier = "score"
            $0.attachments = [
                NotificationAttachment(
                    identifier: "picture",
                    typeIdentifier: "public.png",
                    url: Self.file,
                    byteCount: 3
                )
            ]
        }
        try fixture.center.pump()
        try fixture.finish(ExtensionOutcome(.drop(reason: "blocked")))
        return (fixture, sequence)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a dropped one while a newer one of its identifier is in the list`(
        _ kind: StoreKind
    ) throws {
        let (fixture, dropped) = try makeDropped(kind)
        let newer = try fixture.push("newer") { $0.collapseIdentifier = "score" }
        try fixture.center.pump()
        let before = try fixture.entry(dropped)
        let error = try #require(throws: CenterError.self) { try restore(dropped, by: fixture) }
        #expect(error.code == .wrongState && error.message.contains("notification \(newer)"))
        #expect(try fixture.entry(dropped) == before)
        #expect(fixture.engine.freed.isEmpty)
        #expect(try fixture.delivered() == ["newer"])
        try dismiss(newer, by: fixture)
        try restore(dropped, by: fixture)
        #expect(try fixture.delivered() == ["dropped"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a dropped one that its app in front lets nobody see`(_ kind: StoreKind) throws {
        let (fixture, dropped) = try makeDropped(kind)
        func bring(_ app: String?) throws {
            try fixture.center.perform { turn in
                try turn.changeDevice { $0.foregroundApp = app }
            }
        }
        try bring(CenterFixture.app)
        let before = try fixture.entry(dropped)
        let error = try #require(throws: CenterError.self) { try restore(dropped, by: fixture) }
        #expect(error.code == .wrongState && error.message.contains("--foreground none"))
        #expect(try fixture.entry(dropped) == before)
        #expect(fixture.engine.freed.isEmpty && before?.isRestorable == true)
        try bring(nil)
        try restore(dropped, by: fixture)
        #expect(try fixture.delivered() == ["dropped"])
    }

    private struct Asking: AppAsking {
        func ask(_ app: String, about sequence: Int) {}
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `keeps a restored one that is not shown after all`(
        _ kind: StoreKind,
        _ isReplaced: Bool
    ) throws {
        let (fixture, dropped) = try makeDropped(kind)
        let center = Center(
            store: fixture.store,
            clock: fixture.clock,
            engine: fixture.engine,
            apps: Asking()
        )
        let newer = try fixture.push("newer") { $0.collapseIdentifier = "score" }
        let app = CenterFixture.app
        try center.perform { turn in
            try turn.changeDevice { $0.foregroundApp = app }
            _ = try turn.claim(newer)
            try turn.restore(dropped)
            #expect(try turn.asked(of: app).map(\.sequence) == [dropped, newer])
            if isReplaced {
                let answered = try turn.answerPresentation(of: newer, by: app, .surfaces([.list]))
                #expect(answered)
            }
            let answer = ForegroundAnswer.surfaces(isReplaced ? [.list] : [.sound])
            #expect(try turn.answerPresentation(of: dropped, by: app, answer))
            if !isReplaced { _ = try turn.answerPresentation(of: newer, by: app, .late) }
        }
        let entry = try #require(try fixture.entry(dropped))
        #expect(entry.state == .dropped && entry.isRestorable)
        #expect(entry.detail.reason == (isReplaced ? "collapsed" : "notListed"))
        #expect(fixture.engine.freed.isEmpty)
        #expect(try fixture.events(.presented).map(\.sequence) == [newer])
        try center.perform { turn in
            try turn.changeDevice { $0.foregroundApp = nil }
            try turn.removeDelivered(nil, of: app)
            try turn.restore(dropped)
        }
        #expect(try fixture.delivered() == ["dropped"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the picture of a dismissed one, which owns it again when it is back`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        func owned() throws -> Set<String> {
            try fixture.center.read { try $0.transaction.ownedFiles() }
        }
        try add("pictured", file: Self.file, to: fixture)
        try add("of the same sender", file: Self.file, to: fixture)
        try dismiss(1, by: fixture)
        #expect(try owned() == [Self.file])
        try fixture.center.perform { _ = try $0.respond(to: 2, UserResponse.opening) }
        // The store may take its room, and nothing else does.
        #expect(try owned().isEmpty)
        #expect(fixture.engine.freed.isEmpty)
        try restore(1, by: fixture)
        #expect(try owned() == [Self.file])
        try fixture.center.perform { _ = try $0.respond(to: 1, UserResponse.opening) }
        #expect(fixture.engine.freed == [Self.file])
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `frees the picture once the dismissed one is forgotten`(
        _ kind: StoreKind,
        _ isRemoved: Bool
    ) throws {
        let fixture = try CenterFixture(kind)
        try add("pictured", file: Self.file, to: fixture)
        try dismiss(1, by: fixture)
        if isRemoved {
            try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        } else {
            fixture.clock.advance(milliseconds: 31 * 86_400_000)
            #expect(try fixture.center.perform { try $0.prune() } == 1)
        }
        #expect(fixture.engine.freed == [Self.file])
    }

    @Test(arguments: StoreKind.allCases)
    func `frees what a dismissed one owned and does not show`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("heard", isMutable: true)
        try fixture.center.pump()
        let work = fixture.engine.take(0)
        let verdict = RecordedVerdict(.delivered(.completed))
        try fixture.center.finish(
            work.lease,
            ExtensionOutcome(.content(work.content, verdict), files: ["/store/sound.caf"])
        )
        try dismiss(sequence, by: fixture)
        #expect(fixture.engine.freed == ["/store/sound.caf"])
    }
}
