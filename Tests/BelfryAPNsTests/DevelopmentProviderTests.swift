// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryAPNs

/// The daemon's own key: it is let in beside those of teams, and its tokens are renewed in time.
struct DevelopmentProviderTests {
    private let now = 1_800_000_000.5

    private func reason(_ token: String, _ ring: ProviderKeyring, at time: Double) -> PushReason? {
        var session = ProviderSession(ring, .development)
        return refusal { () throws(PushRefusal) in
            try session.admit("bearer \(token)", now: time)
        }?.reason
    }

    @Test func `is let in where it is the endpoint's own, and stays when the keys are replaced`()
        throws
    {
        let provider = try DevelopmentProvider()
        let ring = ProviderKeyring([], own: provider.key)
        let token = try provider.token(now: now)
        #expect(reason(token, ring, at: now) == nil)
        ring.replace([try ProviderKit().key()])
        #expect(reason(token, ring, at: now) == nil)
        #expect(ring.keys.map(\.keyID) == ["ABC123DEFG"])
        #expect(reason(token, ProviderKeyring([]), at: now) == .invalidProviderToken)
        let other = try DevelopmentProvider()
        #expect(reason(try other.token(now: now), ring, at: now) == .invalidProviderToken)
    }

    @Test func `gives the same token for 45 minutes, and one that is never too old`() throws {
        let provider = try DevelopmentProvider()
        let ring = ProviderKeyring([], own: provider.key)
        let first = try provider.token(now: now)
        #expect(try provider.token(now: now + 2600) == first)
        let second = try provider.token(now: now + 2800)
        #expect(second != first)
        #expect(reason(second, ring, at: now + 2800 + 2699) == nil)
        // A clock that was put back gets a token of its own time.
        #expect(try provider.token(now: now - 7200) != second)
    }
}
