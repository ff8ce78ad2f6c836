// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryInlets
@testable import BelfryServer
import Testing

@Suite struct TopicRateTests {
    private static let start = ContinuousClock.now

    /// How many messages a topic takes of those that come at once.
    private func taken(
        _ count: Int,
        of topic: String = "alerts",
        after seconds: Double,
        _ rate: TopicRate
    ) -> Int {
        (0..<count).count { _ in
            (try? rate.count(topic, at: Self.start + .seconds(seconds))) != nil
        }
    }

    @Test func `takes so many at once, and then one each interval`() {
        let rate = TopicRate(burst: 60, interval: .seconds(5))
        #expect(taken(100, after: 0, rate) == 60)
        #expect(taken(100, after: 4.9, rate) == 0)
        #expect(taken(100, after: 5, rate) == 1)
        #expect(taken(100, after: 22, rate) == 3)
        // What nobody sent is saved up to the burst, and no further.
        #expect(taken(100, after: 86_400, rate) == 60)
    }

    @Test func `counts each topic for itself`() {
        let rate = TopicRate(burst: 3, interval: .seconds(5))
        #expect(taken(9, after: 0, rate) == 3)
        #expect(taken(9, of: "others", after: 0, rate) == 3)
    }

    @Test func `says when the message may come, and takes it then`() throws {
        let rate = TopicRate(burst: 2, interval: .seconds(5))
        #expect(taken(2, after: 0, rate) == 2)
        for _ in 1...3 {
            let error = try #require(throws: InletError.self) {
                try rate.count("alerts", at: Self.start + .seconds(1.5))
            }
            #expect(error.code == 42901 && error.retrySeconds == 4)
            #expect(error.message.contains("takes 2 at once (belfryd --inlet-burst)"))
            #expect(error.message.contains("again in 4 s"))
        }
        #expect(taken(1, after: 1.5 + 4, rate) == 1)
    }
}
