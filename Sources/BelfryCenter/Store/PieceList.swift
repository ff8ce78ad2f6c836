// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Rows that are appended, kept in pieces: a transaction that keeps the rows of before for its rollback
/// copies the last piece, and not all rows, when it appends one.
struct PieceList<Element>: Sequence {
    private var pieces: [[Element]] = []

    private static var pieceLimit: Int { 16 }

    var last: Element? { pieces.last?.last }

    mutating func append(_ element: Element) {
        if let count = pieces.last?.count, count < Self.pieceLimit {
            pieces[pieces.count - 1].append(element)
        } else {
            pieces.append([element])
        }
    }

    mutating func removeAll(where isGone: (Element) -> Bool) {
        guard contains(where: isGone) else { return }
        let kept = filter { !isGone($0) }
        pieces = []
        for element in kept { append(element) }
    }

    func makeIterator() -> some IteratorProtocol<Element> { pieces.joined().makeIterator() }
}
