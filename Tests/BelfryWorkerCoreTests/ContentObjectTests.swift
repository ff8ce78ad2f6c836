// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Testing

@testable import BelfryWorkerCore

@Suite struct ContentObjectTests {
    private var original: ContentObject {
        ContentObject(request: 1, record: RunCommand.sample(run: 1).content)
    }

    private var copy: ContentObject { ContentObject(copying: original) }

    private func text(_ text: String) -> StableText { StableText(text.utf8) }

    private func read(_ content: ContentObject, _ key: UInt32) throws -> String? {
        try content.text(key).get().map { String(decoding: $0.copied, as: UTF8.self) }
    }

    @Test func `an original cannot be changed and has no changes`() {
        #expect(!original.isMutable)
        #expect(original.changes == ContentRecord())
    }

    @Test func `a copy reads as what it was made of, and changes nothing by that`() throws {
        let copy = copy
        #expect(copy.isMutable)
        #expect(try read(copy, ContentKey.title) == "Hello")
        #expect(copy.integer(ContentKey.badge) == .success(1))
        #expect(copy.real(ContentKey.relevanceScore) == .success(0.5))
        #expect(copy.changes == ContentRecord())
    }

    @Test func `what is set is what the host is told`() {
        let copy = copy
        #expect(copy.set(ContentKey.title, text: text("Bye")) == .ok)
        #expect(copy.set(ContentKey.badge, integer: 7) == .ok)
        #expect(copy.set(ContentKey.soundVolume, real: 0.25) == .ok)
        var expected = ContentRecord()
        expected.texts = [ContentKey.title: Array("Bye".utf8)]
        expected.integers = [ContentKey.badge: 7]
        expected.reals = [ContentKey.soundVolume: 0.25]
        #expect(copy.changes == expected)
    }

    @Test func `a field that is set to what it was is a change all the same`() {
        let copy = copy
        #expect(copy.set(ContentKey.title, text: text("Hello")) == .ok)
        #expect(copy.changes.texts.keys.sorted() == [ContentKey.title])
    }

    @Test func `a copy of a copy has its changes, and then its own`() throws {
        let first = copy
        #expect(first.set(ContentKey.title, text: text("one")) == .ok)
        let second = ContentObject(copying: first)
        #expect(second.set(ContentKey.title, text: text("two")) == .ok)
        #expect(second.set(ContentKey.body, text: text("body")) == .ok)
        #expect(try read(first, ContentKey.title) == "one")
        #expect(first.changes.texts.count == 1)
        #expect(second.changes.texts.count == 2)
        #expect(second.request == first.request)
    }

    @Test func `clearing unsets a field of any type, and setting it again undoes that`() {
        let copy = copy
        let keys = [ContentKey.title, ContentKey.badge, ContentKey.relevanceScore]
        for key in keys { #expect(copy.clear(key) == .ok) }
        #expect(copy.changes.cleared.sorted() == keys.sorted())
        #expect(copy.integer(ContentKey.badge) == .failure(.notFound))
        #expect(copy.real(ContentKey.relevanceScore) == .failure(.notFound))
        #expect(copy.set(ContentKey.badge, integer: 0) == .ok)
        #expect(copy.changes.integers == [ContentKey.badge: 0])
        #expect(!copy.changes.cleared.contains(ContentKey.badge))
    }

    @Test(arguments: [0, 13, 0xff, 0x104, 0x202, .max] as [UInt32])
    func `an unknown key is unsupported`(key: UInt32) {
        let copy = copy
        #expect(copy.clear(key) == .unsupported)
        #expect(copy.set(key, text: text("")) == .unsupported)
        #expect(copy.set(key, integer: 0) == .unsupported)
        #expect(copy.set(key, real: 0) == .unsupported)
        #expect(copy.integer(key) == .failure(.unsupported))
        #expect(copy.real(key) == .failure(.unsupported))
        #expect(throws: Status.unsupported) { try copy.text(key).get() }
        #expect(copy.changes == ContentRecord())
    }

    @Test func `a key of another type is unsupported`() {
        let copy = copy
        #expect(copy.set(ContentKey.badge, text: text("")) == .unsupported)
        #expect(copy.set(ContentKey.title, integer: 0) == .unsupported)
        #expect(copy.set(ContentKey.badge, real: 0) == .unsupported)
        #expect(copy.integer(ContentKey.relevanceScore) == .failure(.unsupported))
    }

    @Test func `numbers out of range are arguments that are wrong`() {
        let copy = copy
        for value in [-1, Int64(Int32.max) + 1, .min, .max] {
            #expect(copy.set(ContentKey.badge, integer: value) == .argument)
        }
        for value in [Double.nan, .infinity, -.infinity, -0.1, 1.1] {
            #expect(copy.set(ContentKey.relevanceScore, real: value) == .argument)
        }
        #expect(copy.changes == ContentRecord())
    }

    @Test func `all text together is bounded, and replacing a field frees its share`() {
        let copy = copy
        let used = "Hello{}".utf8.count
        let rest = String(repeating: "x", count: ContentObject.textLimit - used)
        #expect(copy.set(ContentKey.body, text: text(rest)) == .ok)
        #expect(copy.set(ContentKey.subtitle, text: text("y")) == .limit)
        #expect(copy.set(ContentKey.body, text: text(rest + "x")) == .limit)
        #expect(copy.set(ContentKey.body, text: text(String(rest.dropLast()))) == .ok)
        #expect(copy.set(ContentKey.subtitle, text: text("y")) == .ok)
        #expect(copy.clear(ContentKey.body) == .ok)
        #expect(copy.set(ContentKey.threadIdentifier, text: text(String(rest.dropLast()))) == .ok)
    }

    @Test func `attachments are bounded, and removing all of them is a change`() {
        let copy = copy
        #expect(copy.changes.attachments == nil)
        let attachment = AttachmentRecord(identifier: "", path: "a.png", type: "")
        for _ in 0..<ContentObject.attachmentLimit { #expect(copy.attach(attachment) == .ok) }
        #expect(copy.attach(attachment) == .limit)
        #expect(copy.changes.attachments?.count == ContentObject.attachmentLimit)
        #expect(copy.detachAll() == .ok)
        #expect(copy.changes.attachments == [])
    }

    /// The host takes a longer frame for an attack.
    @Test func `the largest content an extension can make fits into a frame`() {
        let copy = copy
        let attachment = AttachmentRecord(
            identifier: "",
            path: String(repeating: "p", count: ContentObject.attachmentTextLimit),
            type: ""
        )
        let longer = AttachmentRecord(identifier: "i", path: attachment.path, type: "")
        #expect(copy.attach(longer) == .limit)
        while copy.attach(attachment) == .ok {}
        let room = String(repeating: "x", count: ContentObject.textLimit - "Hello{}".utf8.count)
        #expect(copy.set(ContentKey.body, text: text(room)) == .ok)
        for key in ContentKey.texts where key != ContentKey.body {
            _ = copy.set(key, text: text(key == ContentKey.userInfo ? "{}" : ""))
        }
        let frame = WorkerEvent.completed(run: .max, changes: copy.changes).frame
        #expect(frame.count < WorkerEvent.frameLimit)
    }
}
