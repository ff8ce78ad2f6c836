// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Things with identifiers and documents, in the order in which they came.
///
/// Documents are kept as they are given back, so that a list costs no more than copying it.
package struct DocumentList<Element: Sendable>: Sendable {
    /// One thing of the list.
    package struct Entry: Sendable {
        /// What names it; a newer one of the same name takes its place.
        package let identifier: String

        /// The thing itself, as it was read from its document.
        package let element: Element
        let document: [UInt8]
    }

    /// All of them, the oldest first.
    package private(set) var entries: [Entry] = []

    /// The bytes of all documents.
    private(set) var byteCount = 0

    var count: Int { entries.count }

    /// Adds at the end; one of the same identifier goes.
    mutating func put(_ element: Element, _ identifier: String, _ document: [UInt8]) {
        remove(identifier)
        entries.append(Entry(identifier: identifier, element: element, document: document))
        byteCount += document.count
    }

    /// The document of an identifier, in bytes; 0 for none.
    func byteCount(of identifier: String) -> Int {
        entries.first { $0.identifier == identifier }?.document.count ?? 0
    }

    func contains(_ identifier: String) -> Bool {
        entries.contains { $0.identifier == identifier }
    }

    /// Removes by identifier.
    mutating func remove(_ identifier: String) {
        // There is one at most.
        guard let index = entries.firstIndex(where: { $0.identifier == identifier }) else { return }
        byteCount -= entries.remove(at: index).document.count
    }

    /// Removes by identifiers, or everything.
    ///
    /// - Parameter identifiers: Which; nil for all.
    /// - Returns: The identifiers of those that were there.
    mutating func remove(_ identifiers: [String]?) -> [String] {
        let wanted = identifiers.map(Set.init)
        let removed = entries.filter { wanted?.contains($0.identifier) ?? true }
        guard !removed.isEmpty else { return [] }
        entries.removeAll { wanted?.contains($0.identifier) ?? true }
        byteCount -= removed.reduce(0) { $0 + $1.document.count }
        return removed.map(\.identifier)
    }

    /// Removes the oldest.
    mutating func removeFirst() {
        byteCount -= entries.removeFirst().document.count
    }

    /// All of them as one JSON array.
    var array: [UInt8] { entries.map(\.document).jsonArray }
}

extension [[UInt8]] {
    /// JSON texts as one array.
    package var jsonArray: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(reduce(2) { $0 + $1.count + 1 })
        bytes.append(UInt8(ascii: "["))
        bytes.append(contentsOf: joined(separator: [UInt8(ascii: ",")]))
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
