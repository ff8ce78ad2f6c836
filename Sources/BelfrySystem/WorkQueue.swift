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

    /// Takes the oldest item, waiting for one.
    package func take() -> Item {
        while true {
            available.wait()
            let item = items.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let item { return item }
        }
    }
}
