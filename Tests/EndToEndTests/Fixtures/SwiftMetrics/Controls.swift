// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit

/// Views below each other, 16 points from each side and 12 from each other.
class ColumnView: UIStackView {
    init(_ views: [UIView]) {
        super.init(frame: .zero)
        axis = .vertical
        alignment = .leading
        spacing = 12
        isLayoutMarginsRelativeArrangement = true
        layoutMargins = UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
        for view in views { addArrangedSubview(view) }
    }

    required init(coder: NSCoder) { fatalError("not from a storyboard") }
}

/// Controls of the sizes that they have by themselves.
class ControlsView: ColumnView {
    init() {
        let (on, off) = (UISwitch(), UISwitch())
        on.isOn = true
        let slider = UISlider()
        slider.value = 0.5
        slider.widthAnchor.constraint(equalToConstant: 200).isActive = true
        let segments = UISegmentedControl(items: ["One", "Two"])
        segments.selectedSegmentIndex = 0
        segments.widthAnchor.constraint(equalToConstant: 200).isActive = true
        let progress = UIProgressView(progressViewStyle: .default)
        progress.progress = 0.5
        progress.widthAnchor.constraint(equalToConstant: 200).isActive = true
        let pages = UIPageControl()
        pages.numberOfPages = 3
        pages.pageIndicatorTintColor = .systemGray3
        pages.currentPageIndicatorTintColor = .systemRed
        super.init([on, off, slider, segments, UIStepper(), progress, pages])
    }

    required init(coder: NSCoder) { fatalError("not from a storyboard") }
}

/// Buttons of each configuration.
class ButtonsView: ColumnView {
    init() {
        let plain = UIButton(type: .system)
        plain.setTitle("Button", for: .normal)
        let configurations: [UIButton.Configuration] = [.plain(), .gray(), .tinted(), .filled()]
        let configured = configurations.map { configuration in
            var configuration = configuration
            configuration.title = "Button"
            return UIButton(configuration: configuration)
        }
        var capsule = UIButton.Configuration.filled()
        capsule.title = "Button"
        capsule.cornerStyle = .capsule
        capsule.baseBackgroundColor = .systemRed
        super.init([plain] + configured + [UIButton(configuration: capsule)])
    }

    required init(coder: NSCoder) { fatalError("not from a storyboard") }
}

/// Fields for text.
class FieldsView: ColumnView {
    init() {
        let rounded = UITextField()
        rounded.borderStyle = .roundedRect
        rounded.placeholder = "HEHE"
        let filled = UITextField()
        filled.borderStyle = .roundedRect
        filled.text = "HEHE"
        let text = UITextView()
        text.text = "HEHE"
        text.font = .systemFont(ofSize: 17)
        text.backgroundColor = .secondarySystemBackground
        text.isScrollEnabled = false
        let search = UISearchBar()
        search.placeholder = "Search"
        search.searchBarStyle = .minimal
        super.init([rounded, filled, text, search])
        alignment = .fill
    }

    required init(coder: NSCoder) { fatalError("not from a storyboard") }
}

/// A navigation bar, a toolbar and a tab bar.
class BarsView: UIStackView {
    init() {
        super.init(frame: .zero)
        axis = .vertical
        spacing = 20
        let navigation = UINavigationBar()
        let item = UINavigationItem(title: "HEHE")
        item.rightBarButtonItem = UIBarButtonItem(
            title: "Done",
            style: .done,
            target: nil,
            action: nil
        )
        navigation.items = [item]
        let toolbar = UIToolbar()
        toolbar.items = [
            UIBarButtonItem(title: "Left", style: .plain, target: nil, action: nil),
            UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil),
            UIBarButtonItem(title: "Right", style: .plain, target: nil, action: nil),
        ]
        let tabs = UITabBar()
        tabs.items = [
            UITabBarItem(title: "Home", image: UIImage(systemName: "house"), tag: 0),
            UITabBarItem(title: "Stars", image: UIImage(systemName: "star"), tag: 1),
        ]
        tabs.selectedItem = tabs.items?.first
        for bar in [navigation, toolbar, tabs] { addArrangedSubview(bar) }
    }

    required init(coder: NSCoder) { fatalError("not from a storyboard") }
}
