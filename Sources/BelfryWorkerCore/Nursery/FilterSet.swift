// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem

/// The filters of one nursery, compiled when they are first needed and used for every worker.
struct FilterSet {
    /// The two filters of a worker.
    struct Pair {
        /// In force while the extension is loaded, over the nursery's.
        let load: SystemCallFilter
        /// In force from then on, over both.
        let sealed: SystemCallFilter
    }

    /// The policy of the nursery's own filter, under which its workers are.
    static let nursery = SystemCallPolicy(stage: .nursery, hasNetwork: true)

    private var compiled: [Bool: Pair] = [:]

    /// The filters for workers with or without network.
    mutating func pair(hasNetwork: Bool) throws(SystemError) -> Pair {
        if let pair = compiled[hasNetwork] { return pair }
        let load = SystemCallPolicy(stage: .load, hasNetwork: hasNetwork)
        let sealed = SystemCallPolicy(stage: .sealed, hasNetwork: hasNetwork)
        let pair = Pair(
            load: try SystemCallFilter(load, over: Self.nursery),
            sealed: try SystemCallFilter(sealed, over: load)
        )
        compiled[hasNetwork] = pair
        return pair
    }
}
