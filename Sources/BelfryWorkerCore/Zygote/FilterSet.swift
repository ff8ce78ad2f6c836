// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem

/// The filters of one zygote's workers, made once, before the zygote's own is in force.
struct FilterSet {
    /// The two filters of a worker.
    struct Pair {
        /// In force while the extension is loaded, over the zygote's.
        let load: SystemCallFilter
        /// In force from then on, over both.
        let sealed: PlacedFilter

        fileprivate init(hasNetwork: Bool) throws(SystemError) {
            var load = SystemCallPolicy(stage: .load, hasNetwork: hasNetwork)
            let sealed = SystemCallPolicy(stage: .sealed, hasNetwork: hasNetwork)
            self.sealed = try PlacedFilter(SystemCallFilter(sealed, over: load))
            load.nextFilter = self.sealed.address
            self.load = try SystemCallFilter(load, over: FilterSet.zygote)
        }
    }

    /// The policy of the zygote's own filter, under which its workers are.
    static let zygote = SystemCallPolicy(stage: .zygote, hasNetwork: true)

    private let withNetwork: Pair
    private let withoutNetwork: Pair

    /// Compiles the filters.
    init() throws(SystemError) {
        withNetwork = try Pair(hasNetwork: true)
        withoutNetwork = try Pair(hasNetwork: false)
    }

    /// The filters for workers with or without network.
    func pair(hasNetwork: Bool) -> Pair { hasNetwork ? withNetwork : withoutNetwork }
}
