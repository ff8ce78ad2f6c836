// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRandom

extension SeededGenerator {
    /// A number below a limit.
    package mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(max(1, limit)))
    }

    /// Whether something that happens once in so many times happens now.
    package mutating func once(in count: Int) -> Bool {
        below(count) == 0
    }

    /// One of several values; nil of none.
    package mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
