// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem

/// The filters of one nursery, compiled when they are first needed and used for every worker.
struct FilterSet {
    /// The two filters of a worker.
    struct Pair {
        /// In force while the extension is loaded.
        let load: SystemCallFilter
        /// In force from then on.
        let sealed: SystemCallFilter
    }

    private var compiled: [Bool: Pair] = [:]

    /// The filters for workers with or without network.
    mutating func pair(hasNetwork: Bool) throws(SystemError) -> Pair {
        if let pair = compiled[hasNetwork] { return pair }
        let pair = Pair(
            load: try SystemCallFilter(SystemCallPolicy(stage: .load, hasNetwork: hasNetwork)),
            sealed: try SystemCallFilter(SystemCallPolicy(stage: .sealed, hasNetwork: hasNetwork))
        )
        compiled[hasNetwork] = pair
        return pair
    }
}
