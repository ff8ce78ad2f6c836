// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

extension UICollectionView {
    /// How cells of a class show items.
    @preconcurrency @MainActor
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        /// Has a cell show an item.
        public typealias Handler =
            @MainActor (
                _ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item
            ) -> Void

        let handler: Handler

        /// Creates a registration.
        public init(handler: @escaping Handler) { self.handler = handler }
    }

    /// How headers or footers of a class are made ready.
    @preconcurrency @MainActor
    public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        /// Makes a view ready.
        public typealias Handler =
            @MainActor (
                _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
            ) -> Void

        let elementKind: String
        let handler: Handler

        /// Creates a registration.
        public init(elementKind: String, handler: @escaping Handler) {
            self.elementKind = elementKind
            self.handler = handler
        }
    }

    /// Makes a cell that shows an item.
    public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>,
        for indexPath: IndexPath,
        item: Item?
    ) -> Cell {
        let cell = Self.made(Cell.self)
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }

    /// Makes a header or a footer.
    public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
        using registration: SupplementaryRegistration<Supplementary>,
        for indexPath: IndexPath
    ) -> Supplementary {
        let view = Self.made(Supplementary.self)
        registration.handler(view, registration.elementKind, indexPath)
        return view
    }

    private static func made<View: UICollectionReusableView>(_ type: View.Type) -> View {
        guard let view = ObjectiveCRuntime.make(type) as? View ?? type.init(coder: EmptyCoder())
        else { preconditionFailure("\(type) has to have init(frame:) or init(coder:)") }
        return view
    }
}
