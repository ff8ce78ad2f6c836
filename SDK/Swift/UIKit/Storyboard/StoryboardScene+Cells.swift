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
        let type = cellType(of: element, UICollectionViewCell.self)
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
            constrain(content, within: cell.contentView)
            connectAll(in: content)
        }
        constrain(element, within: cell)
        connect(element)
        setRuntimeAttributes(of: element, on: cell)
        cell.awakeFromNib()
        return cell
    }

    /// Makes a row's cell with what is in it.
    func makeCell(_ element: StoryboardElement) -> UITableViewCell? {
        let type = cellType(of: element, UITableViewCell.self)
        guard let cell = type.init(coder: StoryboardCoder { self.fillCommon($0, element) }) else {
            file.complain("init(coder:) returned nil; the cell is left out", at: element)
            return nil
        }
        if let id = element["id"] { objects[id] = cell }
        guard let content = element.keyed("contentView") else { return cell }
        if let id = content["id"] { objects[id] = cell.contentView }
        for child in content.all(in: "subviews") {
            let id = child["id"]
            if id == element["textLabel"], let label = cell.textLabel {
                fill(label: label, child)
            } else if id == element["detailTextLabel"], let label = cell.detailTextLabel {
                fill(label: label, child)
            } else if id == element["imageView"], let view = cell.imageView {
                fill(imageView: view, child)
            } else if let view = make(child) {
                cell.contentView.addSubview(view)
            }
        }
        constrain(content, within: cell.contentView)
        connectAll(in: content)
        connect(element)
        setRuntimeAttributes(of: element, on: cell)
        cell.awakeFromNib()
        return cell
    }

    /// Makes a header or a footer of a collection's.
    private func makePart(_ element: StoryboardElement) -> UICollectionReusableView? {
        let type = cellType(of: element, UICollectionReusableView.self)
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

    private func cellType<Cell: UIView>(
        of element: StoryboardElement,
        _ usual: Cell.Type
    ) -> Cell.Type {
        let module = element["customModule"]
        guard let name = element["customClass"] else { return usual }
        if let type = classes.find(name, module: module) as? Cell.Type { return type }
        file.complain(
            "unknown class \(name), or it is no \(usual); a plain cell takes its place",
            at: element
        )
        return usual
    }
}
