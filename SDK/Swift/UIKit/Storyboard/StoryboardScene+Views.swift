// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension StoryboardScene {
    /// Makes the view that an element describes, with those in it; nil where it describes none.
    func make(_ element: StoryboardElement) -> UIView? {
        let kind = Self.kinds[element.name] ?? farKind(of: element)
        if kind == nil {
            file.warn(
                "<\(element.name)>",
                at: element.line,
                "is not known here; it is a plain view"
            )
        }
        let usual = kind ?? UIView.self
        let coder = StoryboardCoder { view in self.fill(view, element) }
        guard let view = type(of: element, usual).init(coder: coder) else {
            file.complain("init(coder:) returned nil; the view is left out", at: element)
            return nil
        }
        return view
    }

    /// The classes of elements.
    private static let kinds: [String: UIView.Type] = [
        "activityIndicatorView": UIActivityIndicatorView.self, "button": UIButton.self,
        "collectionView": UICollectionView.self, "containerView": UIView.self,
        "control": UIControl.self, "datePicker": UIDatePicker.self, "imageView": UIImageView.self,
        "label": UILabel.self, "navigationBar": UINavigationBar.self,
        "pageControl": UIPageControl.self, "pickerView": UIPickerView.self,
        "progressView": UIProgressView.self, "refreshControl": UIRefreshControl.self,
        "scrollView": UIScrollView.self,
        "searchBar": UISearchBar.self, "segmentedControl": UISegmentedControl.self,
        "slider": UISlider.self, "stackView": UIStackView.self, "stepper": UIStepper.self,
        "switch": UISwitch.self, "tabBar": UITabBar.self, "tableView": UITableView.self,
        "textField": UITextField.self, "textView": UITextView.self, "toolbar": UIToolbar.self,
        "view": UIView.self, "visualEffectView": UIVisualEffectView.self,
        "webView": UIWebView.self, "window": UIWindow.self,
    ]

    /// The class of an element that another module of the SDK has; a plain view where the extension is
    /// not linked with that module.
    private func farKind(of element: StoryboardElement) -> UIView.Type? {
        switch element.name {
        case "mapView":
            // They choose what a map shows, and there are no maps here.
            for name in Self.mapAttributes { _ = element[name] }
            return classes.find("MKMapView", module: "MapKit") as? UIView.Type ?? UIView.self
        case "wkWebView":
            _ = (element["allowsLinkPreview"], element["allowsBackForwardNavigationGestures"])
            element.keyed("configuration")?.readAll()
            return classes.find("WKWebView", module: "WebKit") as? UIView.Type ?? UIView.self
        default: return nil
        }
    }

    private static let mapAttributes = [
        "mapType", "pitchEnabled", "rotateEnabled", "scrollEnabled", "showsBuildings",
        "showsCompass", "showsPointsOfInterest", "showsScale", "showsTraffic", "showsUserLocation",
        "zoomEnabled",
    ]

    /// The class that the storyboard names for a view, or the usual one of its kind.
    private func type(of element: StoryboardElement, _ usual: UIView.Type) -> UIView.Type {
        let module = element["customModule"]
        guard let name = element["customClass"] else { return usual }
        guard let found = classes.find(name, module: module) else {
            let attempts = classes.candidates(name, module: module).joined(separator: ", ")
            file.complain(
                "unknown class \(name) (looked for \(attempts)); a \(usual) takes its place",
                at: element
            )
            return usual
        }
        guard let type = found as? UIView.Type else {
            file.complain(
                "the class \(name) does not inherit from UIView; a \(usual) takes its place",
                at: element
            )
            return usual
        }
        return type
    }

    /// Makes a view what its element says, which a class's own `init(coder:)` may change after.
    func fill(_ view: UIView, _ element: StoryboardElement) {
        if let id = element["id"] { objects[id] = view }
        fillCommon(view, element)
        switch view {
        case let label as UILabel: fill(label: label, element)
        case let image as UIImageView: fill(imageView: image, element)
        case let stack as UIStackView: fill(stack: stack, element)
        case let button as UIButton: fill(button: button, element)
        case let slider as UISlider: fill(slider: slider, element)
        case let toggle as UISwitch: fill(toggle: toggle, element)
        case let field as UITextField: fill(field: field, element)
        case let text as UITextView: fill(textView: text, element)
        case let progress as UIProgressView: fill(progress: progress, element)
        case let activity as UIActivityIndicatorView: fill(activity: activity, element)
        case let table as UITableView: fill(table: table, element)
        case let collection as UICollectionView: fill(collection: collection, element)
        case let scroll as UIScrollView: fill(scroll: scroll, element)
        case let pages as UIPageControl: fill(pages: pages, element)
        case let segments as UISegmentedControl: fill(segments: segments, element)
        case let stepper as UIStepper: fill(stepper: stepper, element)
        case let picker as UIDatePicker: fill(datePicker: picker, element)
        case let search as UISearchBar: fill(search: search, element)
        case let effects as UIVisualEffectView: fill(effects: effects, element)
        case let bar as UIToolbar: fill(toolbar: bar, element)
        case let bar as UINavigationBar: fill(navigationBar: bar, element)
        case let bar as UITabBar: fill(tabBar: bar, element)
        case let control as UIControl: fillState(of: control, element)
        default: break
        }
        noteGuides(of: view, element)
        let content = element.name == "visualEffectView" ? element.keyed("contentView") : nil
        if let content, let effects = view as? UIVisualEffectView {
            if let id = content["id"] { objects[id] = effects.contentView }
            fillCommon(effects.contentView, content, isPlaced: false)
            for child in content.all(in: "subviews") where !isExcluded(child) {
                if let subview = make(child) { effects.contentView.addSubview(subview) }
            }
        }
        for child in element.all(in: "subviews") where !isExcluded(child) {
            guard let subview = make(child) else { continue }
            if let stack = view as? UIStackView {
                stack.addArrangedSubview(subview)
            } else {
                view.addSubview(subview)
            }
        }
    }

    private func isExcluded(_ element: StoryboardElement) -> Bool {
        element["id"].map(excluded.contains) ?? false
    }

    private func noteGuides(of view: UIView, _ element: StoryboardElement) {
        for guide in element.all(named: "viewLayoutGuide") {
            guard let id = guide["id"] else { continue }
            switch guide["key"] {
            case "layoutMargins": objects[id] = view.layoutMarginsGuide
            case "safeArea": objects[id] = view.safeAreaLayoutGuide
            case "contentLayoutGuide":
                objects[id] = (view as? UIScrollView)?.contentLayoutGuide ?? view
            case "frameLayoutGuide":
                objects[id] = (view as? UIScrollView)?.frameLayoutGuide ?? view
            default: objects[id] = view
            }
        }
    }

    func fillCommon(_ view: UIView, _ element: StoryboardElement, isPlaced: Bool = true) {
        let frame = element.keyed("frame")?.rectangle
        let mask = element.keyed("autoresizingMask")?.autoresizing
        if isPlaced {
            if let frame { view.frame = frame }
            if let mask { view.autoresizingMask = mask }
        }
        if element.flag("translatesAutoresizingMaskIntoConstraints") == false {
            view.translatesAutoresizingMaskIntoConstraints = false
        }
        if let mode = element.choice("contentMode", StoryboardChoices.contentModes) {
            view.contentMode = mode
        }
        if let tag = element.integer("tag") { view.tag = tag }
        if let isHidden = element.flag("hidden") { view.isHidden = isHidden }
        if let alpha = element.number("alpha") { view.alpha = alpha }
        if let isOpaque = element.flag("opaque") { view.isOpaque = isOpaque }
        if let clips = element.flag("clipsSubviews") { view.clipsToBounds = clips }
        if let flag = element.flag("userInteractionEnabled") {
            view.isUserInteractionEnabled = flag
        }
        if let flag = element.flag("multipleTouchEnabled") { view.isMultipleTouchEnabled = flag }
        _ = (element["clearsContextBeforeDrawing"], element["placeholderIntrinsicWidth"])
        _ = (element["placeholderIntrinsicHeight"], element["semanticContentAttribute"])
        if let id = element["restorationIdentifier"] { view.restorationIdentifier = id }
        if let color = file.color("backgroundColor", of: element) { view.backgroundColor = color }
        if let color = file.color("tintColor", of: element) { view.tintColor = color }
        fillLayout(view, element)
        if let accessibility = element.first("accessibility") {
            let label = accessibility["label"]
            let text = file.localized(label, element, "accessibilityLabel")
            if let text { view.accessibilityLabel = text }
            if let id = accessibility["identifier"] { view.accessibilityIdentifier = id }
        }
    }

    private func fillLayout(_ view: UIView, _ element: StoryboardElement) {
        let priority = { (name: String) in element.number(name).map { UILayoutPriority(Float($0)) }
        }
        for (name, axis) in [
            ("horizontal", NSLayoutConstraint.Axis.horizontal), ("vertical", .vertical),
        ] {
            if let value = priority("\(name)HuggingPriority") {
                view.setContentHuggingPriority(value, for: axis)
            }
            if let value = priority("\(name)CompressionResistancePriority") {
                view.setContentCompressionResistancePriority(value, for: axis)
            }
        }
        if let margins = element.keyed("layoutMargins") { view.layoutMargins = margins.margins }
        if let margins = element.keyed("directionalLayoutMargins") {
            view.layoutMargins = margins.margins
        }
        if let flag = element.flag("preservesSuperviewLayoutMargins") {
            view.preservesSuperviewLayoutMargins = flag
        }
        if let flag = element.flag("insetsLayoutMarginsFromSafeArea") {
            view.insetsLayoutMarginsFromSafeArea = flag
        }
    }
}

extension StoryboardElement {
    /// The margins that it is.
    fileprivate var margins: UIEdgeInsets {
        UIEdgeInsets(
            top: number("top") ?? 0,
            left: number("left") ?? number("leading") ?? 0,
            bottom: number("bottom") ?? 0,
            right: number("right") ?? number("trailing") ?? 0
        )
    }

    fileprivate var autoresizing: UIView.AutoresizingMask {
        let flags: [(String, UIView.AutoresizingMask)] = [
            ("flexibleMinX", .flexibleLeftMargin), ("widthSizable", .flexibleWidth),
            ("flexibleMaxX", .flexibleRightMargin), ("flexibleMinY", .flexibleTopMargin),
            ("heightSizable", .flexibleHeight), ("flexibleMaxY", .flexibleBottomMargin),
        ]
        return flags.reduce(into: []) { mask, entry in
            if flag(entry.0) == true { mask.insert(entry.1) }
        }
    }
}
