// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

/// Outlets, actions and what is set by name.
extension StoryboardScene {
    /// Connects all views from an element on, and sets what the storyboard sets by name.
    func connectAll(in element: StoryboardElement) {
        connect(element)
        if let id = element["id"], let object = objects[id] {
            setRuntimeAttributes(of: element, on: object)
        }
        for child in parts(of: element) { connectAll(in: child) }
    }

    /// Makes the connections that begin at an object.
    func connect(_ element: StoryboardElement) {
        guard let id = element["id"], let object = objects[id] else { return }
        // Empty: they are objects of the scene, connected by an outlet collection.
        _ = element.all(in: "gestureRecognizers")
        var collections: [(property: String, members: [AnyObject], element: StoryboardElement)] = []
        for connection in element.all(in: "connections") {
            switch connection.name {
            case "action": addAction(connection, to: object)
            case "outlet", "outletCollection":
                guard let property = connection["property"],
                    let destination = destination(of: connection)
                else { continue }
                _ = connection["appends"]
                guard connection.name == "outletCollection" else {
                    setOutlet(property, of: object, to: destination, connection)
                    continue
                }
                if let index = collections.firstIndex(where: { $0.property == property }) {
                    collections[index].members.append(destination)
                } else {
                    collections.append((property, [destination], connection))
                }
            case "segue" where connection["kind"] == "embed":
                if let view = object as? UIView { embed(connection, in: view) }
            case "segue": refuse(connection)
            default: file.warn("a connection <\(connection.name)>", at: connection.line)
            }
        }
        for collection in collections {
            setOutlet(collection.property, of: object, to: collection.members, collection.element)
        }
    }

    /// Says that a segue leads nowhere.
    private func refuse(_ segue: StoryboardElement) {
        let name = segue["identifier"].map { " \"\($0)\"" } ?? " to \(segue["destination"] ?? "?")"
        file.warn(
            "the segue\(name) of the kind \(segue["kind"] ?? "?")",
            at: segue.line,
            "is not followed; a notification goes on showing the controller that it has"
        )
        segue.readAll()
    }

    private func destination(of connection: StoryboardElement) -> AnyObject? {
        guard let id = connection["destination"] else { return nil }
        if let object = objects[id] { return object }
        if !excluded.contains(id) {
            file.warn("what a connection leads to (\(id))", at: connection.line, "is not there")
        }
        return nil
    }

    /// Sets an outlet.
    ///
    /// On iOS the extension would end where there is none; here the log says so, and the rest is
    /// connected.
    private func setOutlet(
        _ name: String,
        of object: AnyObject,
        to value: Any,
        _ connection: StoryboardElement
    ) {
        if setKnownOutlet(name, of: object, to: value) { return }
        let type: AnyClass = Swift.type(of: object)
        guard let property = ObjectiveCRuntime.property(name, of: object) else {
            file.complain(
                "the class \(type) has no outlet \(name) (on iOS the extension would end here: this "
                    + "class is not key value coding-compliant for the key \(name)); mark a property of "
                    + "the name @IBOutlet, or delete the connection",
                at: connection
            )
            return
        }
        do {
            try property.set(value, on: object)
        } catch {
            file.complain(
                "the outlet \(name) of \(type) \(error.message); give it the class of what it is "
                    + "connected with, or connect it with another view",
                at: connection
            )
        }
    }

    /// Sets the outlets that the SDK's own classes have.
    private func setKnownOutlet(_ name: String, of object: AnyObject, to value: Any) -> Bool {
        switch (object, name) {
        case (let view as UIView, "gestureRecognizers"):
            for recognizer in value as? [UIGestureRecognizer] ?? [] {
                view.addGestureRecognizer(recognizer)
            }
        case (let field as UITextField, "delegate"):
            field.delegate = value as? any UITextFieldDelegate
        case (let collection as UICollectionView, "dataSource"):
            collection.dataSource = value as? any UICollectionViewDataSource
        case (let collection as UICollectionView, "delegate"):
            collection.delegate = value as? any UICollectionViewDelegate
        case (let table as UITableView, "dataSource"):
            table.dataSource = value as? any UITableViewDataSource
        case (let table as UITableView, "delegate"):
            table.delegate = value as? any UITableViewDelegate
        case (let picker as UIPickerView, "dataSource"):
            picker.dataSource = value as? any UIPickerViewDataSource
        case (let picker as UIPickerView, "delegate"):
            picker.delegate = value as? any UIPickerViewDelegate
        case (let search as UISearchBar, "delegate"):
            search.delegate = value as? any UISearchBarDelegate
        case (let text as UITextView, "delegate"):
            text.delegate = value as? any UITextViewDelegate
        case (let bar as UITabBar, "delegate"):
            bar.delegate = value as? any UITabBarDelegate
        case (let scroll as UIScrollView, "delegate"):
            scroll.delegate = value as? any UIScrollViewDelegate
        case (let recognizer as UIGestureRecognizer, "delegate"):
            recognizer.delegate = value as? any UIGestureRecognizerDelegate
        case (let controller as UIViewController, "view"):
            if let view = value as? UIView, controller.viewIfLoaded !== view {
                controller.view = view
            }
        case (let holder as any StoryboardOutletHolder, _):
            return holder.setStoryboardOutlet(name, to: value)
        default: return false
        }
        return true
    }

    private func addAction(_ connection: StoryboardElement, to object: AnyObject) {
        let event = connection["eventType"] ?? "touchUpInside"
        guard let name = connection["selector"], let target = destination(of: connection) else {
            return
        }
        let type: AnyClass = Swift.type(of: target)
        if ObjectiveCRuntime.method(name, of: target) == nil {
            file.complain(
                "the class \(type) has no action \(name); mark a method of the name @IBAction, or "
                    + "delete the connection",
                at: connection
            )
        }
        switch object {
        case let control as UIControl:
            guard let events = StoryboardChoices.events[event] else {
                return file.warn("the event \(event)", at: connection.line)
            }
            control.addTarget(target, action: Selector(name), for: events)
        case let recognizer as UIGestureRecognizer:
            recognizer.addTarget(target, action: Selector(name))
        case let item as UIBarButtonItem:
            item.target = target
            item.action = Selector(name)
        default: file.warn("an action of <\(Swift.type(of: object))>", at: connection.line)
        }
    }
}

/// A view of another module of the SDK that has outlets of its own.
@MainActor package protocol StoryboardOutletHolder: AnyObject {
    /// Sets an outlet of the SDK's class.
    ///
    /// - Parameters:
    ///   - name: The outlet's name, such as `delegate`.
    ///   - value: What the storyboard connects it with.
    /// - Returns: Whether the class has an outlet of this name.
    func setStoryboardOutlet(_ name: String, to value: Any) -> Bool
}
