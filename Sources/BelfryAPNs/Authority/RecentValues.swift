// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Values by a key, as many as there may be: the one that was asked for longest ago goes for a new one.
struct RecentValues<Key: Hashable, Value> {
    private var entries: [Key: (value: Value, asked: UInt64)] = [:]
    private var time: UInt64 = 0
    private let limit: Int

    /// - Parameter limit: Most values.
    init(limit: Int) {
        self.limit = limit
    }

    /// The value of a key, which has been asked for with that; nil where there is none.
    mutating func find(_ key: Key) -> Value? {
        guard let value = entries[key]?.value else { return nil }
        keep(value, as: key)
        return value
    }

    /// Keeps a value, in the place of an older one of the key or of the one asked for longest ago.
    mutating func keep(_ value: Value, as key: Key) {
        if entries[key] == nil, entries.count >= limit,
            let oldest = entries.min(by: { $0.value.asked < $1.value.asked })
        {
            entries[oldest.key] = nil
        }
        time += 1
        entries[key] = (value, time)
    }

    /// Forgets a key.
    mutating func forget(_ key: Key) { entries[key] = nil }
}
