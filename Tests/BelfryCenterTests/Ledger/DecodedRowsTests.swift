// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
@testable import BelfryLedger
import BelfryModel
import CenterSimulation
import Testing

/// What the ledger has decoded once, it decodes again where the row is another one.
@Suite struct DecodedRowsTests {
    private struct Undone: Error {}

    private let path: String
    private let ledger: Ledger
    private let app = "com.example.app"

    init() throws {
        path = try TemporaryDirectory().file("center.sqlite")
        ledger = try Ledger(at: path)
        _ = try ledger.write { try $0.put(CenterApp(identifier: "com.example.app")) }
    }

    private func entry(_ key: String, title: String, original: String? = nil) throws -> LedgerEntry
    {
        let push = try PushArrival.alert(app, key, title: title)
        var content = push.payload.content
        if let original { content.title = original }
        var entry = LedgerEntry(
            key: key,
            app: app,
            identifier: key,
            source: .push,
            accepted: UnixTime(seconds: 1_774_008_000),
            original: content
        )
        entry.payload = push.payload.bytes
        return entry
    }

    private func store(_ entry: LedgerEntry) throws -> LedgerEntry {
        var entry = entry
        entry.sequence = try #require(try ledger.write { try $0.insert(entry) })
        return entry
    }

    private func read(_ sequence: Int) throws -> LedgerEntry? {
        try ledger.read { try $0.entry(sequence) }
    }

    @Test func `reads each change of a notification`() throws {
        var entry = try store(try entry("one", title: "Hello"))
        #expect(try read(entry.sequence) == entry)
        for title in ["first", "second", "first"] {
            entry.decided = entry.original
            entry.decided?.title = title
            entry.detail.attempts += 1
            entry.detail.reason = title
            try ledger.write { try $0.update(entry) }
            #expect(try read(entry.sequence) == entry)
        }
        entry.decided = nil
        try ledger.write { try $0.update(entry) }
        #expect(try read(entry.sequence) == entry)
    }

    @Test func `forgets what a transaction wrote that was undone`() throws {
        let entry = try store(try entry("one", title: "Hello"))
        var changed = entry
        changed.decided = entry.original
        changed.decided?.title = "never"
        changed.detail.attempts = 7
        #expect(throws: Undone.self) {
            try ledger.write { transaction in
                try transaction.update(changed)
                #expect(try transaction.entry(entry.sequence) == changed)
                throw Undone()
            }
        }
        #expect(try read(entry.sequence) == entry)
    }

    @Test(arguments: [true, false], [("Hello", "Hi"), ("Other", nil)])
    func `tells two notifications apart that had one number`(
        _ isPush: Bool,
        _ texts: (title: String, original: String?)
    ) throws {
        var undone: Int?
        #expect(throws: Undone.self) {
            try ledger.write { transaction in
                var entry = try self.entry("one", title: "Hello")
                if !isPush { entry.payload = [] }
                undone = try transaction.insert(entry)
                _ = try undone.flatMap(transaction.entry)
                throw Undone()
            }
        }
        // Of pushes the payload is the same, or it is another one.
        var entry = try entry("two", title: texts.title, original: texts.original)
        if !isPush { entry.payload = [] }
        entry = try store(entry)
        #expect(entry.sequence == undone)
        #expect(try read(entry.sequence) == entry)
    }

    @Test func `parses the payload that a row has now`() throws {
        let decoded = DecodedContents(limit: 4)
        for word in ["a", "b", "a"] {
            let push = try PushArrival.alert(app, "one", custom: ["word": .string(word)])
            let original = ContentCoding.encode(
                push.payload.content,
                besides: push.payload.content.userInfo
            )
            let contents = try decoded.contents(
                of: 1,
                payload: push.payload.bytes,
                original: original,
                decided: nil
            )
            #expect(contents.original == push.payload.content)
        }
    }

    @Test func `reads an app and the device as they are now`() throws {
        for name in ["a", "b", "a"] {
            var app = CenterApp(identifier: app)
            app.version = name
            var device = VirtualDevice()
            device.foregroundApp = name
            try ledger.write { transaction in
                try transaction.put(app)
                try transaction.put(device)
            }
            #expect(try ledger.read { try $0.app(app.identifier) } == app)
            #expect(try ledger.read { try $0.device() } == device)
        }
    }

    @Test func `reads more notifications than it has kept decoded as another ledger does`() throws {
        let entries = try (0..<400).map { number in
            var entry = try store(try entry("\(number)", title: "title \(number)"))
            entry.decided = entry.original
            entry.decided?.body = "body \(number)"
            entry.detail.attempts = number
            try ledger.write { try $0.update(entry) }
            return entry
        }
        func all(_ ledger: Ledger) throws -> [LedgerEntry] {
            try ledger.read { try $0.entries(of: nil, in: [.accepted], limit: .max) }
        }
        #expect(try all(ledger) == entries)
        #expect(try all(ledger) == entries)
        try ledger.close()
        let other = try Ledger(at: path)
        #expect(try all(other) == entries)
        try other.close()
    }
}
