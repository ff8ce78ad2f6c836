// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What is known of notifications that are shown, by their numbers.
struct NumberBook<Value> {
    private var values: [UInt32: Value] = [:]
    private var order = Fifo<UInt32>()

    /// Most notifications that are known; the oldest go.
    private static var limit: Int { 4096 }

    /// The notifications that are shown, the smallest number first.
    var numbers: [UInt32] { values.keys.sorted() }

    subscript(number: UInt32) -> Value? { values[number] }

    mutating func note(_ number: UInt32, _ value: Value) {
        guard number != 0 else { return }
        if values.updateValue(value, forKey: number) == nil { order.append(number) }
        while values.count > Self.limit, let oldest = order.popFirst() {
            values[oldest] = nil
        }
        // Those that were forgotten leave their places.
        if order.count > Self.limit * 4 {
            var kept = Fifo<UInt32>()
            for number in order.all where values[number] != nil { kept.append(number) }
            order = kept
        }
    }

    mutating func forget(_ number: UInt32) {
        values[number] = nil
    }
}
