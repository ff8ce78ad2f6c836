// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Finds the key that someone meant by a key that nobody knows.
package struct Spelling {
    /// The keys that exist.
    package let names: [String]

    private let folded: [[UInt32]]

    /// - Parameter names: The keys that exist.
    package init(_ names: [String]) {
        self.names = names
        folded = names.map(Self.fold)
    }

    /// The known key that a misspelt one comes near to, where it is asked for once.
    package static func nearest(to key: String, among known: [String]) -> String? {
        Spelling(known).nearest(to: key)
    }

    /// The known key that a misspelt one comes near to.
    ///
    /// Case, hyphens, underscores and spaces do not count: `mutable_content` and `mutableContent` are
    /// both near `mutable-content`. Beyond that, two typing slips are allowed, one in a short key.
    ///
    /// - Parameter key: The key as written, not one of those that exist.
    /// - Returns: The nearest known key, nil when none is near.
    package func nearest(to key: String) -> String? {
        let sought = Self.fold(key)
        let allowed = sought.count < 6 ? 1 : 2
        let isCompared = sought.count > 2 && sought.count < Self.longestCompared
        var best: (name: String, distance: Int)?
        for (name, other) in zip(names, folded) {
            if other == sought { return name }
            guard isCompared, abs(other.count - sought.count) <= allowed else { continue }
            guard let slips = Self.distance(sought, other, atMost: allowed) else { continue }
            if slips < best?.distance ?? .max { best = (name, slips) }
        }
        return best?.name
    }

    /// Longer keys are compared folded only: the distance costs time by the square of their length.
    private static let longestCompared = 100

    /// The scalars that count, in lower case: numbers, which are compared much faster than characters,
    /// and every bundle has some dozens of keys to compare with as many.
    private static func fold(_ key: String) -> [UInt32] {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(key.utf8.count)
        for byte in key.utf8 {
            guard byte < 0x80 else { return foldWhole(key) }
            if let scalar = fold(byte) { scalars.append(scalar) }
        }
        return scalars
    }

    private static func foldWhole(_ key: String) -> [UInt32] {
        key.lowercased().unicodeScalars
            .filter { $0 != "-" && $0 != "_" && !$0.properties.isWhitespace }
            .map(\.value)
    }

    /// A byte of ASCII in lower case; nil for one that does not count.
    private static func fold(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "), 0x09...0x0D: nil
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte | 0x20)
        default: UInt32(byte)
        }
    }

    /// Counts the scalars to insert, delete, replace or swap with their neighbour; nil for more than
    /// a limit.
    private static func distance(
        _ left: [UInt32],
        _ right: [UInt32],
        atMost limit: Int
    ) -> Int? {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        var row = beforeLast
        var lastLeast = 0
        for (i, scalar) in left.enumerated() {
            row[0] = i + 1
            var least = i + 1
            for (j, other) in right.enumerated() {
                let replaced = last[j] + (scalar == other ? 0 : 1)
                var best = min(replaced, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, scalar == right[j - 1], left[i - 1] == other {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row[j + 1] = best
                least = min(least, best)
            }
            // What follows builds on one of the last two rows.
            if least > limit, lastLeast > limit { return nil }
            lastLeast = least
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
