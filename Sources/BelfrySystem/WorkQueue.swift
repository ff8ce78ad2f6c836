// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Work handed from one thread to another, in order.
package final class WorkQueue<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    private let available = Semaphore()

    package init() {}

    /// Appends an item and wakes the taker.
    package func put(_ item: Item) {
        items.withLock { $0.append(item) }
        available.signal()
    }

    /// Appends an item, unless one can stand for it and the last that waits.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - merged: What stands for both; nil where nothing does.
    package func put(_ item: Item, _ merged: @Sendable (Item) -> Item?) {
        let isMerged = items.withLock { items in
            guard let last = items.last, let both = merged(last) else {
                items.append(item)
                return false
            }
            items[items.count - 1] = both
            return true
        }
        if !isMerged { available.signal() }
    }

    /// Takes the oldest item, waiting for one until a time.
    ///
    /// - Parameter deadline: Until when; nil for ever.
    /// - Returns: The item; nil when there was none.
    package func take(until deadline: MonotonicTime?) -> Item? {
        guard let deadline else { return take() }
        while available.wait(until: deadline) {
            let item = items.withLock { Self.first(of: &$0) }
            if let item { return item }
        }
        return nil
    }

    /// Takes the oldest item; nil where there is none.
    private static func first(of items: inout [Item]) -> Item? {
        // By the array itself: `removeFirst` is a collection's, which this generic code would look up in
        // each call, for longer than the thread takes to wake.
        items.isEmpty ? nil : items.remove(at: 0)
    }

    /// Takes the oldest item, waiting for one.
    package func take() -> Item {
        while true {
            available.wait()
            let item = items.withLock { Self.first(of: &$0) }
            if let item { return item }
        }
    }
}
