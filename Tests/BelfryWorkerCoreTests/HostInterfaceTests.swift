// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import CBelfry
import Testing

@testable import BelfryWorkerCore

/// The host's table through its C function pointers.
///
/// One process has one table at a time, so these run one after the other.
@Suite(.serialized) struct HostInterfaceTests {
    // MARK: Honest use

    @Test func `reads what the notification came with`() {
        let host = HostTable()
        let (request, original, _) = host.open(run: 3)
        #expect(host.identifier(request) == (BF_OK, "request-3"))
        #expect(host.deadline(request) == 1003)
        #expect(!host.isDecided(request))
        #expect(host.text(original, BF_KEY_TITLE) == (BF_OK, "Hello"))
        #expect(host.text(original, BF_KEY_BODY) == (BF_OK, ""))
        #expect(host.integer(original, BF_KEY_BADGE) == (BF_OK, 1))
        #expect(host.integer(original, BF_KEY_SOUND).status == BF_ERROR_NOT_FOUND)
        #expect(host.real(original, BF_KEY_RELEVANCE_SCORE) == (BF_OK, 0.5))
        #expect(host.real(original, BF_KEY_SOUND_VOLUME).status == BF_ERROR_NOT_FOUND)
    }

    @Test func `delivers what was set on a copy`() {
        let host = HostTable()
        let (request, original, copy) = host.open(run: 3)
        #expect(host.set(copy, BF_KEY_TITLE, Array("Grüße".utf8)) == BF_OK)
        #expect(host.set(copy, BF_KEY_BODY, []) == BF_OK)
        #expect(host.setInteger(copy, BF_KEY_SOUND, Int64(BF_SOUND_DEFAULT)) == BF_OK)
        #expect(host.setReal(copy, BF_KEY_SOUND_VOLUME, 1.0) == BF_OK)
        #expect(host.clear(copy, BF_KEY_BADGE) == BF_OK)
        #expect(host.attach(copy, path: Array("a.png".utf8)) == BF_OK)
        #expect(host.text(original, BF_KEY_TITLE).text == "Hello")
        #expect(host.complete(request, copy) == BF_OK)
        var changes = ContentRecord()
        changes.texts = [ContentKey.title: Array("Grüße".utf8), ContentKey.body: []]
        changes.integers = [ContentKey.sound: 1]
        changes.reals = [ContentKey.soundVolume: 1]
        changes.cleared = [ContentKey.badge]
        changes.attachments = [
            AttachmentRecord(
                identifier: "",
                path: "a.png",
                type: "",
                flags: 2,
                clipping: [0, 0, 0.5, 0]
            )
        ]
        #expect(host.events.all == [.completed(run: 3, changes: changes)])
        #expect(host.isDecided(request))
    }

    @Test func `knows the bundle's table and no other`() {
        let host = HostTable()
        #expect(
            host.bundle(Array(BF_INTERFACE_BUNDLE.utf8))
                == ["com.example.name", "/b/Name.appex", "Name.Service", "/c/1"]
        )
        for id in ["", "bf.bundle/2", "bf.bundle", "bf.bundle/1 "] {
            #expect(host.bundle(Array(id.utf8)) == nil)
        }
        #expect(host.bundle([0xff]) == nil)
    }

    @Test func `tells the time of the budgets' clock`() {
        let host = HostTable()
        let before = MonotonicTime.now.nanoseconds
        let now = host.now
        #expect(before <= now && now <= MonotonicTime.now.nanoseconds)
    }

    // MARK: Misuse

    @Test(arguments: [false, true])
    func `until start has succeeded every call is refused and changes nothing`(isStarting: Bool) {
        let host = HostTable(isOpen: isStarting, isStarting: isStarting)
        let handle = host.registry.open(.sample(run: 1), completion: 1)
        let request = bf_request(id: handle)
        let copy = bf_content(id: host.registry.copy(host.registry.original(of: handle)))
        #expect(host.identifier(request).status == BF_ERROR_STATE)
        #expect(host.text(copy, BF_KEY_TITLE).status == BF_ERROR_STATE)
        #expect(host.integer(copy, BF_KEY_BADGE).status == BF_ERROR_STATE)
        #expect(host.real(copy, BF_KEY_RELEVANCE_SCORE).status == BF_ERROR_STATE)
        #expect(host.set(copy, BF_KEY_TITLE, [0x61]) == BF_ERROR_STATE)
        #expect(host.setInteger(copy, BF_KEY_BADGE, 1) == BF_ERROR_STATE)
        #expect(host.setReal(copy, BF_KEY_RELEVANCE_SCORE, 1.0) == BF_ERROR_STATE)
        #expect(host.clear(copy, BF_KEY_TITLE) == BF_ERROR_STATE)
        #expect(host.attach(copy, path: [0x61]) == BF_ERROR_STATE)
        #expect(host.detachAll(copy) == BF_ERROR_STATE)
        #expect(host.release(copy) == BF_ERROR_STATE)
        #expect(host.complete(request, copy) == BF_ERROR_STATE)
        #expect(host.publish(request, copy) == BF_ERROR_STATE)
        #expect(host.drop(request, Array("spam".utf8)) == BF_ERROR_STATE)
        #expect(host.copy(copy).id == 0)
        #expect(host.deadline(request) == 0)
        #expect(host.isDecided(request))
        #expect(host.events.all.isEmpty)
    }

    @Test func `words are heard from start on`() {
        HostTable(isOpen: false).log(0, Array("too early".utf8))
        let host = HostTable(isOpen: true, isStarting: true)
        host.log(0, Array("in start".utf8))
        #expect(host.events.all == [.log(level: 0, text: "in start")])
    }

    @Test func `null pointers for results are arguments that are wrong`() {
        let host = HostTable()
        let (request, _, copy) = host.open()
        let statuses = host.statusesOfNullPointers(request, copy)
        #expect(statuses == Array(repeating: BF_ERROR_ARGUMENT, count: 5))
        #expect(host.events.all.isEmpty)
    }

    @Test(arguments: [1, 1 << 31, 1 << 32, 1 << 63, .max] as [UInt64])
    func `a null text with a count is an argument that is wrong`(count: UInt64) {
        let host = HostTable()
        let (_, _, copy) = host.open()
        #expect(host.setNull(copy, BF_KEY_TITLE, count: count) == BF_ERROR_ARGUMENT)
        #expect(host.text(copy, BF_KEY_TITLE).text == "Hello")
    }

    @Test func `a null text without a count is empty`() {
        let host = HostTable()
        let (_, _, copy) = host.open()
        #expect(host.setNull(copy, BF_KEY_TITLE, count: 0) == BF_OK)
        #expect(host.text(copy, BF_KEY_TITLE) == (BF_OK, ""))
    }

    @Test(arguments: [1 << 32, 1 << 62, 1 << 63, .max] as [UInt64])
    func `an absurd count is an argument that is wrong and is not read`(count: UInt64) {
        let host = HostTable()
        let (_, _, copy) = host.open()
        #expect(host.set(copy, BF_KEY_TITLE, [0x61], count: count) == BF_ERROR_ARGUMENT)
        host.log(0, [0x61], count: count)
        #expect(host.events.all.isEmpty)
    }

    @Test(
        arguments: [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2]]
            as [[UInt8]]
    )
    func `text that is not UTF-8 is an argument that is wrong`(bytes: [UInt8]) {
        let host = HostTable()
        let (_, _, copy) = host.open()
        #expect(host.set(copy, BF_KEY_TITLE, bytes) == BF_ERROR_ARGUMENT)
        #expect(host.attach(copy, path: bytes) == BF_ERROR_ARGUMENT)
        #expect(host.text(copy, BF_KEY_TITLE).text == "Hello")
    }

    @Test(arguments: ["", "null", "[]", "{", "}", "\"{}\"", "1", " "])
    func `userInfo that is no object is an argument that is wrong`(text: String) {
        let host = HostTable()
        let (_, _, copy) = host.open()
        #expect(host.set(copy, BF_KEY_USER_INFO, Array(text.utf8)) == BF_ERROR_ARGUMENT)
        #expect(host.set(copy, BF_KEY_COMMUNICATION, Array(text.utf8)) == BF_ERROR_ARGUMENT)
        #expect(host.set(copy, BF_KEY_USER_INFO, Array(" {\"a\":1}\n".utf8)) == BF_OK)
    }

    @Test func `an unknown key is unsupported`() {
        let host = HostTable()
        let (_, original, copy) = host.open()
        for key: bf_key in [0, 13, 0x104, 0x202, .max] {
            #expect(host.text(original, key).status == BF_ERROR_UNSUPPORTED)
            #expect(host.integer(original, key) == (BF_ERROR_UNSUPPORTED, -99))
            #expect(host.real(original, key) == (BF_ERROR_UNSUPPORTED, -99))
            #expect(host.set(copy, key, [0x61]) == BF_ERROR_UNSUPPORTED)
            #expect(host.setInteger(copy, key, 1) == BF_ERROR_UNSUPPORTED)
            #expect(host.setReal(copy, key, 1.0) == BF_ERROR_UNSUPPORTED)
            #expect(host.clear(copy, key) == BF_ERROR_UNSUPPORTED)
        }
    }

    @Test func `an original is not to be changed`() {
        let host = HostTable()
        let (_, original, _) = host.open()
        #expect(host.set(original, BF_KEY_TITLE, [0x61]) == BF_ERROR_STATE)
        #expect(host.setInteger(original, BF_KEY_BADGE, 2) == BF_ERROR_STATE)
        #expect(host.setReal(original, BF_KEY_RELEVANCE_SCORE, 1.0) == BF_ERROR_STATE)
        #expect(host.clear(original, BF_KEY_TITLE) == BF_ERROR_STATE)
        #expect(host.attach(original, path: [0x61]) == BF_ERROR_STATE)
        #expect(host.detachAll(original) == BF_ERROR_STATE)
        #expect(host.release(original) == BF_ERROR_STATE)
        #expect(host.text(original, BF_KEY_TITLE).text == "Hello")
    }

    @Test func `a bad handle is an error and a strike`() {
        let host = HostTable()
        let (request, _, copy) = host.open()
        let wild = bf_content(id: copy.id + 1)
        #expect(host.text(wild, BF_KEY_TITLE).status == BF_ERROR_HANDLE)
        #expect(host.set(wild, BF_KEY_TITLE, [0x61]) == BF_ERROR_HANDLE)
        #expect(host.release(bf_content(id: request.id)) == BF_ERROR_HANDLE)
        #expect(host.copy(wild).id == 0)
        #expect(host.identifier(bf_request(id: copy.id)).status == BF_ERROR_HANDLE)
        #expect(host.events.strikes.count == 5)
    }

    @Test func `an attachment of another size or without a path is wrong`() {
        let host = HostTable()
        let (_, _, copy) = host.open()
        let size = HostTable.attachmentSize
        let path = Array("a.png".utf8)
        for wrong in [0, 4, size - 1] {
            #expect(host.attach(copy, path: path, size: wrong) == BF_ERROR_ARGUMENT)
        }
        #expect(host.attach(copy, path: []) == BF_ERROR_ARGUMENT)
        #expect(host.attach(copy, path: path, size: size + 64) == BF_OK)
    }

    @Test func `past its limits content is refused, not cut`() {
        let host = HostTable()
        let (_, _, copy) = host.open()
        let long = [UInt8](repeating: 0x61, count: ContentObject.textLimit + 1)
        #expect(host.set(copy, BF_KEY_TITLE, long) == BF_ERROR_LIMIT)
        let huge = [UInt8](repeating: 0x61, count: 2 << 20)
        #expect(host.set(copy, BF_KEY_TITLE, huge) == BF_ERROR_LIMIT)
        #expect(host.set(copy, BF_KEY_USER_INFO, huge) == BF_ERROR_LIMIT)
        #expect(host.attach(copy, path: long) == BF_ERROR_LIMIT)
        #expect(host.text(copy, BF_KEY_TITLE).text == "Hello")
    }

    // MARK: Words

    @Test func `logs at its level, repaired`() {
        let host = HostTable()
        host.log(BF_LOG_WARNING, [0x61, 0xff, 0x62])
        host.log(.max, [0x63])
        #expect(
            host.events.all == [.log(level: 2, text: "a\u{FFFD}b"), .log(level: 3, text: "c")]
        )
    }

    /// A packet that does not fit would end the run as an attack on the host.
    @Test func `a line of any length fits into a frame`() throws {
        let host = HostTable()
        host.log(BF_LOG_INFO, [UInt8](repeating: 0x61, count: 2 << 20))
        host.log(BF_LOG_INFO, [UInt8](repeating: 0xff, count: 200 << 10))
        host.explain([UInt8](repeating: 0x61, count: 1 << 20))
        #expect(host.events.all.count == 2)
        #expect(host.events.all.allSatisfy { $0.frame.count < WorkerEvent.frameLimit / 4 })
        #expect(host.interface.lastExplanation.utf8.count < WorkerEvent.frameLimit / 4)
    }

    @Test func `the last explanation counts`() {
        let host = HostTable()
        #expect(host.interface.lastExplanation == "")
        host.explain(Array("first".utf8))
        host.explain(Array("second".utf8))
        #expect(host.interface.lastExplanation == "second")
    }
}
