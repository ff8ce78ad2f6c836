// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

/// One controller of a storyboard in the making, with what is in its scene.
///
/// The controller is made at once; its view, and with it the outlets, when the view is first asked for.
@MainActor final class StoryboardScene {
    let file: StoryboardFile
    let classes: StoryboardClasses
    private let element: StoryboardElement
    private let controllerElement: StoryboardElement

    /// What was made, by the identifiers in the storyboard.
    var objects: [String: AnyObject] = [:]

    /// The attributes that the guides of old stand for: the controller's view, at its top or its bottom.
    var edges: [String: NSLayoutConstraint.Attribute] = [:]

    /// What is left out on a phone: `<variation>` says so.
    var excluded: Set<String> = []

    /// Takes a scene of a storyboard.
    ///
    /// - Parameters:
    ///   - element: The scene.
    ///   - file: The storyboard.
    ///   - classes: Where the extension's classes are found.
    init?(_ element: StoryboardElement, in file: StoryboardFile, classes: StoryboardClasses) {
        self.element = element
        self.file = file
        self.classes = classes
        let objects = element.all(in: "objects")
        guard let controller = objects.first(where: { Self.controllerKinds.contains($0.name) })
        else {
            return nil
        }
        controllerElement = controller
    }

    /// Takes the objects of a nib file, whose owner stands for the controller.
    init?(nib file: StoryboardFile, classes: StoryboardClasses) {
        element = file.document
        self.file = file
        self.classes = classes
        let owner = element.all(in: "objects").first {
            $0["placeholderIdentifier"] == "IBFilesOwner"
        }
        guard let owner else { return nil }
        controllerElement = owner
    }

    /// Makes the objects of a nib file, and connects them with the one that asked for them.
    ///
    /// - Parameter owner: That object; nil to connect no object.
    /// - Returns: The objects at the top of the file, in their order.
    func makeObjects(for owner: AnyObject?) -> [AnyObject] {
        defer { tellUnread() }
        objects = [:]
        if let owner, let id { objects[id] = owner }
        let elements = element.all(in: "objects").filter { $0.name != "placeholder" }
        let views = elements.filter { !$0.isRecognizer }
        excluded = views.reduce([]) { $0.union(exclusions(in: $1)) }
        var made: [AnyObject] = []
        for view in views {
            let object: AnyObject? =
                switch view.name {
                case "tableViewCell": makeCell(view)
                case "collectionViewCell", "collectionReusableView": makeItem(view)
                case "barButtonItem": makeBarItem(view)
                case "navigationItem": makeNavigationItem(view)
                default: make(view)
                }
            if let object { made.append(object) }
        }
        for object in elements where object.isRecognizer {
            makeRecognizer(object)
            if let id = object["id"], let recognizer = objects[id] { made.append(recognizer) }
        }
        let plain = views.filter { !$0.name.hasSuffix("Cell") }
        for view in plain {
            if let id = view["id"], let object = objects[id] {
                constrain(view, within: object as? UIView)
            }
        }
        if owner != nil { connect(controllerElement) } else { controllerElement.readAll() }
        for object in elements where object.isRecognizer { connect(object) }
        for view in plain {
            connectAll(in: view)
            awake(view)
        }
        return made
    }

    private static let controllerKinds: Set<String> = [
        "avPlayerViewController", "collectionViewController", "pageViewController",
        "tableViewController", "viewController",
    ]

    /// The controller's identifier in the file.
    var id: String? { controllerElement["id"] }

    /// The name that code asks for it by.
    var identifier: String? { controllerElement["storyboardIdentifier"] }

    /// Makes the controller.
    ///
    /// - Parameter storyboard: What it is to be said to come from.
    /// - Returns: The controller.
    /// - Throws: `StoryboardFile.Failure` where its class is not there or is none of a controller's.
    func makeController(
        _ storyboard: UIStoryboard?
    ) throws(StoryboardFile.Failure) -> UIViewController {
        let type = try controllerType()
        guard let controller = type.init(coder: StoryboardCoder { _ in }) else {
            throw StoryboardFile.Failure(
                message:
                    "\(file.fileName):\(controllerElement.line): init(coder:) of \(type) "
                    + "returned nil, so there is no controller."
            )
        }
        if let id { objects[id] = controller }
        // Its view is its own, and what else the storyboard says is without effect here.
        if controllerElement.name == "avPlayerViewController" { controllerElement.readAll() }
        controller.storyboard = storyboard
        controller.storyboardID = id
        if let title = file.text("title", of: controllerElement) { controller.title = title }
        if let size = controllerElement.keyed("preferredContentSize") {
            controller.preferredContentSize = size.size
        }
        fillBars(of: controller, controllerElement)
        controller.viewSource = { self.loadView(of: $0) }
        controller.awakeFromNib()
        return controller
    }

    private func controllerType() throws(StoryboardFile.Failure) -> UIViewController.Type {
        let module = controllerElement["customModule"]
        guard let name = controllerElement["customClass"] else { return usualControllerType }
        let place = "\(file.fileName):\(controllerElement.line)"
        guard let found = classes.find(name, module: module) else {
            let attempts = classes.candidates(name, module: module).joined(separator: ", ")
            throw StoryboardFile.Failure(
                message:
                    "\(place): the extension has no class \(name) (looked for \(attempts)); the "
                    + "storyboard's customClass and customModule must name a class of the extension's."
            )
        }
        guard let type = found as? UIViewController.Type else {
            throw StoryboardFile.Failure(
                message: "\(place): the class \(name) does not inherit from UIViewController."
            )
        }
        return type
    }

    /// The class of a controller for which the storyboard names none.
    private var usualControllerType: UIViewController.Type {
        switch controllerElement.name {
        case "avPlayerViewController":
            // Another module of the SDK has it, with which the extension may not be linked.
            classes.find("AVPlayerViewController", module: "AVKit") as? UIViewController.Type
                ?? UIViewController.self
        case "collectionViewController": UICollectionViewController.self
        case "pageViewController": UIPageViewController.self
        case "tableViewController": UITableViewController.self
        default: UIViewController.self
        }
    }

    /// Makes the controller's view with all that is in it, and connects the outlets.
    private func loadView(of controller: UIViewController) {
        defer { tellUnread() }
        let kind = controllerElement.name == "tableViewController" ? "tableView" : "view"
        let root = controllerElement.keyed(kind) ?? controllerElement.keyed("view")
        guard let root else { return }
        excluded = exclusions(in: root)
        guard let view = make(root) else { return }
        controller.view = view
        noteEdges(of: controllerElement, view)
        for object in element.all(in: "objects") where object.isRecognizer {
            makeRecognizer(object)
        }
        if let refresh = controllerElement.keyed("refreshControl") {
            (view as? UITableView)?.refreshControl = make(refresh) as? UIRefreshControl
        }
        let bars = parts(of: controllerElement)
        constrain(root, within: view)
        for part in bars { constrain(part, within: nil) }
        connect(controllerElement)
        for object in element.all(in: "objects") where object.isRecognizer {
            connect(object)
        }
        for part in [root] + bars { connectAll(in: part) }
        setRuntimeAttributes(of: controllerElement, on: controller)
        for part in [root] + bars { awake(part) }
    }

    /// What Interface Builder says of a nib file to itself.
    private static let documentAttributes = [
        "initialViewController", "propertyAccessControl", "targetRuntime", "toolsVersion", "type",
        "useAutolayout", "useSafeAreas", "useTraitCollections", "version",
    ]

    private func noteEdges(of element: StoryboardElement, _ view: UIView) {
        for guide in element.all(in: "layoutGuides") {
            guard let id = guide["id"] else { continue }
            objects[id] = view
            edges[id] = guide["type"] == "top" ? .top : .bottom
        }
    }

    /// Tells all views of the scene that they are complete.
    func awake(_ element: StoryboardElement) {
        for child in parts(of: element) { awake(child) }
        if let id = element["id"], let view = objects[id] as? UIView { view.awakeFromNib() }
    }

    /// Says what of the scene was not read, each kind once.
    private func tellUnread() {
        // How pages turn shows nowhere here.
        for name in ["navigationOrientation", "spineLocation", "transitionStyle"] {
            _ = controllerElement[name]
        }
        for name in ["connections", "view", "tableView"] { _ = controllerElement.first(name) }
        for name in ["customClass", "customModule"] { _ = controllerElement[name] }
        if file.kind == .nib {
            for name in ["dependencies", "device", "resources"] { element.first(name)?.readAll() }
            for name in Self.documentAttributes { _ = element[name] }
        }
        _ = (controllerElement["sceneMemberID"], element["sceneID"])
        _ = (
            controllerElement["storyboardIdentifier"],
            controllerElement["useStoryboardIdentifierAsRestorationIdentifier"]
        )
        element.tellUnread { file.warn($0, at: $1) }
    }

    // MARK: Size classes

    /// What is left out in a window that is narrow and high.
    private func exclusions(in element: StoryboardElement) -> Set<String> {
        var result: Set<String> = []
        for variation in element.all(named: "variation") {
            let key = variation["key"] ?? ""
            let isDefault = key == "default"
            let isOfPhones = key.split(separator: "-").allSatisfy {
                ["heightClass=regular", "widthClass=compact"].contains($0)
            }
            for mask in variation.all(named: "mask") {
                let includes = mask.all(named: "include").compactMap { $0["reference"] }
                let excludes = mask.all(named: "exclude").compactMap { $0["reference"] }
                if isDefault { result.formUnion(excludes) }
                if isOfPhones { result.subtract(includes) }
            }
        }
        return parts(of: element).reduce(result) { $0.union(exclusions(in: $1)) }
    }
}
