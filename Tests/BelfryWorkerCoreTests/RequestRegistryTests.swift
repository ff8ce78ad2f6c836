// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import CBelfry
import Testing

@testable import BelfryWorkerCore

@Suite struct RequestRegistryTests {
    private let events = RecordedEvents()
    private let registry: RequestRegistry

    init() {
        let events = events
        registry = RequestRegistry { events.append($0) }
    }

    private func open(_ run: UInt64) -> UInt64 {
        registry.open(.sample(run: run), completion: Int(run))
    }

    // MARK: Deciding

    @Test func `the first completion decides, with the copy's changes`() {
        let request = open(5)
        let copy = registry.copy(registry.original(of: request))
        #expect(registry.change(copy) { $0.set(ContentKey.badge, integer: 9) } == .ok)
        #expect(registry.complete(request: request, content: copy) == .ok)
        var changes = ContentRecord()
        changes.integers[ContentKey.badge] = 9
        #expect(events.all == [.completed(run: 5, changes: changes)])
    }

    @Test func `completing with nothing or with the original delivers the original`() {
        #expect(registry.complete(request: open(1), content: 0) == .ok)
        let second = open(2)
        let original = registry.original(of: second)
        #expect(registry.complete(request: second, content: original) == .ok)
        #expect(
            events.all == [.completed(run: 1, changes: nil), .completed(run: 2, changes: nil)]
        )
    }

    @Test func `a second decision of the extension is a strike`() {
        let request = open(5)
        registry.complete(completion: 5, content: 0)
        registry.complete(completion: 5, content: 0)
        #expect(registry.complete(request: request, content: 0) == .handle)
        #expect(
            events.all == [
                .completed(run: 5, changes: nil), .strike(run: 5, kind: .secondCompletion),
                .strike(run: 0, kind: .badHandle),
            ]
        )
    }

    @Test func `a second decision from within a callback is a strike and expired`() {
        let request = open(5)
        #expect(registry.enter(request))
        #expect(registry.complete(request: request, content: 0) == .ok)
        #expect(registry.complete(request: request, content: 0) == .expired)
        registry.complete(completion: 5, content: 0)
        registry.leave(request)
        let strike = WorkerEvent.strike(run: 5, kind: .secondCompletion)
        #expect(events.all == [.completed(run: 5, changes: nil), strike, strike])
    }

    @Test func `a completion that was minted for nothing is a strike`() {
        registry.complete(completion: 77, content: 0)
        #expect(events.all == [.strike(run: 0, kind: .badHandle)])
    }

    @Test func `a completion of an older request never answers a newer one`() {
        _ = open(1)
        registry.complete(completion: 1, content: 0)
        let second = open(2)
        registry.complete(completion: 1, content: 0)
        #expect(!registry.isDecided(second))
        #expect(events.decided == [1])
        #expect(events.strikes == [.strike(run: 1, kind: .secondCompletion)])
    }

    /// What is wild, and how to come by it.
    enum WildContent: CaseIterable {
        case invented, ofAnotherRequest, released, request

        func handle(in registry: RequestRegistry, beside request: UInt64) -> UInt64 {
            switch self {
            case .invented: return 0x02ff_ffff_0000_0000
            case .request: return request
            case .ofAnotherRequest:
                let other = registry.open(.sample(run: 99), completion: 99)
                return registry.copy(registry.original(of: other))
            case .released:
                let copy = registry.copy(registry.original(of: request))
                _ = registry.release(copy)
                return copy
            }
        }
    }

    @Test(arguments: WildContent.allCases)
    func `a wild content is a strike, and ends the run as abuse`(content: WildContent) {
        let request = open(5)
        let wild = content.handle(in: registry, beside: request)
        #expect(registry.complete(request: request, content: wild) == .handle)
        #expect(events.all == [.strike(run: 5, kind: .badHandle), .abused(run: 5)])
        #expect(registry.isDecided(request))
    }

    // MARK: Handles

    @Test func `a decided request is gone, and its contents with it`() {
        let request = open(5)
        let original = registry.original(of: request)
        let copy = registry.copy(original)
        #expect(registry.deadline(of: request) == 1005)
        #expect(registry.complete(request: request, content: copy) == .ok)
        #expect(registry.isDecided(request))
        #expect(registry.deadline(of: request) == 0)
        #expect(registry.original(of: request) == 0)
        #expect(registry.integer(copy, ContentKey.badge) == .failure(.handle))
        #expect(registry.copy(original) == 0)
        #expect(registry.change(copy) { $0.detachAll() } == .handle)
        #expect(registry.release(copy) == .handle)
        #expect(!registry.enter(request))
    }

    @Test func `each use of a bad handle is a strike, and asking whether it is live is none`() {
        var text = unsafe bf_string()
        #expect(unsafe registry.text(7, ContentKey.title, into: &text) == .handle)
        #expect(unsafe registry.identifier(of: 7, into: &text) == .handle)
        #expect(registry.integer(7, ContentKey.badge) == .failure(.handle))
        #expect(registry.copy(7) == 0)
        #expect(registry.release(7) == .handle)
        #expect(registry.complete(request: 7, content: 0) == .handle)
        #expect(events.strikes.count == 6)
        #expect(registry.isDecided(7))
        #expect(registry.deadline(of: 7) == 0)
        #expect(registry.original(of: 7) == 0)
        #expect(events.all.count == 6)
    }

    @Test func `an original is neither changed nor released`() {
        let original = registry.original(of: open(1))
        #expect(registry.change(original) { $0.set(ContentKey.badge, integer: 3) } == .state)
        #expect(registry.change(original) { $0.clear(ContentKey.badge) } == .state)
        #expect(registry.release(original) == .state)
        #expect(registry.integer(original, ContentKey.badge) == .success(1))
        #expect(events.all.isEmpty)
    }

    @Test func `copies are bounded, and releasing one makes room`() {
        let original = registry.original(of: open(1))
        let copies = (0..<RequestRegistry.copyLimit).map { _ in registry.copy(original) }
        #expect(!copies.contains(0))
        #expect(Set(copies).count == copies.count)
        #expect(registry.copy(original) == 0)
        #expect(registry.copy(copies[3]) == 0)
        #expect(registry.release(copies[3]) == .ok)
        #expect(registry.copy(original) != 0)
        #expect(events.all.isEmpty)
    }

    // MARK: What is borrowed

    @Test func `what a callback borrowed lives until the last one has returned`() {
        let request = open(5)
        let original = registry.original(of: request)
        #expect(registry.enter(request))
        #expect(registry.enter(request))
        var title = unsafe bf_string()
        #expect(unsafe registry.text(original, ContentKey.title, into: &title) == .ok)
        registry.complete(completion: 5, content: 0)
        #expect(registry.isDecided(request))
        registry.leave(request)
        #expect(registry.integer(original, ContentKey.badge) == .success(1))
        #expect(unsafe Self.text(of: title) == "Hello")
        registry.leave(request)
        #expect(registry.integer(original, ContentKey.badge) == .failure(.handle))
    }

    @Test func `a callback of a decided request does not begin`() {
        let request = open(5)
        #expect(registry.enter(request))
        registry.complete(completion: 5, content: 0)
        #expect(!registry.enter(request))
        registry.leave(request)
        #expect(!registry.enter(request))
        registry.leave(request)
        #expect(events.decided == [5])
    }

    @Test func `a borrowed text stays as it was when other fields are set`() {
        let original = registry.original(of: open(5))
        let copy = registry.copy(original)
        var title = unsafe bf_string()
        #expect(unsafe registry.text(copy, ContentKey.title, into: &title) == .ok)
        for round in 0..<100 {
            let text = String(repeating: "\(round)", count: 100)
            #expect(
                registry.change(copy) { $0.set(ContentKey.body, text: StableText(text.utf8)) }
                    == .ok
            )
        }
        #expect(unsafe Self.text(of: title) == "Hello")
    }

    @Test func `an unset text is empty, and an identifier is lent`() {
        let request = open(5)
        var text = unsafe bf_string(bytes: nil, count: 99)
        let original = registry.original(of: request)
        #expect(unsafe registry.text(original, ContentKey.body, into: &text) == .ok)
        #expect(unsafe text.count == 0)
        #expect(unsafe registry.identifier(of: request, into: &text) == .ok)
        #expect(unsafe Self.text(of: text) == "request-5")
    }

    @Test func `a run under way is found by its number`() {
        let request = open(5)
        #expect(registry.handle(ofRun: 5) == request)
        #expect(registry.handle(ofRun: 6) == nil)
    }

    private static func text(of string: bf_string) -> String {
        unsafe String(
            decoding: UnsafeBufferPointer(start: string.bytes, count: Int(string.count)),
            as: UTF8.self
        )
    }
}
