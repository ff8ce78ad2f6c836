// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

extension LayoutSystem {
    /// The four numbers of a view with a frame of its own: they follow its parent's size.
    func autoresizedTerms(of place: Int) -> [Term] {
        let node = tree.nodes[place]
        let parent = tree.parents[place]
        let horizontal = Self.follow(
            term(.width, of: parent),
            since: node.previousParentSize?.width,
            from: node.frame.x,
            length: node.frame.width,
            mask: node.autoresizing
        )
        let vertical = Self.follow(
            term(.height, of: parent),
            since: node.previousParentSize?.height,
            from: node.frame.y,
            length: node.frame.height,
            mask: node.autoresizing >> 3
        )
        return [horizontal.start, vertical.start, horizontal.length, vertical.length]
    }

    /// Shares what a parent's size has changed by among the margins and the length that are flexible,
    /// in proportion to what they were.
    ///
    /// - Parameters:
    ///   - extent: The parent's size.
    ///   - previous: What it was; nil for what it is.
    ///   - start: Where the view was.
    ///   - length: How large it was.
    ///   - mask: What is flexible: 1 the margin before it, 2 its length, 4 the margin after it.
    /// - Returns: Where it is and how large.
    private static func follow(
        _ extent: Term,
        since previous: Double?,
        from start: Double,
        length: Double,
        mask: Int
    ) -> (start: Term, length: Term) {
        let start = start.boundedCoordinate
        let length = length.bounded
        guard let previous = previous?.bounded, mask & 7 != 0 else {
            return (Term(constant: start), Term(constant: length))
        }
        var parts = [start, length, previous - start - length].map { max($0, 0) }
        for index in parts.indices where mask & (1 << index) == 0 { parts[index] = 0 }
        if parts.reduce(0, +) == 0 {
            for index in parts.indices where mask & (1 << index) != 0 { parts[index] = 1 }
        }
        let total = parts.reduce(0, +)
        return (
            share(of: extent, since: previous, part: parts[0] / total, added: start),
            share(of: extent, since: previous, part: parts[1] / total, added: length)
        )
    }

    private static func share(
        of extent: Term,
        since previous: Double,
        part: Double,
        added: Double
    ) -> Term {
        guard part > 0 else { return Term(constant: added) }
        return Term(
            unknown: extent.unknown,
            scale: extent.scale * part,
            constant: (extent.constant - previous) * part + added
        )
    }
}
