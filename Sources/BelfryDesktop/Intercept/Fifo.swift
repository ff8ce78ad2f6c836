// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A queue whose first element goes without the others being moved each time.
struct Fifo<Element> {
    private var elements: [Element] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }
    var first: Element? { isEmpty ? nil : elements[head] }

    /// What is in it, the first one first.
    var all: ArraySlice<Element> { elements[head...] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer {
            head += 1
            if head > 64, head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }

    /// Puts an element before the first one that is to come after it.
    mutating func insert(_ element: Element, where comesAfter: (Element) -> Bool) {
        let index = elements[head...].firstIndex(where: comesAfter) ?? elements.endIndex
        elements.insert(element, at: index)
    }
}

extension Fifo: Sendable where Element: Sendable {}
