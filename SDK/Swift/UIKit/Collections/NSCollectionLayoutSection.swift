// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a compositional layout is made for.
@preconcurrency @MainActor
public protocol NSCollectionLayoutEnvironment: NSObjectProtocol {
    /// The collection.
    var container: any NSCollectionLayoutContainer { get }
    /// How the collection looks.
    var traitCollection: UITraitCollection { get }
}

/// What the parts of a compositional layout are in.
@preconcurrency @MainActor
public protocol NSCollectionLayoutContainer: NSObjectProtocol {
    /// Its size.
    var contentSize: CGSize { get }
    /// Its size without its insets.
    var effectiveContentSize: CGSize { get }
}

/// A section of a compositional layout: groups, one below the other.
@preconcurrency @MainActor
open class NSCollectionLayoutSection: NSObject {
    /// How a section's groups stand beside each other and scroll.
    public enum OrthogonalScrollingBehavior: Int, Sendable {
        /// They stand below each other.
        case none = 0
        /// As far as the finger says.
        case continuous = 1
        /// To the edge of a group.
        ///
        /// - Note: The host scrolls as far as the user does, and stops where they stop.
        case continuousGroupLeadingBoundary = 2
        /// By the width of the collection.
        ///
        /// - Note: The host scrolls as far as the user does, and stops where they stop.
        case paging = 3
        /// By groups.
        ///
        /// - Note: The host scrolls as far as the user does, and stops where they stop.
        case groupPaging = 4
        /// By groups, each in the middle: before the first and after the last there is as much space as
        /// that takes.
        ///
        /// - Note: The host scrolls as far as the user does, and stops where they stop.
        case groupPagingCentered = 5
    }

    let group: NSCollectionLayoutGroup
    /// How the cells look where the section is a list; nil for other sections.
    var list: UICollectionLayoutListConfiguration?

    /// The space around the groups.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// The space between groups.
    open var interGroupSpacing: CGFloat = 0
    /// How the groups scroll to the side.
    open var orthogonalScrollingBehavior = OrthogonalScrollingBehavior.none
    /// The headers and footers.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []

    /// Creates a section.
    public init(group: NSCollectionLayoutGroup) {
        self.group = group
        super.init()
    }

    /// A section whose items are the rows of a list.
    public class func list(
        using configuration: UICollectionLayoutListConfiguration,
        layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection {
        func whole(_ height: CGFloat) -> NSCollectionLayoutSize {
            NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1),
                heightDimension: .estimated(height)
            )
        }
        let row = NSCollectionLayoutItem(layoutSize: whole(44))
        let group = NSCollectionLayoutGroup.vertical(layoutSize: whole(44), subitems: [row])
        let section = NSCollectionLayoutSection(group: group)
        section.list = configuration
        section.contentInsets = configuration.appearance.insets
        if configuration.headerMode == .supplementary {
            section.boundarySupplementaryItems.append(
                NSCollectionLayoutBoundarySupplementaryItem(
                    layoutSize: whole(38),
                    elementKind: UICollectionView.elementKindSectionHeader,
                    alignment: .top
                )
            )
        }
        if configuration.footerMode == .supplementary {
            section.boundarySupplementaryItems.append(
                NSCollectionLayoutBoundarySupplementaryItem(
                    layoutSize: whole(38),
                    elementKind: UICollectionView.elementKindSectionFooter,
                    alignment: .bottom
                )
            )
        }
        return section
    }
}

/// How a list looks.
@preconcurrency @MainActor
public struct UICollectionLayoutListConfiguration {
    /// What the rows stand on.
    public enum Appearance: Int, Sendable {
        /// The collection's whole width.
        case plain = 0
        /// The whole width, with space between sections.
        case grouped = 1
        /// A rounded box for each section.
        case insetGrouped = 2
        /// As beside another view.
        case sidebar = 3
        /// As beside another view, without a background.
        case sidebarPlain = 4

        fileprivate var insets: NSDirectionalEdgeInsets {
            switch self {
            case .plain, .sidebarPlain: .zero
            case .grouped: NSDirectionalEdgeInsets(top: 17.5, leading: 0, bottom: 17.5, trailing: 0)
            case .insetGrouped, .sidebar:
                NSDirectionalEdgeInsets(top: 17.5, leading: 16, bottom: 17.5, trailing: 16)
            }
        }
    }

    /// What is above the rows.
    public enum HeaderMode: Int, Sendable {
        /// Nothing.
        case none = 0
        /// A view that the data source gives.
        case supplementary = 1
        /// The first row.
        case firstItemInSection = 2
    }

    /// What is below the rows.
    public enum FooterMode: Int, Sendable {
        /// Nothing.
        case none = 0
        /// A view that the data source gives.
        case supplementary = 1
    }

    let appearance: Appearance
    /// Whether there are lines between the rows.
    public var showsSeparators = true
    /// What is behind the rows; nil for what is usual.
    public var backgroundColor: UIColor?
    /// What is above the rows.
    public var headerMode = HeaderMode.none
    /// What is below the rows.
    public var footerMode = FooterMode.none

    /// Creates a list's look.
    public init(appearance: Appearance) {
        self.appearance = appearance
    }
}
