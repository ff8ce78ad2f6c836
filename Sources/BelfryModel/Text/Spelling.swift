// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Finds the key that someone meant by a key that nobody knows.
package enum Spelling {
    /// The known key that a misspelt one comes near to.
    ///
    /// Case, hyphens, underscores and spaces do not count: `mutable_content` and `mutableContent` are
    /// both near `mutable-content`. Beyond that, two typing slips are allowed, one in a short key.
    ///
    /// - Parameters:
    ///   - key: The key as written, not one of `known`.
    ///   - known: The keys that exist.
    /// - Returns: The nearest known key, nil when none is near.
    package static func nearest(to key: String, among known: [String]) -> String? {
        let folded = fold(key)
        if let same = known.first(where: { fold($0) == folded }) { return same }
        let allowed = folded.count < 6 ? 1 : 2
        guard folded.count > 2, folded.count < longestCompared else { return nil }
        let scored = known.map { (name: $0, folded: fold($0)) }
            .filter { abs($0.folded.count - folded.count) <= allowed }
            .map { (name: $0.name, distance: distance(folded, $0.folded)) }
        let best = scored.min { $0.distance < $1.distance }
        return best.flatMap { $0.distance <= allowed ? $0.name : nil }
    }

    /// Longer keys are compared folded only: the distance costs time by the square of their length.
    private static let longestCompared = 100

    private static func fold(_ key: String) -> [Character] {
        // As keys are, and every bundle has some dozens to compare with as many.
        if key.utf8.allSatisfy({ $0 < 0x80 }) { return key.utf8.compactMap(fold) }
        return key.lowercased().filter { $0 != "-" && $0 != "_" && !$0.isWhitespace }
            .map { $0 }
    }

    /// A byte of ASCII in lower case; nil for one that does not count.
    private static func fold(_ byte: UInt8) -> Character? {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "), 0x09...0x0D: nil
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Character(UnicodeScalar(byte | 0x20))
        default: Character(UnicodeScalar(byte))
        }
    }

    /// Counts the characters to insert, delete, replace or swap with their neighbour.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                let replaced = last[j] + (character == other ? 0 : 1)
                var best = min(replaced, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, character == right[j - 1], left[i - 1] == other {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
