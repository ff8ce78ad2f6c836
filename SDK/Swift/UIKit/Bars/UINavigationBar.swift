// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A bar with a title, and items on both sides of it.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uinavigationbar
@preconcurrency @MainActor
open class UINavigationBar: UIView {
    private let heading = UILabel()

    /// Creates a bar of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a bar for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func setUp() {
        super.setUp()
        heading.font = .systemFont(ofSize: 17, weight: .semibold)
        heading.textAlignment = .center
        addSubview(heading)
    }

    /// What it has shown, the last of which it shows.
    open var items: [UINavigationItem]? {
        didSet { show(oldValue?.last) }
    }
    /// What it shows.
    open var topItem: UINavigationItem? { items?.last }
    /// What it showed before.
    open var backItem: UINavigationItem? { items?.dropLast().last }
    /// Says what it has shown, and shows; the host does so at once.
    open func setItems(_ items: [UINavigationItem]?, animated: Bool) { self.items = items }
    /// Shows something else.
    open func pushItem(_ item: UINavigationItem, animated: Bool) {
        items = (items ?? []) + [item]
    }
    /// Shows what it showed before.
    @discardableResult
    open func popItem(animated: Bool) -> UINavigationItem? { items?.popLast() }

    /// The colour behind all.
    open var barTintColor: UIColor? {
        didSet { backgroundColor = barTintColor }
    }
    /// How it looks.
    ///
    /// - Note: Without effect: the host draws light and dark by itself.
    open var barStyle = UIBarStyle.default
    /// Whether what is behind shows through.
    ///
    /// - Note: Without effect: nothing does.
    open var isTranslucent = true
    /// Whether titles are large.
    ///
    /// - Note: Without effect: they are not.
    open var prefersLargeTitles = false
    /// How the title looks, of which the font and the colour are shown.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? {
        didSet {
            let font = titleTextAttributes?[.font] as? UIFont
            heading.font = font ?? .systemFont(ofSize: 17, weight: .semibold)
            heading.textColor = titleTextAttributes?[.foregroundColor] as? UIColor
        }
    }

    private func show(_ old: UINavigationItem?) {
        for view in old?.views ?? [] { view.removeFromSuperview() }
        topItem?.bar = self
        for view in topItem?.views ?? [] { addSubview(view) }
        setNeedsLayout()
    }

    func itemChanged() {
        for view in subviews where view !== heading { view.removeFromSuperview() }
        show(nil)
    }

    /// As high as on a phone.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: 44)
    }
    /// As wide as there is place, and as high as on a phone.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: 44)
    }

    /// Places the title and the items.
    open override func layoutSubviews() {
        super.layoutSubviews()
        heading.text = topItem?.titleView == nil ? topItem?.title : nil
        var (left, right) = (CGFloat(16), bounds.width - 16)
        for view in (topItem?.leftBarButtonItems ?? []).compactMap(\.view) {
            let width = view.sizeThatFits(.zero).width
            view.frame = CGRect(x: left, y: 0, width: width, height: bounds.height)
            left += width + 16
        }
        for view in (topItem?.rightBarButtonItems ?? []).compactMap(\.view) {
            let width = view.sizeThatFits(.zero).width
            right -= width
            view.frame = CGRect(x: right, y: 0, width: width, height: bounds.height)
            right -= 16
        }
        // In the middle, as long as the items leave so much room.
        let side = max(left, bounds.width - right)
        let room = CGRect(x: side, y: 0, width: bounds.width - 2 * side, height: bounds.height)
        heading.frame = room
        guard let view = topItem?.titleView else { return }
        let size = view.sizeThatFits(room.size)
        view.frame = CGRect(
            x: room.midX - size.width / 2,
            y: room.midY - size.height / 2,
            width: size.width,
            height: size.height
        )
    }
}

/// What a navigation bar shows.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uinavigationitem
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    weak var bar: UINavigationBar?

    /// The title.
    open var title: String? { didSet { bar?.setNeedsLayout() } }
    /// A view in place of the title.
    open var titleView: UIView? { didSet { bar?.itemChanged() } }
    /// A text above the title.
    ///
    /// - Note: Without effect: it is kept.
    open var prompt: String?
    /// What is on the left.
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { bar?.itemChanged() } }
    /// What is on the right, the first at the very right.
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { bar?.itemChanged() } }
    /// What leads back here from what is shown next.
    ///
    /// - Note: Without effect: it is kept; a bar has no way back by itself.
    open var backBarButtonItem: UIBarButtonItem?
    /// The first on the left.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    /// The first on the right.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
    /// Whether there is no way back.
    ///
    /// - Note: Without effect: a bar has none by itself.
    open var hidesBackButton = false

    /// Creates an item with a title.
    public init(title: String) {
        self.title = title
    }

    /// Creates an item for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init()
    }

    var views: [UIView] {
        let items = (leftBarButtonItems ?? []) + (rightBarButtonItems ?? [])
        return items.compactMap(\.view) + [titleView].compactMap { $0 }
    }
}
