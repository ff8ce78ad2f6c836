// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Random numbers that a seed repeats (splitmix64).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

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
