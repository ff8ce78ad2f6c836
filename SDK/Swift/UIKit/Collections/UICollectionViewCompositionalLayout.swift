// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// How the sections of a compositional layout go together.
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
    /// Which way the layout scrolls: sections stand below each other, or beside each other.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    /// The space between sections.
    open var interSectionSpacing: CGFloat = 0

    /// Creates what is usual.
    public nonisolated override init() {
        super.init()
    }
}

/// The provider of a section: nil ends what there is to see.
public typealias UICollectionViewCompositionalLayoutSectionProvider =
    @MainActor (Int, any NSCollectionLayoutEnvironment) -> NSCollectionLayoutSection?

/// Sections below or beside each other, each of groups of items.
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    private let provider: UICollectionViewCompositionalLayoutSectionProvider
    /// How the sections go together.
    open var configuration: UICollectionViewCompositionalLayoutConfiguration {
        didSet { invalidateLayout() }
    }

    /// Creates a layout whose sections are alike.
    public convenience init(section: NSCollectionLayoutSection) {
        self.init { _, _ in section }
    }

    /// Creates a layout whose sections are alike.
    public convenience init(
        section: NSCollectionLayoutSection,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        self.init(sectionProvider: { _, _ in section }, configuration: configuration)
    }

    /// Creates a layout that asks for its sections.
    public convenience init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider
    ) {
        self.init(
            sectionProvider: sectionProvider,
            configuration: UICollectionViewCompositionalLayoutConfiguration()
        )
    }

    /// Creates a layout that asks for its sections.
    public init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        provider = sectionProvider
        self.configuration = configuration
        super.init()
    }

    /// A layout of lists.
    public class func list(
        using configuration: UICollectionLayoutListConfiguration
    ) -> UICollectionViewCompositionalLayout {
        UICollectionViewCompositionalLayout { _, environment in
            .list(using: configuration, layoutEnvironment: environment)
        }
    }

    /// Arranges items.
    ///
    /// - Parameters:
    ///   - counts: How many items each section has.
    ///   - size: What is seen at once.
    ///   - traits: How the collection looks.
    ///   - height: How high what an item shows is within a width; nil where that is not known.
    ///   - boundary: The same of a section's header or footer, by its kind and the section's number.
    /// - Returns: Where the items are.
    func plan(
        _ counts: [Int],
        in size: CGSize,
        _ traits: UITraitCollection,
        height: @escaping (IndexPath, CGFloat) -> CGFloat?,
        boundary: @escaping (String, Int, CGFloat) -> CGFloat? = { _, _, _ in nil }
    ) -> CompositionalPlan {
        let environment = Environment(size, traits)
        var plan = CompositionalPlan(
            size: size,
            isHorizontal: configuration.scrollDirection == .horizontal,
            measure: height,
            measureBoundary: boundary
        )
        for (number, count) in counts.enumerated() {
            guard let section = provider(number, environment) else { break }
            if number > 0 { plan.skip(configuration.interSectionSpacing) }
            plan.add(section, count: count)
        }
        return plan
    }

    private final class Environment: NSObject, NSCollectionLayoutEnvironment,
        NSCollectionLayoutContainer
    {
        let contentSize: CGSize
        let traitCollection: UITraitCollection
        var effectiveContentSize: CGSize { contentSize }
        var container: any NSCollectionLayoutContainer { self }

        init(_ size: CGSize, _ traits: UITraitCollection) {
            contentSize = size
            traitCollection = traits
            super.init()
        }
    }
}
