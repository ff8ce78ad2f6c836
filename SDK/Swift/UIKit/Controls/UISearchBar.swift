// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A field to search with.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uisearchbar
@preconcurrency @MainActor
open class UISearchBar: UIView, UITextFieldDelegate {
    /// What it looks like.
    public enum Style: UInt, Sendable {
        /// As usual.
        case `default` = 0
        /// On a bar.
        case prominent = 1
        /// The field alone.
        case minimal = 2
    }

    private let row = UIStackView()
    private let cancel = UIButton(type: .system)
    private let glass = UIImageView(image: UIImage(systemName: "magnifyingglass"))

    /// What is written into.
    public final let searchTextField = UITextField()

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
        let box = UIView()
        box.backgroundColor = .tertiarySystemFill
        box.layer.cornerRadius = 10
        glass.tintColor = .secondaryLabel
        glass.contentMode = .scaleAspectFit
        searchTextField.delegate = self
        searchTextField.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                delegate?.searchBar(self, textDidChange: text ?? "")
            },
            for: .editingChanged
        )
        for view in [glass, searchTextField] {
            view.translatesAutoresizingMaskIntoConstraints = false
            box.addSubview(view)
        }
        row.spacing = 8
        row.alignment = .center
        row.translatesAutoresizingMaskIntoConstraints = false
        row.addArrangedSubview(box)
        cancel.setTitle("Cancel", for: .normal)
        cancel.titleLabel?.font = .systemFont(ofSize: 17)
        cancel.isHidden = true
        cancel.setContentHuggingPriority(.required, for: .horizontal)
        cancel.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                delegate?.searchBarCancelButtonClicked(self)
            },
            for: .touchUpInside
        )
        row.addArrangedSubview(cancel)
        addSubview(row)
        NSLayoutConstraint.activate([
            box.heightAnchor.constraint(equalToConstant: 36),
            glass.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 8),
            glass.centerYAnchor.constraint(equalTo: box.centerYAnchor),
            glass.widthAnchor.constraint(equalToConstant: 20),
            glass.heightAnchor.constraint(equalToConstant: 20),
            searchTextField.leadingAnchor.constraint(equalTo: glass.trailingAnchor, constant: 6),
            searchTextField.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: -8),
            searchTextField.topAnchor.constraint(equalTo: box.topAnchor),
            searchTextField.bottomAnchor.constraint(equalTo: box.bottomAnchor),
            row.centerYAnchor.constraint(equalTo: centerYAnchor),
            row.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 8),
            row.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -8),
        ])
    }

    /// Who hears what the user does.
    open weak var delegate: (any UISearchBarDelegate)?

    /// What is written.
    open var text: String? {
        get { searchTextField.text }
        set { searchTextField.text = newValue }
    }
    /// What stands there while nothing is written.
    open var placeholder: String? {
        get { searchTextField.placeholder }
        set { searchTextField.placeholder = newValue }
    }
    /// A text above the field.
    ///
    /// - Note: Without effect: it is kept.
    open var prompt: String?
    /// Whether there is a button beside the field that gives up.
    open var showsCancelButton = false {
        didSet { cancel.isHidden = !showsCancelButton }
    }
    /// Shows the button that gives up, or hides it; the host does so at once.
    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        self.showsCancelButton = showsCancelButton
    }
    /// What it looks like.
    ///
    /// - Note: Without effect: it is a field alone.
    open var searchBarStyle = Style.default
    /// The colour of the bar behind the field.
    open var barTintColor: UIColor? {
        didSet { backgroundColor = barTintColor }
    }
    /// Whether what is behind the bar shows through.
    ///
    /// - Note: Without effect: its colours say so.
    open var isTranslucent = true
    /// The picture behind the bar.
    ///
    /// - Note: Without effect: it is kept.
    open var backgroundImage: UIImage?
    /// What the return key is called.
    open var returnKeyType: UIReturnKeyType {
        get { searchTextField.returnKeyType }
        set { searchTextField.returnKeyType = newValue }
    }

    /// Has the user's keys go into the field.
    @discardableResult
    open override func becomeFirstResponder() -> Bool { searchTextField.becomeFirstResponder() }
    /// Has the user's keys go there no more.
    @discardableResult
    open override func resignFirstResponder() -> Bool { searchTextField.resignFirstResponder() }
    /// Whether they go there.
    open override var isFirstResponder: Bool { searchTextField.isFirstResponder }

    /// As high as on a phone.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: 56)
    }
    /// As wide as there is place, and as high as on a phone.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width > 0 ? size.width : 320, height: 56)
    }

    // MARK: The field

    /// Asks whether the user may write.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
        delegate?.searchBarShouldBeginEditing(self) ?? true
    }
    /// Tells that the user begins to write.
    public func textFieldDidBeginEditing(_ textField: UITextField) {
        delegate?.searchBarTextDidBeginEditing(self)
    }
    /// Tells that the user has written.
    public func textFieldDidEndEditing(_ textField: UITextField) {
        delegate?.searchBarTextDidEndEditing(self)
    }
    /// Tells that the user searches.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        delegate?.searchBarSearchButtonClicked(self)
        return true
    }
}

/// Who hears what the user does in a search bar.
@preconcurrency @MainActor
public protocol UISearchBarDelegate: NSObjectProtocol {
    /// Whether the user may write.
    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
    /// Tells that the user begins to write.
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
    /// Tells that the user has written.
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
    /// Tells that the text is another one.
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
    /// Tells that the user searches.
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    /// Tells that the user gives up.
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
}

extension UISearchBarDelegate {
    /// Lets the user write.
    public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
    /// Does nothing.
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
}
