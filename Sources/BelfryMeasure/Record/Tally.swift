// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How often each of a few things was seen, the most frequent first.
struct Tally<Thing: Hashable & Sendable> {
    private var counts: [Thing: Int] = [:]
    private var order: [Thing] = []

    /// Things beyond these are not told apart: an extension can make up names.
    private static var limit: Int { 64 }

    /// Counts a thing; as another one where there are too many.
    mutating func add(_ thing: Thing, orAs other: Thing) {
        let isKnown = counts[thing] != nil || order.count < Self.limit
        let counted = isKnown ? thing : other
        if counts[counted] == nil { order.append(counted) }
        counts[counted, default: 0] += 1
    }

    /// What was seen; what is equally frequent in the order in which it came.
    var sorted: [(thing: Thing, count: Int)] {
        order.enumerated()
            .map { (place: $0.offset, thing: $0.element, count: counts[$0.element] ?? 0) }
            .sorted { ($1.count, $0.place) < ($0.count, $1.place) }
            .map { ($0.thing, $0.count) }
    }
}
