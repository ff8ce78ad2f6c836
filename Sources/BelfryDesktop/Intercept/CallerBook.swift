// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Which program has sent which notification that is shown, for signals that are for it alone.
struct CallerBook {
    private var callers: [UInt32: String] = [:]
    private var order = Fifo<UInt32>()

    /// Most notifications that are known; the oldest go.
    private static let limit = 4096

    /// The notifications that are shown, the smallest number first.
    var numbers: [UInt32] { callers.keys.sorted() }

    func caller(of number: UInt32) -> String? { callers[number] }

    mutating func note(_ number: UInt32, _ caller: String) {
        guard number != 0 else { return }
        if callers.updateValue(caller, forKey: number) == nil { order.append(number) }
        while callers.count > Self.limit, let oldest = order.popFirst() {
            callers[oldest] = nil
        }
        // Those that were forgotten leave their places.
        if order.count > Self.limit * 4 {
            var kept = Fifo<UInt32>()
            for number in order.all where callers[number] != nil { kept.append(number) }
            order = kept
        }
    }

    mutating func forget(_ number: UInt32) {
        callers[number] = nil
    }
}
