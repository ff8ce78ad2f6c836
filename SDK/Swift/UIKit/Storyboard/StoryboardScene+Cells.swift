// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The cells that a table or a collection of a storyboard makes its rows or items from.
extension StoryboardScene {
    /// Has a table make cells of a prototype.
    func offer(_ element: StoryboardElement, in table: UITableView) {
        guard let identifier = element["reuseIdentifier"] else { return }
        // Each row has a cell of its own, whose views are not the scene's.
        table.prototypes[identifier] = {
            let kept = self.objects
            defer { self.objects = kept }
            return self.makeCell(element)
        }
    }

    /// Has a collection make cells of a prototype.
    func offer(_ element: StoryboardElement, in collection: UICollectionView) {
        guard let identifier = element["reuseIdentifier"] else { return }
        collection.prototypes[identifier] = {
            let kept = self.objects
            defer { self.objects = kept }
            return self.makeItem(element) as? UICollectionViewCell
        }
    }

    /// Makes an item's cell, or another part of a collection, with what is in it.
    func makeItem(_ element: StoryboardElement) -> UICollectionReusableView? {
        guard element.name == "collectionViewCell" else { return makePart(element) }
        let type = namedClass(of: element, UICollectionViewCell.self)
        guard let cell = type.init(coder: StoryboardCoder { self.fillCommon($0, element) }) else {
            file.complain("init(coder:) returned nil; the cell is left out", at: element)
            return nil
        }
        if let id = element["id"] { objects[id] = cell }
        if let content = element.keyed("contentView") {
            if let id = content["id"] { objects[id] = cell.contentView }
            fillCommon(cell.contentView, content)
            for child in content.all(in: "subviews") {
                if let view = make(child) { cell.contentView.addSubview(view) }
            }
        }
        constrain(element, within: cell)
        connectAll(in: element)
        awake(element)
        return cell
    }

    /// Makes a row's cell with what is in it, and connects all of it.
    func makeCell(_ element: StoryboardElement) -> UITableViewCell? {
        guard let cell = makeUnconnectedCell(element) else { return nil }
        constrain(element, within: cell)
        connectAll(in: element)
        awake(element)
        return cell
    }

    /// Makes a section whose cells are the scene's, which are connected with all else in it.
    func makeSection(_ element: StoryboardElement) -> StaticSection {
        StaticSection(
            header: file.text("headerTitle", of: element),
            footer: file.text("footerTitle", of: element),
            rows: element.all(in: "cells").compactMap { cell in
                makeUnconnectedCell(cell).map { ($0, cell.number("rowHeight").map { CGFloat($0) }) }
            }
        )
    }

    private func makeUnconnectedCell(_ element: StoryboardElement) -> UITableViewCell? {
        let type = namedClass(of: element, UITableViewCell.self)
        guard let cell = type.init(coder: StoryboardCoder { self.fillCommon($0, element) }) else {
            file.complain("init(coder:) returned nil; the cell is left out", at: element)
            return nil
        }
        if let id = element["id"] { objects[id] = cell }
        cell.reuseIdentifier = element["reuseIdentifier"]
        if let style = element.choice("style", Self.cellStyles) { cell.style = style }
        if let mark = element.choice("accessoryType", Self.accessories) {
            cell.accessoryType = mark
        }
        if let style = element.choice("selectionStyle", Self.selectionStyles) {
            cell.selectionStyle = style
        }
        guard let content = element.keyed("contentView") else { return cell }
        if let id = content["id"] { objects[id] = cell.contentView }
        for child in content.all(in: "subviews") {
            let id = child["id"]
            if id == element["textLabel"], let label = cell.textLabel {
                fill(label: label, child)
                if let id { objects[id] = label }
            } else if id == element["detailTextLabel"], let label = cell.detailTextLabel {
                fill(label: label, child)
                if let id { objects[id] = label }
            } else if id == element["imageView"], let view = cell.imageView {
                fill(imageView: view, child)
                if let id { objects[id] = view }
            } else if let view = make(child) {
                cell.contentView.addSubview(view)
            }
        }
        return cell
    }

    private static let cellStyles: [String: UITableViewCell.CellStyle] = [
        "IBUITableViewCellStyleDefault": .default, "IBUITableViewCellStyleSubtitle": .subtitle,
        "IBUITableViewCellStyleValue1": .value1, "IBUITableViewCellStyleValue2": .value2,
    ]

    private static let accessories: [String: UITableViewCell.AccessoryType] = [
        "checkmark": .checkmark, "detailButton": .detailButton,
        "detailDisclosureButton": .detailDisclosureButton,
        "disclosureIndicator": .disclosureIndicator,
    ]

    private static let selectionStyles: [String: UITableViewCell.SelectionStyle] = [
        "blue": .blue, "default": .default, "gray": .gray, "none": .none,
    ]

    /// Makes a header or a footer of a collection's.
    private func makePart(_ element: StoryboardElement) -> UICollectionReusableView? {
        let type = namedClass(of: element, UICollectionReusableView.self)
        let part = type.init(coder: StoryboardCoder { self.fill($0, element) })
        guard let part else {
            file.complain("init(coder:) returned nil; the view is left out", at: element)
            return nil
        }
        constrain(element, within: part)
        connectAll(in: element)
        part.awakeFromNib()
        return part
    }
}
