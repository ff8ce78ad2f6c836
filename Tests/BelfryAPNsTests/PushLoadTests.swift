// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryAPNs

/// How many requests there may be at a time, and whose.
struct PushLoadTests {
    private let load = PushLoad()

    /// Takes places for a connection until it gets none.
    private func fill(upTo limit: Int = 1000) -> Int {
        var count = 0
        while count < limit, load.enter(holding: count) == nil { count += 1 }
        return count
    }

    @Test func `leaves room for the next connection, however many take all they can`() {
        var taken: [Int] = []
        for _ in 0..<1024 { taken.append(fill()) }
        // The first few have what they want; what is left is halved by each that follows.
        #expect(taken[0] == 1000)
        #expect(taken[16] > PushLoad.share)
        #expect(taken.allSatisfy { $0 >= PushLoad.share })
        #expect(taken.reduce(0, +) <= PushLoad.openLimit)
        let refusal = load.enter(holding: PushLoad.share)
        #expect(refusal?.reason == .serviceUnavailable)
        #expect(load.enter(holding: 0) == nil)
    }

    @Test func `has room again for what one connection gives back`() {
        let counts = (0..<1024).map { _ in fill() }
        for count in (1...counts[0]).reversed() { load.leave(holding: count) }
        #expect(fill() > counts[0] / 3)
    }

    @Test func `lets no request in once it is closed`() {
        load.close()
        #expect(load.enter(holding: 0)?.reason == .shutdown)
    }

    @Test func `lets in as many pushes to one device as may wait`() throws {
        for _ in 0..<PushLoad.pendingLimit { try load.begin("one") }
        let reason = refusal { () throws(PushRefusal) in try load.begin("one") }?.reason
        #expect(reason == .tooManyRequests)
        try load.begin("other")
        load.end("one")
        try load.begin("one")
    }
}
