// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Chooses of which app something is forgotten while the ledger is over a limit: the one that has most.
///
/// An app with no more than its fair share, which is the limit divided by the number of apps that have
/// notifications, loses nothing.
struct LedgerShares {
    private var sizes: [String: LedgerSize]
    private let limit: LedgerSize

    /// Apps of which nothing may go.
    private var spared: Set<String> = []

    init(_ sizes: [String: LedgerSize], _ kept: CenterPolicy.Retention) {
        self.sizes = sizes
        limit = LedgerSize(entryCount: kept.entryLimit, byteCount: kept.byteLimit)
    }

    /// The app that has to give one; nil where nothing has to go, or may.
    var largest: String? { largest(\.entryCount) ?? largest(\.byteCount) }

    private func largest(_ part: KeyPath<LedgerSize, Int>) -> String? {
        let total = sizes.values.reduce(0) { $0 + $1[keyPath: part] }
        guard total > limit[keyPath: part] else { return nil }
        let share = limit[keyPath: part] / sizes.count
        let above = sizes.filter { $1[keyPath: part] > share && !spared.contains($0) }
        return above.max { left, right in
            (left.value[keyPath: part], right.key) < (right.value[keyPath: part], left.key)
        }?.key
    }

    /// Notes how much an app has now.
    mutating func note(_ size: LedgerSize, of app: String) {
        sizes[app] = size.entryCount > 0 ? size : nil
    }

    /// Leaves an app out, as nothing of it may go.
    mutating func spare(_ app: String) {
        spared.insert(app)
    }
}
