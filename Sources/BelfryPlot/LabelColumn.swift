// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Labels below each other that keep clear of each other.
enum LabelColumn {
    /// Moves labels apart, as little as that takes.
    ///
    /// - Parameters:
    ///   - places: Where each would be.
    ///   - distance: How far each has to be from the next.
    ///   - range: Where they may be; too many for it are evenly spread.
    /// - Returns: Where each is, in the order they were given.
    static func spread(
        _ places: [Double],
        distance: Double,
        within range: ClosedRange<Double>
    ) -> [Double] {
        let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
        let room = range.upperBound - range.lowerBound
        let distance = min(distance, room / Double(max(places.count - 1, 1)))
        var result = places
        var floor = range.lowerBound
        for index in order {
            result[index] = max(result[index], floor)
            floor = result[index] + distance
        }
        var ceiling = range.upperBound
        for index in order.reversed() {
            result[index] = min(result[index], ceiling)
            ceiling = result[index] - distance
        }
        return result
    }
}
