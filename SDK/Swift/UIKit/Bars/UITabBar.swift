// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A bar of items of which one is chosen.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uitabbar
@preconcurrency @MainActor
open class UITabBar: UIView {
    private var buttons: [UIView] = []

    /// Creates a bar of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a bar for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// Who hears of items that are touched.
    open weak var delegate: (any UITabBarDelegate)?
    /// What can be chosen.
    open var items: [UITabBarItem]? { didSet { show() } }
    /// What is chosen.
    open weak var selectedItem: UITabBarItem? { didSet { show() } }
    /// Says what can be chosen; the host shows it at once.
    open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }
    /// The colour behind all.
    open var barTintColor: UIColor? { didSet { backgroundColor = barTintColor } }
    /// The colour of what is not chosen.
    open var unselectedItemTintColor: UIColor? { didSet { show() } }
    /// Whether what is behind shows through.
    ///
    /// - Note: Without effect: nothing does.
    open var isTranslucent = true

    private func show() {
        for button in buttons { button.removeFromSuperview() }
        buttons = (items ?? []).map { item in
            let isChosen = item === selectedItem
            let color: UIColor = isChosen ? tintColor : unselectedItemTintColor ?? .secondaryLabel
            let picture = UIImageView(
                image: isChosen ? item.selectedImage ?? item.image : item.image
            )
            picture.tintColor = color
            picture.contentMode = .scaleAspectFit
            picture.heightAnchor.constraint(equalToConstant: 24).isActive = true
            let label = UILabel()
            label.text = item.title
            label.font = .systemFont(ofSize: 10, weight: .medium)
            label.textColor = color
            label.textAlignment = .center
            let column = UIStackView(arrangedSubviews: [picture, label])
            column.axis = .vertical
            column.spacing = 2
            column.isUserInteractionEnabled = true
            column.addGestureRecognizer(ItemTap { [weak self] in self?.choose(item) })
            return column
        }
        for button in buttons { addSubview(button) }
        setNeedsLayout()
    }

    private func choose(_ item: UITabBarItem) {
        selectedItem = item
        delegate?.tabBar(self, didSelect: item)
    }

    /// Places the items.
    open override func layoutSubviews() {
        super.layoutSubviews()
        let width = bounds.width / CGFloat(max(buttons.count, 1))
        for (index, button) in buttons.enumerated() {
            button.frame = CGRect(x: width * CGFloat(index), y: 5, width: width, height: 40)
        }
    }

    /// As high as on a phone.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: 49)
    }
    /// As wide as there is place, and as high as on a phone.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: 49)
    }
}

/// What can be chosen in a bar.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uitabbaritem
@preconcurrency @MainActor
open class UITabBarItem: NSObject {
    /// Something usual.
    public enum SystemItem: Int, Sendable {
        /// More.
        case more = 0
        /// What one likes.
        case favorites = 1
        /// What others show.
        case featured = 2
        /// What others like.
        case topRated = 3
        /// What was last.
        case recents = 4
        /// People.
        case contacts = 5
        /// What was.
        case history = 6
        /// What is kept.
        case bookmarks = 7
        /// A search.
        case search = 8

        fileprivate var face: (title: String, symbol: String) {
            switch self {
            case .more: ("More", "ellipsis")
            case .favorites: ("Favorites", "star.fill")
            case .featured: ("Featured", "star.fill")
            case .topRated: ("Top Rated", "star.fill")
            case .recents: ("Recents", "clock.fill")
            case .contacts: ("Contacts", "person.fill")
            case .history: ("History", "clock.fill")
            case .bookmarks: ("Bookmarks", "bookmark.fill")
            case .search: ("Search", "magnifyingglass")
            }
        }
    }

    /// What it says.
    open var title: String?
    /// What it shows.
    open var image: UIImage?
    /// What it shows while it is chosen.
    open var selectedImage: UIImage?
    /// A number to find it by.
    open var tag = 0
    /// A text in its corner.
    ///
    /// - Note: Without effect: it is kept.
    open var badgeValue: String?

    /// Creates an item.
    public init(title: String?, image: UIImage?, tag: Int) {
        self.title = title
        self.image = image
        self.tag = tag
    }

    /// Creates an item that looks different while it is chosen.
    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init(title: title, image: image, tag: 0)
        self.selectedImage = selectedImage
    }

    /// Creates an item of something usual.
    public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
        let face = systemItem.face
        self.init(title: face.title, image: UIImage(systemName: face.symbol), tag: tag)
    }

    /// Creates an item for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init()
    }

    /// Has it be something usual.
    func show(_ systemItem: SystemItem) {
        title = systemItem.face.title
        image = UIImage(systemName: systemItem.face.symbol)
    }
}

/// Who hears of a bar's items that are touched.
@preconcurrency @MainActor
public protocol UITabBarDelegate: NSObjectProtocol {
    /// Tells that an item was touched.
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
    /// Does nothing.
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}
