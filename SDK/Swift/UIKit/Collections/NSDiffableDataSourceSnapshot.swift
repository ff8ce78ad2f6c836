// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The sections and items that a collection is to show, each known by its identifier.
///
/// An identifier is there once. A section or an item that is named and is not there ends the run, as
/// on iOS.
public struct NSDiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable,
    ItemIdentifierType: Hashable
> {
    fileprivate struct Section {
        let identifier: SectionIdentifierType
        var items: [ItemIdentifierType] = []
    }

    private var sections: [Section] = []

    /// Sections that are to be made anew; see ``reloadSections(_:)``.
    public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []
    /// Items that are to be made anew; see ``reloadItems(_:)``.
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    /// Items whose cells are to be set again; see ``reconfigureItems(_:)``.
    public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

    /// Creates one without sections.
    public init() {}

    // MARK: What is there

    /// How many items all sections have together.
    public var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }
    /// How many sections there are.
    public var numberOfSections: Int { sections.count }
    /// The sections, first to last.
    public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
    /// The items of all sections, first to last.
    public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }

    /// How many items a section has.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        itemIdentifiers(inSection: identifier).count
    }

    /// The items of a section, first to last.
    public func itemIdentifiers(
        inSection identifier: SectionIdentifierType
    ) -> [ItemIdentifierType] {
        sections[required(section: identifier)].items
    }

    /// The section that an item is in; nil for an item that is not there.
    public func sectionIdentifier(
        containingItem identifier: ItemIdentifierType
    ) -> SectionIdentifierType? {
        place(of: identifier).map { sections[$0.section].identifier }
    }

    /// An item's number among those of all sections; nil for an item that is not there.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        itemIdentifiers.firstIndex(of: identifier)
    }

    /// A section's number; nil for a section that is not there.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        sections.firstIndex { $0.identifier == identifier }
    }

    // MARK: Sections

    /// Adds sections after the last one.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        insert(identifiers, at: sections.count)
    }

    /// Adds sections before another one.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType],
        beforeSection toIdentifier: SectionIdentifierType
    ) {
        insert(identifiers, at: required(section: toIdentifier))
    }

    /// Adds sections after another one.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType],
        afterSection toIdentifier: SectionIdentifierType
    ) {
        insert(identifiers, at: required(section: toIdentifier) + 1)
    }

    private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
        precondition(
            Set(identifiers + sectionIdentifiers).count == identifiers.count + sections.count,
            "a snapshot has each section's identifier once"
        )
        sections.insert(contentsOf: identifiers.map { Section(identifier: $0) }, at: index)
    }

    /// Takes sections out, with their items; one that is not there is passed over.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        let gone = Set(identifiers)
        sections.removeAll { gone.contains($0.identifier) }
    }

    /// Moves a section to before another one.
    public mutating func moveSection(
        _ identifier: SectionIdentifierType,
        beforeSection toIdentifier: SectionIdentifierType
    ) {
        move(identifier, to: toIdentifier, offset: 0)
    }

    /// Moves a section to after another one.
    public mutating func moveSection(
        _ identifier: SectionIdentifierType,
        afterSection toIdentifier: SectionIdentifierType
    ) {
        move(identifier, to: toIdentifier, offset: 1)
    }

    private mutating func move(
        _ identifier: SectionIdentifierType,
        to target: SectionIdentifierType,
        offset: Int
    ) {
        let index = required(section: identifier)
        guard identifier != target else { return }
        let section = sections.remove(at: index)
        sections.insert(section, at: required(section: target) + offset)
    }

    /// Has sections be made anew.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        for identifier in identifiers { _ = required(section: identifier) }
        reloadedSectionIdentifiers += identifiers
    }

    // MARK: Items

    /// Adds items after the last one of a section; those that are there already are moved.
    ///
    /// - Parameters:
    ///   - identifiers: The items, each of them once.
    ///   - sectionIdentifier: The section; nil for the last one.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType],
        toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        precondition(!sections.isEmpty, "a snapshot has a section before it has items")
        let index = sectionIdentifier.map { required(section: $0) } ?? sections.count - 1
        take(identifiers)
        sections[index].items += identifiers
    }

    /// Adds items before another one; those that are there already are moved.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType],
        beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        insert(identifiers, at: beforeIdentifier, offset: 0)
    }

    /// Adds items after another one; those that are there already are moved.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType],
        afterItem afterIdentifier: ItemIdentifierType
    ) {
        insert(identifiers, at: afterIdentifier, offset: 1)
    }

    private mutating func insert(
        _ identifiers: [ItemIdentifierType],
        at target: ItemIdentifierType,
        offset: Int
    ) {
        precondition(!identifiers.contains(target), "an item is not inserted beside itself")
        take(identifiers)
        let place = required(item: target)
        sections[place.section].items.insert(contentsOf: identifiers, at: place.item + offset)
    }

    /// Takes items out of where they are before they come elsewhere.
    private mutating func take(_ identifiers: [ItemIdentifierType]) {
        precondition(
            Set(identifiers).count == identifiers.count,
            "a snapshot has each item's identifier once"
        )
        deleteItems(identifiers)
    }

    /// Takes items out; one that is not there is passed over.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set(identifiers)
        for index in sections.indices { sections[index].items.removeAll(where: gone.contains) }
    }

    /// Takes all items out, and all sections.
    public mutating func deleteAllItems() { sections = [] }

    /// Moves an item to before another one.
    public mutating func moveItem(
        _ identifier: ItemIdentifierType,
        beforeItem toIdentifier: ItemIdentifierType
    ) {
        move(identifier, to: toIdentifier, offset: 0)
    }

    /// Moves an item to after another one.
    public mutating func moveItem(
        _ identifier: ItemIdentifierType,
        afterItem toIdentifier: ItemIdentifierType
    ) {
        move(identifier, to: toIdentifier, offset: 1)
    }

    private mutating func move(
        _ identifier: ItemIdentifierType,
        to target: ItemIdentifierType,
        offset: Int
    ) {
        _ = required(item: identifier)
        guard identifier != target else { return }
        insert([identifier], at: target, offset: offset)
    }

    /// Has items be made anew.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        for identifier in identifiers { _ = required(item: identifier) }
        reloadedItemIdentifiers += identifiers
    }

    /// Has items be set again; here their cells are made anew.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        for identifier in identifiers { _ = required(item: identifier) }
        reconfiguredItemIdentifiers += identifiers
    }

    /// The same sections and items, of which none is to be made anew.
    var withoutMarks: Self {
        var copy = self
        copy.reloadedSectionIdentifiers = []
        copy.reloadedItemIdentifiers = []
        copy.reconfiguredItemIdentifiers = []
        return copy
    }

    // MARK: Places

    /// The section of a number; nil for a number that no section has.
    func section(at number: Int) -> SectionIdentifierType? {
        sections.indices.contains(number) ? sections[number].identifier : nil
    }

    /// How many items the section of a number has.
    func itemCount(at number: Int) -> Int {
        sections.indices.contains(number) ? sections[number].items.count : 0
    }

    /// The item at a place; nil for a place without one.
    func item(at number: Int, in section: Int) -> ItemIdentifierType? {
        guard (0..<itemCount(at: section)).contains(number) else { return nil }
        return sections[section].items[number]
    }

    func place(of item: ItemIdentifierType) -> (section: Int, item: Int)? {
        for (number, section) in sections.enumerated() {
            if let index = section.items.firstIndex(of: item) { return (number, index) }
        }
        return nil
    }

    private func required(item: ItemIdentifierType) -> (section: Int, item: Int) {
        guard let place = place(of: item) else {
            preconditionFailure("the snapshot has no item \(item)")
        }
        return place
    }

    private func required(section: SectionIdentifierType) -> Int {
        guard let index = indexOfSection(section) else {
            preconditionFailure("the snapshot has no section \(section)")
        }
        return index
    }
}

extension NSDiffableDataSourceSnapshot.Section: Sendable
where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}

extension NSDiffableDataSourceSnapshot: Sendable
where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
