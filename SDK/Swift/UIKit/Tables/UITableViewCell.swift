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
    open internal(set) var reuseIdentifier: String?
    private let texts = UIStackView()
    private var height: NSLayoutConstraint?
    private var contentEnd: NSLayoutConstraint?
    private let line = UIView()
    private var lineStart: NSLayoutConstraint?
    private var lineEnd: NSLayoutConstraint?
    private var mark: UIView?
    var whenTouched: (() -> Void)?

    /// Creates a cell of a style.
    public init(style: CellStyle, reuseIdentifier: String?) {
        super.init(frame: .zero)
        self.reuseIdentifier = reuseIdentifier
        self.style = style
        lines.axis = style == .subtitle ? .vertical : .horizontal  // is not observed yet
    }

    /// Creates a cell of the default style.
    public convenience init() {
        self.init(style: .default, reuseIdentifier: nil)
    }

    final var style = CellStyle.default {
        didSet { lines.axis = style == .subtitle ? .vertical : .horizontal }
    }

    /// Creates a cell for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func setUp() {
        super.setUp()
        node.listen(to: BF_EVENT_TAP)
        fill(contentView, self, inset: 0)
        contentEnd = constraints.last { $0.firstAttribute == .trailing }
        // A cell has no width before it is laid out.
        contentEnd?.priority = UILayoutPriority(999)
    }

    /// What is in the cell.
    public final let contentView = UIView()
    /// The first text.
    open private(set) lazy var textLabel: UILabel? = addedLabel(isFirst: true)
    /// The second text.
    open private(set) lazy var detailTextLabel: UILabel? = {
        hasDetail = true
        return addedLabel(isFirst: false)
    }()
    private var hasDetail = false
    /// The picture.
    open private(set) lazy var imageView: UIImageView? = {
        let view = UIImageView()
        // The room that is left is the first text's.
        view.setContentHuggingPriority(.defaultHigh, for: .horizontal)
        placeTexts()
        texts.insertArrangedSubview(view, at: 0)
        return view
    }()
    /// What is at its right.
    open var accessoryType = AccessoryType.none { didSet { showMark() } }
    /// A view at its right, in place of what ``accessoryType`` says.
    open var accessoryView: UIView? { didSet { showMark() } }
    /// How far the line below it is from the sides; the table's where it is not set.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var separatorInset: UIEdgeInsets!
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

    /// Says how high the cell is; nil for as high as what is in it, and the usual height at least.
    func require(height: CGFloat?) {
        self.height?.isActive = false
        let anchor = heightAnchor
        let rule =
            height.map { anchor.constraint(equalToConstant: $0) }
            ?? anchor.constraint(greaterThanOrEqualToConstant: usualHeight)
        // What a list has arranged counts more.
        rule.priority = UILayoutPriority(999)
        rule.isActive = true
        self.height = rule
    }

    /// Two texts below each other are higher than one.
    private var usualHeight: CGFloat {
        let isHigh = style == .subtitle && hasDetail && detailTextLabel?.text?.isEmpty == false
        return isHigh ? 58 : 44
    }

    /// The texts, beside or above each other.
    private let lines = UIStackView()

    private func placeTexts() {
        guard texts.superview == nil else { return }
        texts.spacing = 16
        texts.alignment = .center
        lines.spacing = style == .subtitle ? 2 : 8
        fill(texts, contentView, inset: 16)
        texts.addArrangedSubview(lines)
    }

    private func addedLabel(isFirst: Bool) -> UILabel {
        placeTexts()
        let label = UILabel()
        if !isFirst {
            label.font = .systemFont(ofSize: style == .subtitle ? 12 : 17)
            label.textColor = style == .subtitle ? .label : .secondaryLabel
        }
        // Below each other both take the width that a picture leaves.
        label.setContentHuggingPriority(
            isFirst || style == .subtitle ? .defaultLow : .defaultHigh,
            for: .horizontal
        )
        // Whichever is asked for first.
        lines.insertArrangedSubview(label, at: isFirst ? 0 : lines.arrangedSubviews.count)
        return label
    }

    // MARK: Around the content

    private func showMark() {
        mark?.removeFromSuperview()
        mark = accessoryView ?? accessoryType.mark
        contentEnd?.constant = 0
        guard let mark else { return }
        let size = mark.frame.size
        mark.translatesAutoresizingMaskIntoConstraints = false
        addSubview(mark)
        NSLayoutConstraint.activate([
            mark.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -16),
            mark.centerYAnchor.constraint(equalTo: centerYAnchor),
            mark.widthAnchor.constraint(equalToConstant: size.width),
            mark.heightAnchor.constraint(equalToConstant: size.height),
        ])
        contentEnd?.constant = -size.width - 16
    }

    /// Draws the line below the cell; nil for none.
    func separate(_ color: UIColor?, _ inset: UIEdgeInsets) {
        line.isHidden = color == nil
        line.backgroundColor = color
        if lineStart == nil {
            line.translatesAutoresizingMaskIntoConstraints = false
            line.isUserInteractionEnabled = false
            addSubview(line)
            lineStart = line.leadingAnchor.constraint(equalTo: leadingAnchor)
            lineEnd = line.trailingAnchor.constraint(equalTo: trailingAnchor)
            NSLayoutConstraint.activate([
                line.bottomAnchor.constraint(equalTo: bottomAnchor),
                line.heightAnchor.constraint(equalToConstant: 0.5),
            ])
            lineStart?.isActive = true
            lineEnd?.isActive = true
        }
        guard !line.isHidden else { return }
        lineStart?.constant = inset.left
        lineEnd?.constant = -inset.right
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

extension UITableViewCell.AccessoryType {
    /// What is drawn; nil for nothing.
    @MainActor var mark: UIView? {
        let (symbol, color, size): (String, UIColor, CGSize)
        switch self {
        case .none: return nil
        case .disclosureIndicator:
            (symbol, color, size) = ("chevron.right", .tertiaryLabel, CGSize(width: 11, height: 14))
        case .checkmark:
            (symbol, color, size) = ("checkmark", .tintColor, CGSize(width: 16, height: 16))
        case .detailButton, .detailDisclosureButton:
            (symbol, color, size) = ("info.circle", .tintColor, CGSize(width: 22, height: 22))
        }
        let view = UIImageView(image: UIImage(systemName: symbol))
        view.tintColor = color
        view.contentMode = .scaleAspectFit
        view.frame.size = size
        return view
    }
}
