// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What shows pictures and values, and what the user acts on.
extension StoryboardScene {
    func fill(imageView view: UIImageView, _ element: StoryboardElement) {
        if let image = file.image("image", of: element) { view.image = image }
        if let image = file.image("highlightedImage", of: element) { view.highlightedImage = image }
        if let flag = element.flag("highlighted") { view.isHighlighted = flag }
        _ = element["adjustsImageSizeForAccessibilityContentSizeCategory"]
        // A symbol is drawn as large as the view.
        _ = element.keyed("preferredSymbolConfiguration")?.children
    }

    func fill(stack: UIStackView, _ element: StoryboardElement) {
        if element["axis"] == "vertical" { stack.axis = .vertical }
        if let value = element.choice("distribution", StoryboardChoices.distributions) {
            stack.distribution = value
        }
        if let value = element.choice("alignment", StoryboardChoices.stackAlignments) {
            stack.alignment = value
        }
        if let spacing = element.number("spacing") { stack.spacing = spacing }
        if let flag = element.flag("baselineRelativeArrangement") {
            stack.isBaselineRelativeArrangement = flag
        }
        if let flag = element.flag("layoutMarginsRelativeArrangement") {
            stack.isLayoutMarginsRelativeArrangement = flag
        }
        // What Xcode writes where the spacing is the system's.
        if element["spacingType"] == "standard" { stack.spacing = UIStackView.spacingUseSystem }
    }

    func fill(button: UIButton, _ element: StoryboardElement) {
        fill(control: button, element)
        if element["buttonType"] ?? "system" != "custom" { button.buttonType = .system }
        _ = element["role"]
        if let font = file.font("fontDescription", of: element, defaultSize: 15) {
            button.titleLabel?.font = font
        }
        if let mode = element.choice("lineBreakMode", StoryboardChoices.lineBreakModes) {
            button.titleLabel?.lineBreakMode = mode
        }
        for state in element.all(named: "state") {
            let name = state["key"] ?? "normal"
            guard let key = StoryboardChoices.states[name] else { continue }
            let title = file.localized(state["title"], element, "\(name)Title")
            if let title { button.setTitle(title, for: key) }
            if let color = file.color("titleColor", of: state) {
                button.setTitleColor(color, for: key)
            }
            if let image = file.image("image", of: state) { button.setImage(image, for: key) }
            if let image = file.image("backgroundImage", of: state) {
                button.setBackgroundImage(image, for: key)
            }
            _ = state.keyed("preferredSymbolConfiguration")?.children
        }
        if let insets = element.keyed("contentEdgeInsets") {
            button.contentEdgeInsets = insets.insets
        }
        if let configuration = element.keyed("configuration") {
            configure(button, configuration, element)
        }
    }

    private func configure(
        _ button: UIButton,
        _ element: StoryboardElement,
        _ owner: StoryboardElement
    ) {
        var configuration: UIButton.Configuration
        switch element["style"] {
        case "filled": configuration = .filled()
        case "gray": configuration = .gray()
        case "tinted": configuration = .tinted()
        default: configuration = .plain()
        }
        let title = element["title"] ?? element.keyed("title")?.text
        configuration.title = file.localized(title, owner, "configuration.title")
        let subtitle = element["subtitle"]
        configuration.subtitle = file.localized(subtitle, owner, "configuration.subtitle")
        configuration.image = file.image("image", of: element)
        if let padding = element.number("imagePadding") { configuration.imagePadding = padding }
        if let color = file.color("baseForegroundColor", of: element) {
            configuration.baseForegroundColor = color
        }
        if let color = file.color("baseBackgroundColor", of: element) {
            configuration.baseBackgroundColor = color
        }
        button.configuration = configuration
        let font = file.font("titleFontDescription", of: element, defaultSize: 15)
        if let font { button.titleLabel?.font = font }
    }

    private func fill(control: UIControl, _ element: StoryboardElement) {
        if let flag = element.flag("enabled") { control.isEnabled = flag }
        if let flag = element.flag("selected") { control.isSelected = flag }
        if let flag = element.flag("highlighted") { control.isHighlighted = flag }
        // The host has its own place for what a control shows.
        _ = (element["contentHorizontalAlignment"], element["contentVerticalAlignment"])
    }

    func fill(slider: UISlider, _ element: StoryboardElement) {
        fill(control: slider, element)
        slider.minimumValue = Float(element.number("minValue") ?? 0)
        slider.maximumValue = Float(element.number("maxValue") ?? 1)
        slider.value = Float(element.number("value") ?? 0.5)
        if let flag = element.flag("continuous") { slider.isContinuous = flag }
        if let color = file.color("minimumTrackTintColor", of: element) {
            slider.minimumTrackTintColor = color
        }
        if let color = file.color("maximumTrackTintColor", of: element) {
            slider.maximumTrackTintColor = color
        }
        if let color = file.color("thumbTintColor", of: element) { slider.thumbTintColor = color }
    }

    func fill(toggle: UISwitch, _ element: StoryboardElement) {
        fill(control: toggle, element)
        toggle.isOn = element.flag("on") ?? false
        if let color = file.color("onTintColor", of: element) { toggle.onTintColor = color }
        if let color = file.color("thumbTintColor", of: element) { toggle.thumbTintColor = color }
    }

    func fill(progress: UIProgressView, _ element: StoryboardElement) {
        progress.progress = Float(element.number("progress") ?? 0)
        _ = element["progressViewStyle"]
        if let color = file.color("progressTintColor", of: element) {
            progress.progressTintColor = color
        }
        if let color = file.color("trackTintColor", of: element) { progress.trackTintColor = color }
    }

    func fill(activity: UIActivityIndicatorView, _ element: StoryboardElement) {
        if let flag = element.flag("hidesWhenStopped") { activity.hidesWhenStopped = flag }
        if ["large", "whiteLarge"].contains(element["style"] ?? "") { activity.style = .large }
        if let color = file.color("color", of: element) { activity.color = color }
        if element.flag("animating") == true { activity.startAnimating() }
    }

    func fill(scroll: UIScrollView, _ element: StoryboardElement) {
        if let size = element.keyed("contentSize") { scroll.contentSize = size.size }
        if let refresh = element.keyed("refreshControl") {
            scroll.refreshControl = make(refresh) as? UIRefreshControl
        }
        // The host scrolls in its own way.
        for name in [
            "alwaysBounceHorizontal", "alwaysBounceVertical", "bounces", "bouncesZoom",
            "canCancelContentTouches", "contentInsetAdjustmentBehavior", "delaysContentTouches",
            "directionalLockEnabled", "indicatorStyle", "keyboardDismissMode", "maximumZoomScale",
            "minimumZoomScale", "pagingEnabled", "scrollEnabled", "scrollsToTop",
            "showsHorizontalScrollIndicator", "showsVerticalScrollIndicator",
        ] { _ = element[name] }
    }

    func fill(table: UITableView, _ element: StoryboardElement) {
        fill(scroll: table, element)
        if let height = element.number("rowHeight"), height > 0 { table.rowHeight = height }
        if let color = file.color("separatorColor", of: element) { table.separatorColor = color }
        if let style = element.choice("style", Self.tableStyles) { table.style = style }
        if element["separatorStyle"] == "none" { table.separatorStyle = .none }
        if let flag = element.flag("allowsSelection") { table.allowsSelection = flag }
        if let flag = element.flag("allowsMultipleSelection") {
            table.allowsMultipleSelection = flag
        }
        // The rest is left to the host.
        for name in [
            "dataMode", "estimatedRowHeight", "estimatedSectionFooterHeight",
            "estimatedSectionHeaderHeight", "sectionFooterHeight", "sectionHeaderHeight",
        ] { _ = element[name] }
        _ = element.keyed("separatorInset")?.insets
        for cell in element.all(in: "prototypes") { offer(cell, in: table) }
        table.staticSections = element.all(in: "sections").map(makeSection)
    }

    private static let tableStyles: [String: UITableView.Style] = [
        "grouped": .grouped, "insetGrouped": .insetGrouped, "plain": .plain,
    ]

    func fill(collection: UICollectionView, _ element: StoryboardElement) {
        fill(scroll: collection, element)
        // The rest is left to the host.
        for name in ["dataMode", "prefetchingEnabled"] { _ = element[name] }
        if let described = element.keyed("collectionViewLayout") {
            if described.name == "collectionViewFlowLayout" {
                collection.collectionViewLayout = flowLayout(described)
            } else {
                file.warn(
                    "<\(described.name)>",
                    at: described.line,
                    "is no layout that is known here; items flow"
                )
            }
        }
        for cell in element.all(in: "cells") { offer(cell, in: collection) }
    }

    private func flowLayout(_ element: StoryboardElement) -> UICollectionViewFlowLayout {
        let layout = UICollectionViewFlowLayout()
        _ = (element["automaticEstimatedItemSize"], element.keyed("estimatedItemSize")?.size)
        if element["scrollDirection"] == "horizontal" { layout.scrollDirection = .horizontal }
        layout.minimumLineSpacing = element.number("minimumLineSpacing") ?? 10
        layout.minimumInteritemSpacing = element.number("minimumInteritemSpacing") ?? 10
        if let size = element.keyed("itemSize") { layout.itemSize = size.size }
        if let size = element.keyed("headerReferenceSize") {
            layout.headerReferenceSize = size.size
        }
        if let size = element.keyed("footerReferenceSize") {
            layout.footerReferenceSize = size.size
        }
        if let inset = element.keyed("sectionInset") { layout.sectionInset = inset.insets }
        return layout
    }
}
