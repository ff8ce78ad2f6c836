// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension UICollectionView {
    /// Puts all parts where a compositional layout has them.
    func arrange(by layout: UICollectionViewCompositionalLayout, in size: CGSize) {
        let known = Dictionary(cells.map { ($0.path, $0.cell) }) { first, _ in first }
        let items = Dictionary(grouping: cells, by: \.path.section)
        let counts = (0..<numberOfSections).map { items[$0]?.count ?? 0 }
        let plan = layout.plan(counts, in: size, traitCollection) { path, width in
            known[path]?.fitting(CGSize(width: width, height: 0))?.height
        } boundary: { [weak self] kind, section, width in
            self?.boundary(kind, of: section)?.fitting(CGSize(width: width, height: 0))?.height
        }
        for (number, place) in plan.places.enumerated() {
            let holder = holder(of: number, place)
            for (entry, frame) in zip(items[number] ?? [], place.items) {
                if entry.cell.superview !== holder { holder.addSubview(entry.cell) }
                entry.cell.frame = frame
                guard let list = place.list else { continue }
                let item = entry.path.item
                let cell = entry.cell as? UICollectionViewListCell
                cell?.stand(in: list, isFirst: item == 0, isLast: item == counts[number] - 1)
            }
            for boundary in place.boundaries {
                arrange(boundary.kind, of: number, in: boundary.frame)
            }
        }
        if backgroundColor == nil, let list = plan.places.lazy.compactMap(\.list).first {
            backgroundColor = list.backgroundColor ?? list.appearance.background
        }
        contentSize = plan.contentSize
    }

    /// What the cells of a section are in: the collection, or what scrolls by itself.
    private func holder(of section: Int, _ place: CompositionalPlan.Place) -> UIView {
        guard let scroll = place.scroll else {
            scrollers.removeValue(forKey: section)?.removeFromSuperview()
            return self
        }
        let view = scrollers[section] ?? UIScrollView()
        if scrollers[section] == nil {
            scrollers[section] = view
            view.showsHorizontalScrollIndicator = false
            view.showsVerticalScrollIndicator = false
            addSubview(view)
        }
        view.isPagingEnabled = scroll.isPaging
        view.frame = scroll.frame
        view.contentSize = scroll.contentSize
        return view
    }
}

extension UICollectionLayoutListConfiguration.Appearance {
    /// What is behind the rows.
    fileprivate var background: UIColor {
        switch self {
        case .plain, .sidebarPlain: .systemBackground
        case .grouped, .insetGrouped, .sidebar: .systemGroupedBackground
        }
    }
}
