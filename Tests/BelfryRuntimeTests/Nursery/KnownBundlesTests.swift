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

    @Test func `knows what each bundle keeps, and never more than can be mounted`() {
        var known = KnownBundles()
        known.insert("/srv/a.appex", storage: ["/state/data/a"])
        known.insert("/srv/a.appex", storage: ["/state/data/a", "/state/groups/g"])
        known.insert("/srv/b.appex", storage: ["/state/data/b", "/state/groups/g"])
        #expect(known.storagePaths == ["/state/data/a", "/state/data/b", "/state/groups/g"])
        for number in 0..<2 * KnownBundles.storageLimit {
            let bundle = "/srv/\(number % 100).appex"
            known.insert(bundle, storage: ["/state/groups/\(number)"])
            #expect(known.storagePaths.contains("/state/groups/\(number)"))
            #expect(known.storagePaths.count <= KnownBundles.storageLimit)
        }
    }
}
