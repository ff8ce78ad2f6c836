// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Synchronization
import Testing

@testable import BelfryServer

@Suite(.timeLimit(.minutes(1))) struct AppTurnsTests {
    private final class Order: Sendable {
        private let added = Mutex<[Int]>([])

        var numbers: [Int] { added.withLock(\.self) }

        func add(_ number: Int) { added.withLock { $0.append(number) } }
    }

    @Test func `has one change of an app happen at a time, and others beside it`() async throws {
        let turns = AppTurns()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let order = Order()
        async let first: Void = turns.perform(on: "a") {
            begin.yield()
            _ = await released.first { _ in true }
            order.add(1)
        }
        _ = await begun.first { _ in true }
        async let second: Void = turns.perform(on: "a") { order.add(2) }
        // Another app does not wait, and what throws lets the next one go on.
        await #expect(throws: CancellationError.self) {
            try await turns.perform(on: "b") { throw CancellationError() }
        }
        await turns.perform(on: "b") { order.add(0) }
        release.yield()
        _ = await (first, second)
        #expect(order.numbers == [0, 1, 2])
    }
}
