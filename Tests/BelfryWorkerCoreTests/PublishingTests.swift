// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import CBelfry
import Testing

@testable import BelfryWorkerCore

/// Publishing and dropping through the host's table; one process has one table at a time.
extension HostInterfaceTests {
    @Suite struct PublishingTests {
        private static let limit = RequestRegistry.checkpointLimit

        @Test func `a checkpoint carries what the copy is then`() {
            let host = HostTable()
            let (request, _, copy) = host.open(run: 3)
            var expected: [WorkerEvent] = []
            for badge in [7, 8] as [Int64] {
                #expect(host.setInteger(copy, BF_KEY_BADGE, badge) == BF_OK)
                #expect(host.publish(request, copy) == BF_OK)
                var changes = ContentRecord()
                changes.integers[ContentKey.badge] = badge
                expected.append(.checkpoint(run: 3, changes: changes))
            }
            #expect(host.events.all == expected)
            #expect(!host.isDecided(request))
        }

        @Test func `checkpoints are bounded in one request`() {
            let host = HostTable()
            let (request, _, copy) = host.open()
            for _ in 0..<Self.limit { #expect(host.publish(request, copy) == BF_OK) }
            for _ in 0..<3 { #expect(host.publish(request, copy) == BF_ERROR_LIMIT) }
            #expect(host.events.all.count == Self.limit)
            #expect(host.complete(request, copy) == BF_OK)
        }

        @Test func `only a copy of the request's own content can be published`() {
            let host = HostTable()
            let (request, original, copy) = host.open(run: 1)
            let other = host.open(run: 2)
            #expect(host.publish(request, original) == BF_ERROR_STATE)
            #expect(host.events.all.isEmpty)
            for wild in [0, copy.id + 1, request.id, other.copy.id] {
                #expect(host.publish(request, bf_content(id: wild)) == BF_ERROR_HANDLE)
            }
            #expect(host.publish(bf_request(id: copy.id), copy) == BF_ERROR_HANDLE)
            #expect(host.events.strikes.count == 5)
            #expect(host.events.all.count == 5)
            #expect(!host.isDecided(request))
        }

        @Test func `a checkpoint after the decision is too late and no strike`() {
            let host = HostTable()
            let (request, _, copy) = host.open()
            #expect(host.registry.enter(request.id))
            #expect(host.complete(request, copy) == BF_OK)
            #expect(host.publish(request, copy) == BF_ERROR_EXPIRED)
            #expect(host.events.all.count == 1)
        }

        @Test func `a drop decides, where the manifest lets it`() throws {
            let host = HostTable()
            let (request, _, copy) = host.open(run: 4, mayDrop: true)
            #expect(host.drop(request, Array("spam.v2_a-B".utf8)) == BF_OK)
            let reason = try #require(DropReason("spam.v2_a-B"))
            #expect(host.events.all == [.dropped(run: 4, reason: reason)])
            #expect(host.isDecided(request))
            #expect(host.complete(request, copy) == BF_ERROR_HANDLE)
        }

        @Test func `without the right a drop is denied, struck and decides nothing`() {
            let host = HostTable()
            let (request, _, copy) = host.open(run: 4)
            #expect(host.drop(request, Array("spam".utf8)) == BF_ERROR_DENIED)
            #expect(host.events.all == [.strike(run: 4, kind: .deniedDrop)])
            #expect(host.complete(request, copy) == BF_OK)
        }

        @Test(
            arguments: [
                "", "two words", "tab\t", "ü", "a/b", "\u{0}", String(repeating: "a", count: 65),
            ]
        )
        func `a reason that is none drops nothing`(reason: String) {
            let host = HostTable()
            let (request, _, _) = host.open(mayDrop: true)
            #expect(host.drop(request, Array(reason.utf8)) == BF_ERROR_ARGUMENT)
            #expect(host.drop(request, [0xff]) == BF_ERROR_ARGUMENT)
            #expect(host.events.all.isEmpty)
        }

        @Test func `a drop comes first or is a strike`() {
            let host = HostTable()
            let (request, _, copy) = host.open(run: 4, mayDrop: true)
            #expect(host.registry.enter(request.id))
            #expect(host.complete(request, copy) == BF_OK)
            #expect(host.drop(request, Array("spam".utf8)) == BF_ERROR_EXPIRED)
            #expect(host.events.strikes == [.strike(run: 4, kind: .secondCompletion)])
            #expect(host.drop(bf_request(id: 9), Array("spam".utf8)) == BF_ERROR_HANDLE)
        }
    }
}
