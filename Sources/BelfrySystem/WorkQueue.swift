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
            let item = items.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let item { return item }
        }
        return nil
    }

    /// Takes the oldest item, waiting for one.
    package func take() -> Item {
        while true {
            available.wait()
            let item = items.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let item { return item }
        }
    }
}
