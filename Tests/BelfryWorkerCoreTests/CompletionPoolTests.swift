// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import CBelfry
import Testing

@testable import BelfryWorkerCore

/// Completions as an extension gets them: C functions out of libffi.
@Suite struct CompletionPoolTests {
    private let events = RecordedEvents()
    private let registry: RequestRegistry

    init() {
        let events = events
        registry = RequestRegistry { events.append($0) }
    }

    private func makePool(_ count: Int) throws -> CompletionPool {
        let pool = try CompletionPool(count: count)
        pool.answer(to: registry, count: count)
        return pool
    }

    /// Calls a completion on a thread that Swift's concurrency knows nothing of.
    private func onThread(_ completion: @escaping bf_completion, _ content: UInt64) throws {
        let done = Semaphore()
        let address = unsafe unsafeBitCast(completion, to: UInt.self)
        try SystemThread.start(named: "extension") {
            let function = unsafe unsafeBitCast(address, to: bf_completion.self)
            function(bf_content(id: content))
            done.signal()
        }
        done.wait()
    }

    @Test func `a completion called on another thread decides its request`() throws {
        let pool = try makePool(1)
        let completion = try #require(pool.take())
        let request = registry.open(.sample(run: 4), completion: completion.index)
        let copy = registry.copy(registry.original(of: request))
        try onThread(completion.function, copy)
        #expect(events.all == [.completed(run: 4, changes: ContentRecord())])
    }

    @Test func `each completion answers the request it was minted for`() throws {
        let pool = try makePool(300)
        var completions: [(index: Int, function: bf_completion)] = []
        while let completion = pool.take() {
            let run = UInt64(1000 + completion.index)
            _ = registry.open(.sample(run: run), completion: completion.index)
            completions.append(completion)
        }
        #expect(completions.map(\.index) == Array(0..<300))
        for completion in completions.reversed() { completion.function(bf_content(id: 0)) }
        #expect(events.decided == (1000..<1300).reversed())
        #expect(events.strikes.isEmpty)
    }

    @Test func `a completion called twice is a strike the second time`() throws {
        let pool = try makePool(1)
        let completion = try #require(pool.take())
        _ = registry.open(.sample(run: 4), completion: completion.index)
        try onThread(completion.function, 0)
        try onThread(completion.function, 0)
        #expect(
            events.all == [
                .completed(run: 4, changes: nil), .strike(run: 4, kind: .secondCompletion),
            ]
        )
    }

    @Test func `a spent pool gives nothing, and its completions stay callable`() throws {
        let pool = try makePool(2)
        let first = try #require(pool.take())
        _ = registry.open(.sample(run: 1), completion: first.index)
        #expect(pool.remaining == 1)
        let second = try #require(pool.take())
        _ = registry.open(.sample(run: 2), completion: second.index)
        #expect(pool.remaining == 0)
        #expect(pool.take() == nil)
        try onThread(second.function, 0)
        try onThread(first.function, 0)
        try onThread(first.function, 0)
        #expect(events.decided == [2, 1])
        #expect(events.strikes == [.strike(run: 1, kind: .secondCompletion)])
    }

    @Test func `a completion that was never given out is a strike and nothing else`() throws {
        let pool = try makePool(1)
        let completion = try #require(pool.take())
        try onThread(completion.function, 0x0200_0001_0000_0000)
        #expect(events.all == [.strike(run: 0, kind: .badHandle)])
    }

    @Test func `an empty pool is spent from the beginning`() throws {
        let pool = try makePool(0)
        #expect(pool.take() == nil)
    }
}
