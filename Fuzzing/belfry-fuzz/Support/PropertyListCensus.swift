// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Counts what a property list holds, shared parts as often as they are used.
struct PropertyListCensus {
    private var valueCount = 0
    private var textByteCount = 0
    private var deepest = 0

    mutating func count(_ list: PropertyList, depth: Int = 0) {
        valueCount += 1
        deepest = max(deepest, depth)
        switch list {
        case .string(let text): textByteCount += text.utf8.count
        case .array(let elements):
            for element in elements { count(element, depth: depth + 1) }
        case .dictionary(let members):
            for (key, value) in members {
                textByteCount += key.utf8.count
                count(value, depth: depth + 1)
            }
        default: break
        }
    }

    /// Holds the counts to the reader's limits.
    func check() throws {
        try hold(deepest <= PropertyList.maximumDepth, "\(deepest) levels")
        try hold(valueCount <= PropertyList.maximumValueCount, "\(valueCount) values")
        try hold(
            textByteCount <= PropertyList.maximumTextByteCount,
            "\(textByteCount) bytes of text"
        )
    }
}
