// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryRuntime

@Suite struct KnownBundlesTests {
    @Test func `never knows more than one nursery can be shown, and always the latest`() {
        var known = KnownBundles()
        for number in 0..<3 * KnownBundles.limit {
            known.insert("/srv/\(number).appex")
            #expect(known.paths.contains("/srv/\(number).appex"))
            #expect(known.paths.count <= KnownBundles.limit)
        }
    }

    @Test func `one that is known changes nothing, however many there are`() {
        var known = KnownBundles()
        for number in 0..<KnownBundles.limit { known.insert("/srv/\(number).appex") }
        let before = known.paths
        known.insert("/srv/0.appex")
        #expect(known.paths == before)
    }
}
