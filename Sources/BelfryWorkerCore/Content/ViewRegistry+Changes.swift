// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

extension ViewRegistry.State {
    /// Lays out, and gives what the host does not know yet; it counts as told then.
    mutating func takeFrames() -> [ContentEvent] {
        placeViews()
        return ContentEvent.frames(of: takePatches()) + takeFocus()
    }

    /// The patches that make the host's views look like ours.
    ///
    /// Each of them can be applied where it stands: there are never more views, cycles or texts on the
    /// way than before and after.
    private mutating func takePatches() -> [ViewPatch] {
        let nodes = changed.sorted().compactMap { self.nodes[$0] }
        changed = []
        var patches: [ViewPatch] = removed.map { .remove($0) }
        let gone = Set(removed)
        removed = []
        for node in nodes where node.sent == nil {
            patches.append(.create(node.number, node.kind))
            node.sent = ViewLook()
        }
        patches += Self.takeChildren(of: nodes, without: gone)
        var properties: [(growth: Int, patch: ViewPatch)] = []
        for node in nodes {
            guard let sent = node.sent else { continue }
            let patches = node.look.patches(of: node.number, since: sent, touched: node.touched)
            for patch in patches {
                properties.append((patch.textGrowth(since: sent), patch))
            }
            node.sent = node.look
            node.touched = []
        }
        return patches + Self.ordered(properties)
    }

    /// What becomes of the views' children: views leave before any comes, so that none is ever in
    /// itself.
    private static func takeChildren(
        of nodes: [ViewNode],
        without gone: Set<UInt32>
    ) -> [ViewPatch] {
        var leaving: [ViewPatch] = []
        var coming: [ViewPatch] = []
        for node in nodes {
            // The host takes those that are gone out by itself.
            let sent = (node.sent?.children ?? []).filter { !gone.contains($0) }
            guard sent != node.look.children else { continue }
            let current = Set(node.look.children)
            let known = Set(sent)
            let staying = node.look.children.filter { known.contains($0) }
            let hasLeft = sent.contains { !current.contains($0) }
            if hasLeft { leaving.append(.children(node.number, staying)) }
            if !hasLeft || staying != node.look.children {
                coming.append(.children(node.number, node.look.children))
            }
        }
        return leaving + coming
    }

    /// Texts that shrink before those that grow, and everything else as it was.
    private static func ordered(_ properties: [(growth: Int, patch: ViewPatch)]) -> [ViewPatch] {
        properties.filter { $0.growth < 0 }.map(\.patch)
            + properties.filter { $0.growth >= 0 }.map(\.patch)
    }

    /// Where keys go, if that is to be told and the views are still there.
    private mutating func takeFocus() -> [ContentEvent] {
        defer { focus = nil }
        switch focus {
        case nil: return []
        case .nowhere: return [.resigned]
        case .view(let view, let accessory):
            guard [view, accessory].allSatisfy({ $0 == 0 || nodes[$0] != nil }) else { return [] }
            return [.firstResponder(view: view, accessory: accessory)]
        }
    }
}

extension ViewPatch {
    /// By how many bytes a text becomes longer with this patch.
    fileprivate func textGrowth(since sent: ViewLook) -> Int {
        switch self {
        case .text(_, let key, let text): text.utf8.count - (sent.texts[key]?.count ?? 0)
        case .image(_, let image):
            (image?.name.utf8.count ?? 0) - (sent.image?.name.utf8.count ?? 0)
        case .clear(_, let key): -(sent.texts[key]?.count ?? 0)
        default: 0
        }
    }
}
