// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Chooses what goes from a store to make room; pure, so that it is tested without files.
///
/// First the owner is held to its own share: its oldest files go, until the new one fits. Then, while
/// the store is too full, the oldest file goes of whoever has the most. What a notification shows, or
/// is about to show, stays.
struct StoreRoom {
    /// What goes.
    struct Choice: Equatable {
        /// Files that an owner no longer has, and others still do.
        var released: [Claim] = []

        /// Files that nobody has any more, the first to go first.
        var removed: [String] = []
    }

    /// One owner's part in a file.
    struct Claim: Equatable {
        let name: String
        let owner: String
    }

    private struct Share {
        var byteCount: UInt64 = 0
        var fileCount = 0
    }

    private var entries: [String: StoreLedger.Entry]
    private let quota: StoreQuota
    private let isKept: (String) -> Bool
    private var shares: [String: Share] = [:]
    private var total = Share()
    private var choice = Choice()

    /// What can go of each owner's, the oldest last; made when it is asked for.
    private var queues: [String: [String]] = [:]

    init(
        _ entries: [String: StoreLedger.Entry],
        _ quota: StoreQuota,
        pinned: Set<String>,
        _ use: StoreUse,
        _ store: String
    ) {
        self.entries = entries
        self.quota = quota
        isKept = { pinned.contains($0) || use.referenced?.contains("\(store)/\($0)") ?? true }
        for entry in entries.values {
            total.byteCount += entry.byteCount
            total.fileCount += 1
            for owner in entry.owners.keys {
                shares[owner, default: Share()].byteCount += entry.byteCount
                shares[owner, default: Share()].fileCount += 1
            }
        }
    }

    /// Chooses what goes for a new file.
    ///
    /// - Parameters:
    ///   - owner: Whose it is.
    ///   - byteCount: What it takes.
    /// - Returns: What goes; nil when too little can go.
    mutating func choose(for owner: String, byteCount: UInt64) -> Choice? {
        while isOverShare(owner, with: byteCount) {
            guard let name = takeOldest(of: owner) else { return nil }
            give(up: name, of: owner)
        }
        while total.byteCount + byteCount > quota.byteCount || total.fileCount >= quota.fileCount {
            guard let claim = takeOldestOfLargest() else { return nil }
            give(up: claim.name, of: claim.owner)
        }
        return choice
    }

    /// Chooses what goes where the disk has too little room, whatever the quota.
    ///
    /// - Parameter byteCount: How much is to go.
    /// - Returns: What goes; nil when too little can go.
    mutating func spare(_ byteCount: UInt64) -> Choice? {
        guard byteCount <= total.byteCount else { return nil }
        let goal = total.byteCount - byteCount
        while total.byteCount > goal {
            guard let claim = takeOldestOfLargest() else { return nil }
            give(up: claim.name, of: claim.owner)
        }
        return choice
    }

    private func isOverShare(_ owner: String, with byteCount: UInt64) -> Bool {
        guard !owner.isEmpty else { return false }
        let share = shares[owner] ?? Share()
        return share.byteCount + byteCount > quota.ownerByteCount
            || share.fileCount >= quota.ownerFileCount
    }

    /// The oldest file that can go of whoever has the most.
    private mutating func takeOldestOfLargest() -> Claim? {
        var left = shares
        while let largest = left.max(by: { Self.isSmaller($0, $1) })?.key {
            if let name = takeOldest(of: largest) { return Claim(name: name, owner: largest) }
            left[largest] = nil
        }
        return nil
    }

    private static func isSmaller(
        _ left: (key: String, value: Share),
        _ right: (key: String, value: Share)
    ) -> Bool {
        (left.value.byteCount, left.value.fileCount, right.key)
            < (right.value.byteCount, right.value.fileCount, left.key)
    }

    private mutating func takeOldest(of owner: String) -> String? {
        if queues[owner] == nil {
            let own = entries.filter { $0.value.owners[owner] != nil && !isKept($0.key) }
            let order = own.sorted {
                ($0.value.owners[owner] ?? 0, $0.key) > ($1.value.owners[owner] ?? 0, $1.key)
            }
            queues[owner] = order.map(\.key)
        }
        return queues[owner]?.popLast()
    }

    private mutating func give(up name: String, of owner: String) {
        guard var entry = entries[name] else { return }
        entry.owners[owner] = nil
        shares[owner]?.byteCount -= entry.byteCount
        shares[owner]?.fileCount -= 1
        guard entry.owners.isEmpty else {
            entries[name] = entry
            choice.released.append(Claim(name: name, owner: owner))
            return
        }
        entries[name] = nil
        total.byteCount -= entry.byteCount
        total.fileCount -= 1
        choice.removed.append(name)
    }
}
