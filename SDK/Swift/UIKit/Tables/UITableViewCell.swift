// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// What one row of a table shows.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
    /// What is in it by itself.
    public enum CellStyle: Int, Sendable {
        /// A picture and a text.
        case `default` = 0
        /// Another text at the right.
        case value1 = 1
        /// Another text beside it.
        case value2 = 2
        /// Another text below.
        case subtitle = 3
    }

    /// What the cell shows, said in one.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet { (contentConfiguration as? UIListContentConfiguration).map(take) }
    }
    /// What is at its right.
    ///
    /// - Note: Without effect: it is kept.
    public enum AccessoryType: Int, Sendable {
        /// Nothing.
        case none = 0
        /// An arrow.
        case disclosureIndicator = 1
        /// An arrow and a button.
        case detailDisclosureButton = 2
        /// A tick.
        case checkmark = 3
        /// A button.
        case detailButton = 4
    }

    /// What it looks like when it is chosen.
    ///
    /// - Note: Without effect: it looks the same.
    public enum SelectionStyle: Int, Sendable {
        /// The same.
        case none = 0
        /// Blue.
        case blue = 1
        /// Grey.
        case gray = 2
        /// As usual.
        case `default` = 3
    }

    /// The name that it is made by.
    open private(set) var reuseIdentifier: String?
    private let texts = UIStackView()
    private var height: NSLayoutConstraint?
    var whenTouched: (() -> Void)?

    /// Creates a cell of a style.
    public init(style: CellStyle, reuseIdentifier: String?) {
        super.init(frame: .zero)
        self.reuseIdentifier = reuseIdentifier
        texts.axis = style == .subtitle ? .vertical : .horizontal
    }

    /// Creates a cell for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func setUp() {
        super.setUp()
        node.listen(to: BF_EVENT_TAP)
        fill(contentView, self, inset: 0)
    }

    /// What is in the cell.
    public final let contentView = UIView()
    /// The first text.
    open private(set) lazy var textLabel: UILabel? = addedLabel(hugging: .defaultLow)
    /// The second text.
    open private(set) lazy var detailTextLabel: UILabel? = addedLabel(hugging: .defaultHigh)
    /// The picture.
    open private(set) lazy var imageView: UIImageView? = {
        let view = UIImageView()
        // The room that is left is the first text's.
        view.setContentHuggingPriority(.defaultHigh, for: .horizontal)
        texts.insertArrangedSubview(view, at: 0)
        return view
    }()
    /// What is at its right.
    ///
    /// - Note: Without effect: it is kept.
    open var accessoryType = AccessoryType.none
    /// What it looks like when it is chosen.
    ///
    /// - Note: Without effect: it looks the same.
    open var selectionStyle = SelectionStyle.default
    /// Whether it is chosen.
    open var isSelected = false
    /// Gets the cell ready to show another row.
    ///
    /// - Note: Without effect: never called; each row has a cell of its own.
    open func prepareForReuse() {}
    /// Has the cell be chosen.
    open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }

    var requiredHeight: CGFloat { height?.constant ?? 44 }

    /// Says how high the cell is; nil for as high as what is in it, and 44 at least.
    func require(height: CGFloat?) {
        self.height?.isActive = false
        let anchor = heightAnchor
        let rule =
            height.map { anchor.constraint(equalToConstant: $0) }
            ?? anchor.constraint(greaterThanOrEqualToConstant: 44)
        rule.isActive = true
        self.height = rule
    }

    private func addedLabel(hugging: UILayoutPriority) -> UILabel {
        if texts.superview == nil {
            texts.spacing = 8
            texts.alignment = .center
            fill(texts, contentView, inset: 16)
        }
        let label = UILabel()
        label.setContentHuggingPriority(hugging, for: .horizontal)
        texts.addArrangedSubview(label)
        return label
    }

    private func fill(_ view: UIView, _ place: UIView, inset: CGFloat) {
        view.translatesAutoresizingMaskIntoConstraints = false
        place.addSubview(view)
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: place.topAnchor),
            view.bottomAnchor.constraint(equalTo: place.bottomAnchor),
            view.leadingAnchor.constraint(equalTo: place.leadingAnchor, constant: inset),
            view.trailingAnchor.constraint(equalTo: place.trailingAnchor, constant: -inset),
        ])
    }

    override func handle(_ event: bf_event) {
        super.handle(event)
        if event == BF_EVENT_TAP { whenTouched?() }
    }
}
