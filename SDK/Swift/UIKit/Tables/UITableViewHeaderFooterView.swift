// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// What stands above or below a section.
@preconcurrency @MainActor
open class UITableViewHeaderFooterView: UIView {
    /// The name that it is made by.
    public private(set) final var reuseIdentifier: String?
    /// What is in it.
    public final let contentView = UIView()
    /// Its text.
    open private(set) lazy var textLabel: UILabel? = addedLabel()
    /// A second text.
    ///
    /// - Note: Without effect: it is kept, and not shown.
    public final let detailTextLabel: UILabel? = UILabel()
    /// What is behind it.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            guard let backgroundView else { return }
            backgroundView.frame = bounds
            backgroundView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            insertSubview(backgroundView, at: 0)
        }
    }

    /// Creates a view of a name.
    public init(reuseIdentifier: String?) {
        super.init(frame: .zero)
        self.reuseIdentifier = reuseIdentifier
    }

    /// Creates one that is not used again.
    public convenience init() {
        self.init(reuseIdentifier: nil)
    }

    /// Creates a view for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func setUp() {
        super.setUp()
        contentView.frame = bounds
        contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(contentView)
    }

    /// Gets the view ready to show something else.
    ///
    /// - Note: Without effect: never called; each section has a view of its own.
    open func prepareForReuse() {}

    /// As high as what is in it.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let own = textLabel.map { $0.sizeThatFits(size).height + 16 } ?? 0
        let inside = contentView.subviews.map { $0.sizeThatFits(size).height }.max() ?? 0
        return CGSize(width: size.width, height: max(own, inside, 28))
    }

    private func addedLabel() -> UILabel {
        let label = UILabel()
        label.font = .preferredFont(forTextStyle: .headline)
        label.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(label)
        NSLayoutConstraint.activate([
            label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
            label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
            label.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
        ])
        return label
    }
}

extension UITableView {
    /// Has headers and footers of a name be made of a class.
    public func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String)
    {
        headings[identifier] = aClass as? UITableViewHeaderFooterView.Type
    }

    /// Makes a header or footer of a name; nil for a name that is not known.
    public func dequeueReusableHeaderFooterView(
        withIdentifier identifier: String
    ) -> UITableViewHeaderFooterView? {
        guard let maker = headings[identifier] else { return nil }
        guard maker != UITableViewHeaderFooterView.self else {
            return UITableViewHeaderFooterView(reuseIdentifier: identifier)
        }
        let made = ObjectiveCRuntime.make(maker) as? UITableViewHeaderFooterView
        return made ?? maker.init(coder: EmptyCoder())
    }
}
