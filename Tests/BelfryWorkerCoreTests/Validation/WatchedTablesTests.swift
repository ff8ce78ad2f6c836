// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import CBelfry
import Testing

@testable import BelfryWorkerCore

extension HostInterfaceTests {
    /// The host's table behind proxies: the same answers, and word of each broken rule.
    @Suite struct WatchedTablesTests {
        /// A table whose calls are watched, as an extension has it that has started.
        private static func watched() throws -> HostTable {
            let host = HostTable()
            let events = host.events
            let tables = try WatchedTables(plan: ValidationPlan(), registry: host.registry) {
                events.append($0)
            }
            unsafe host.host = tables.watched(host.host)
            var service = bf_service()
            unsafe service.start = { _, _ in 0 }
            unsafe _ = tables.watched(service).start(nil, host.host)
            return host
        }

        @Test func `answers as the table itself, and says nothing of honest use`() throws {
            let host = try Self.watched()
            let (request, original, copy) = host.open(run: 3)
            #expect(host.identifier(request) == (BF_OK, "request-3"))
            #expect(host.deadline(request) == 1003)
            #expect(!host.isDecided(request))
            #expect(host.now > 0)
            #expect(host.text(original, BF_KEY_TITLE) == (BF_OK, "Hello"))
            #expect(host.integer(original, BF_KEY_BADGE) == (BF_OK, 1))
            #expect(host.integer(original, BF_KEY_SOUND).status == BF_ERROR_NOT_FOUND)
            #expect(host.real(original, BF_KEY_RELEVANCE_SCORE) == (BF_OK, 0.5))
            #expect(host.set(copy, BF_KEY_TITLE, Array("Grüße".utf8)) == BF_OK)
            #expect(host.setInteger(copy, BF_KEY_BADGE, 7) == BF_OK)
            #expect(host.setReal(copy, BF_KEY_RELEVANCE_SCORE, 0.25) == BF_OK)
            #expect(host.attach(copy, path: Array("a.png".utf8)) == BF_OK)
            #expect(host.detachAll(copy) == BF_OK)
            #expect(host.bundle(Array("bf.bundle/1".utf8))?.first == "com.example.name")
            host.log(1, Array("a line".utf8))
            #expect(host.complete(request, copy) == BF_OK)
            #expect(host.isDecided(request))
            #expect(host.events.decided == [3])
            #expect(host.events.findings.isEmpty, "\(host.events.findings)")
        }

        /// A broken rule, and what is to be told of it.
        struct Misuse: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let kind: Finding.Kind
            let function: String
            let commit: @Sendable (HostTable, bf_request, bf_content, bf_content) -> Void
        }

        static let misuses = [
            Misuse(
                testDescription: "an invented content",
                kind: .handle,
                function: "get_text"
            ) { host, _, _, _ in _ = host.text(bf_content(id: 7), BF_KEY_TITLE) },
            Misuse(
                testDescription: "a request for a content",
                kind: .handle,
                function: "content_copy"
            ) { host, request, _, _ in _ = host.copy(bf_content(id: request.id)) },
            Misuse(
                testDescription: "no request",
                kind: .handle,
                function: "request_identifier"
            ) { host, _, _, _ in _ = host.identifier(bf_request(id: 0)) },
            Misuse(
                testDescription: "a content of a decided request",
                kind: .handle,
                function: "set_integer"
            ) { host, request, _, copy in
                _ = host.registry.enter(request.id)
                _ = host.complete(request, copy)
                _ = host.setInteger(copy, BF_KEY_BADGE, 1)
            },
            Misuse(
                testDescription: "a content of another request",
                kind: .handle,
                function: "complete"
            ) { host, request, _, _ in
                let (_, _, other) = host.open(run: 9)
                _ = host.complete(request, other)
            },
            Misuse(
                testDescription: "a count without bytes",
                kind: .argument,
                function: "set_text"
            ) { host, _, _, copy in _ = host.setNull(copy, BF_KEY_TITLE, count: 5) },
            Misuse(
                testDescription: "bytes that are no text",
                kind: .argument,
                function: "set_text"
            ) { host, _, _, copy in _ = host.set(copy, BF_KEY_TITLE, [0x61, 0xff]) },
            Misuse(
                testDescription: "a size that is too small",
                kind: .argument,
                function: "attach"
            ) { host, _, _, copy in _ = host.attach(copy, path: [0x61], size: 8) },
            Misuse(
                testDescription: "an original to be changed",
                kind: .argument,
                function: "clear"
            ) { host, _, original, _ in _ = host.clear(original, BF_KEY_BADGE) },
            Misuse(
                testDescription: "bytes of a loan that has ended",
                kind: .borrow,
                function: "log"
            ) { host, _, _, _ in host.log(1, [0x61, 0xfd, 0xfd, 0xfd, 0xfd]) },
        ]

        @Test(arguments: misuses)
        func `tells of a broken rule once`(_ misuse: Misuse) throws {
            let host = try Self.watched()
            let (request, original, copy) = host.open(run: 3)
            misuse.commit(host, request, original, copy)
            let found = host.events.findings
            #expect(found.map(\.kind) == [misuse.kind], "\(found)")
            #expect(found.map(\.function) == [misuse.function], "\(found)")
        }

        @Test func `asking whether a request is decided is no misuse, however old it is`() throws {
            let host = try Self.watched()
            let (request, _, copy) = host.open(run: 3)
            _ = host.complete(request, copy)
            #expect(host.isDecided(request))
            #expect(host.deadline(request) == 0)
            #expect(host.events.findings.isEmpty)
        }

        @Test func `what was lent is no text once its time is over`() throws {
            let keeper = PoisonedTexts()
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 5)
            unsafe _ = bytes.initialize(fromContentsOf: Array("Hello".utf8))
            let address = UInt(bitPattern: bytes.baseAddress)
            unsafe keeper.take(bytes)
            #expect(unsafe Array(bytes) == [UInt8](repeating: PoisonedTexts.poison, count: 5))
            #expect(keeper.contains(address) && keeper.contains(address + 4))
            #expect(!keeper.contains(address + 5))
        }
    }
}
