// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// Pushes that wait for a time that their senders named, and pushes that bring files.
@Suite struct DelayedPushTests {
    private static func file(_ name: String) -> NotificationAttachment {
        NotificationAttachment(
            identifier: name,
            typeIdentifier: "public.png",
            url: "/store/\(name)",
            byteCount: 1
        )
    }

    private func push(
        _ name: String,
        in fixture: CenterFixture,
        after seconds: Int64?,
        collapse: String? = nil
    ) throws -> Int {
        try fixture.push(name) {
            $0.due = seconds.map { CenterFixture.noon + $0 * 1000 }
            $0.collapseIdentifier = collapse
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `pushes at the time that the sender named, and not before`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let later = try push("later", in: fixture, after: 60)
        try fixture.advance(seconds: 59.999)
        #expect(try fixture.entry(later)?.state == .stored)
        try fixture.restart()
        try fixture.center.pump()
        #expect(try fixture.entry(later)?.state == .stored)
        try fixture.advance(seconds: 0.001)
        #expect(try fixture.delivered() == ["later"])
        #expect(try fixture.entry(later)?.detail.late == nil)
        #expect(try fixture.events(.forwarded).map(\.sequence) == [later])
    }

    @Test(arguments: StoreKind.allCases)
    func `asks the extension when a delayed push is due`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        _ = try fixture.push("later", isMutable: true) { $0.due = CenterFixture.noon + 10_000 }
        try fixture.center.pump()
        #expect(fixture.engine.running.isEmpty)
        try fixture.advance(seconds: 10)
        try fixture.complete(title: "changed")
        #expect(try fixture.delivered() == ["changed"])
    }

    @Test(arguments: StoreKind.allCases)
    func `delivers at once what was due before it came`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        _ = try push("past", in: fixture, after: -10)
        _ = try push("now", in: fixture, after: 0)
        try fixture.center.pump()
        #expect(try fixture.delivered() == ["past", "now"])
    }

    @Test(arguments: StoreKind.allCases)
    func `says that a push came late whose time nobody watched`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try push("later", in: fixture, after: 60)
        fixture.clock.advance(milliseconds: 3_600_000)
        try fixture.restart()
        try fixture.advance(seconds: 0)
        let late = try fixture.entry(sequence)?.detail.late
        #expect(late == .init(due: CenterFixture.noon + 60_000, missed: 1))
        #expect(try fixture.delivered() == ["later"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps to the time that was named when the clock is set`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try push("later", in: fixture, after: 3600)
        fixture.clock.set(CenterFixture.noon + -7_200_000)
        try fixture.advance(seconds: 7200 + 3599)
        #expect(try fixture.entry(sequence)?.state == .stored)
        fixture.clock.set(CenterFixture.noon + 3_600_000)
        try fixture.advance(seconds: 0)
        #expect(try fixture.delivered() == ["later"])
    }

    @Test(arguments: StoreKind.allCases)
    func `has a newer push take the place of a delayed one of its identifier`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let first = try push("first", in: fixture, after: 60, collapse: "a")
        let other = try push("other", in: fixture, after: 60, collapse: "b")
        let second = try push("second", in: fixture, after: 120, collapse: "a")
        #expect(try fixture.entry(first)?.state == .collapsed)
        #expect(try fixture.buried() == [.superseded])
        _ = try push("at once", in: fixture, after: nil, collapse: "b")
        #expect(try fixture.entry(other)?.state == .collapsed)
        // The same one, come again, takes nobody's place.
        _ = try push("second", in: fixture, after: 120, collapse: "a")
        #expect(try fixture.entry(second)?.state == .stored)
        try fixture.advance(seconds: 120)
        #expect(try fixture.delivered() == ["second", "at once"])
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves a delayed push its place when an older one comes again`(_ kind: StoreKind) throws {
        var policy = CenterPolicy()
        policy.delayedLimit = 1
        let fixture = try CenterFixture(kind, policy: policy)
        let first = try push("first", in: fixture, after: nil, collapse: "a")
        try fixture.center.pump()
        let later = try push("later", in: fixture, after: 60, collapse: "a")
        #expect(try push("first", in: fixture, after: nil, collapse: "a") == first)
        #expect(try fixture.entry(later)?.state == .stored)
        #expect(try fixture.buried().isEmpty)
        // Nor does one that came before need room.
        #expect(try push("later", in: fixture, after: 60, collapse: "a") == later)
        #expect(try push("later", in: fixture, after: 60) == later)
        #expect(try fixture.events(.duplicate).count == 3)
        try fixture.advance(seconds: 60)
        #expect(try fixture.delivered() == ["later"])
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses more bytes of one app's delayed pushes than there may be`(
        _ kind: StoreKind
    ) throws {
        var policy = CenterPolicy()
        policy.delayedByteLimit = 20_000
        let fixture = try CenterFixture(kind, policy: policy)
        func push(_ name: String, _ byteCount: Int, collapse: String? = nil) throws {
            try fixture.push(name) { push in
                let text = JSONValue.string(String(repeating: "x", count: byteCount))
                let object: JSONObject = ["aps": ["alert": "x"], "text": text]
                let bytes = object.serialized()
                if let payload = try? PushPayload.parse(
                    bytes,
                    limit: PayloadLimit(byteCount: 30_000)
                ) {
                    push.payload = payload
                }
                push.due = CenterFixture.noon + 60_000
                push.collapseIdentifier = collapse
            }
        }
        try push("0", 9_000, collapse: "a")
        try push("1", 9_000)
        #expect {
            try push("2", 9_000)
        } throws: {
            ($0 as? CenterError)?.code == .limit
        }
        // One that takes another's place has its room.
        try push("3", 9_000, collapse: "a")
        let size = try fixture.center.read { turn in
            (
                try turn.transaction.delayedSize(of: CenterFixture.app),
                try turn.transaction.delayedSize(of: "com.example.other")
            )
        }
        #expect(size.0.entryCount == 2 && (18_000...20_000).contains(size.0.byteCount))
        #expect(size.1 == LedgerSize(entryCount: 0, byteCount: 0))
        try fixture.advance(seconds: 60)
        try push("4", 9_000)
        #expect(try fixture.delivered().count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves delayed pushes alone when a device goes off and on`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequences = try (0..<3).map { try push("\($0)", in: fixture, after: 60) }
        for isOnline in [false, true] {
            try fixture.center.perform {
                _ = try $0.changeDevice(PushDevice.main, isOnline: isOnline, power: nil)
            }
            try fixture.advance(seconds: 0)
        }
        for sequence in sequences { #expect(try fixture.entry(sequence)?.state == .stored) }
        try fixture.advance(seconds: 60)
        #expect(try fixture.delivered() == ["0", "1", "2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses more delayed pushes of one app than there may be`(_ kind: StoreKind) throws {
        var policy = CenterPolicy()
        policy.delayedLimit = 2
        let fixture = try CenterFixture(kind, policy: policy)
        _ = try push("0", in: fixture, after: 60, collapse: "a")
        _ = try push("1", in: fixture, after: 60)
        #expect {
            _ = try push("2", in: fixture, after: 60)
        } throws: {
            ($0 as? CenterError)?.code == .limit
        }
        // One that takes another's place, and one that comes at once, need no room.
        _ = try push("3", in: fixture, after: 60, collapse: "a")
        _ = try push("4", in: fixture, after: nil)
        try fixture.advance(seconds: 60)
        _ = try push("5", in: fixture, after: 120)
    }

    @Test(arguments: StoreKind.allCases)
    func `buries delayed pushes with their app`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        _ = try push("later", in: fixture, after: 60)
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(try fixture.buried() == [.appRemoved])
        try fixture.advance(seconds: 60)
        #expect(try fixture.events(.presented).isEmpty)
    }

    // MARK: Files

    @Test(arguments: StoreKind.allCases)
    func `owns the files that came with a push until it has gone`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try fixture.push("cat") { $0.attachments = [Self.file("cat.png")] }
        #expect(try fixture.center.read { try $0.transaction.ownedFiles() } == ["/store/cat.png"])
        try fixture.center.pump()
        #expect(try fixture.entry(sequence)?.shown.attachments.map(\.url) == ["/store/cat.png"])
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(try fixture.center.read { try $0.transaction.ownedFiles() }.isEmpty)
    }
}
