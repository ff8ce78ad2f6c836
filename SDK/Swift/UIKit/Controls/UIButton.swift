// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// A control that is pressed.
@preconcurrency @MainActor
open class UIButton: UIControl {
    /// What a button is for.
    public enum ButtonType: Int, Sendable {
        /// Whatever is made of it.
        case custom = 0
        /// What the system's look like.
        case system = 1
        /// For details.
        case detailDisclosure = 2
        /// For information, on a dark ground.
        case infoLight = 3
        /// For information.
        case infoDark = 4
        /// To add something.
        case contactAdd = 5
        /// To close something.
        case close = 7

        /// A button with a border, as it was called before.
        public static let roundedRect = ButtonType.system

        fileprivate var symbol: String? {
            switch self {
            case .custom, .system: nil
            case .detailDisclosure, .infoLight, .infoDark: "info.circle"
            case .contactAdd: "plus.circle"
            case .close: "xmark.circle.fill"
            }
        }
    }

    private struct Face {
        var title: String?
        var attributedTitle: NSAttributedString?
        var titleColor: UIColor?
        var image: UIImage?
        var backgroundImage: UIImage?
        var symbolLook: UIImage.Symbol.Look?
    }

    private var faces: [State: Face] = [:]

    override class var kind: bf_view_kind { BF_VIEW_BUTTON }

    /// What the button is for.
    public internal(set) final var buttonType = ButtonType.custom

    /// Creates a button of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a button for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// Creates a button of a kind.
    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        take(buttonType)
    }

    /// Creates a button of a kind that does something.
    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero, primaryAction: primaryAction)
        take(buttonType)
    }

    /// Creates a button by its configuration.
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(frame: .zero, primaryAction: primaryAction)
        buttonType = .system
        self.configuration = configuration
        takeConfiguration()  // an initialiser's changes are not observed
    }

    private func take(_ type: ButtonType) {
        buttonType = type
        if let symbol = type.symbol { setImage(UIImage(systemName: symbol), for: .normal) }
        show()
    }

    override func takePrimaryAction(_ primaryAction: UIAction?) {
        super.takePrimaryAction(primaryAction)
        guard let action = primaryAction else { return }
        if !action.title.isEmpty { setTitle(action.title, for: .normal) }
        if let image = action.image { setImage(image, for: .normal) }
    }

    // What it shows.

    /// Sets what the button says in a state.
    open func setTitle(_ title: String?, for state: State) {
        faces[state, default: Face()].title = title
        faces[state]?.attributedTitle = nil
        configuration?.title = title
        show()
    }

    /// Sets what the button says in a state, with parts that look different.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        faces[state, default: Face()].attributedTitle = title
        show()
    }

    /// Sets the colour of what the button says in a state.
    open func setTitleColor(_ color: UIColor?, for state: State) {
        faces[state, default: Face()].titleColor = color
        show()
    }

    /// Sets the picture in the button in a state.
    open func setImage(_ image: UIImage?, for state: State) {
        faces[state, default: Face()].image = image
        show()
    }

    /// Sets how symbols in the button are made in a state, where they do not say it themselves.
    open func setPreferredSymbolConfiguration(
        _ configuration: UIImage.SymbolConfiguration?,
        forImageIn state: State
    ) {
        faces[state, default: Face()].symbolLook = configuration?.look
        show()
    }

    /// Sets the picture behind all in a state.
    ///
    /// The host shows one of a single colour behind all, and any other where there is no picture in
    /// the button.
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        faces[state, default: Face()].backgroundImage = image
        show()
    }

    /// Sets the shadow's colour.
    ///
    /// - Note: Without effect: the host draws no shadows.
    open func setTitleShadowColor(_ color: UIColor?, for state: State) {}

    /// What the button says in a state.
    open func title(for state: State) -> String? { faces[state]?.title }
    /// What the button says in a state, with parts that look different.
    open func attributedTitle(for state: State) -> NSAttributedString? {
        faces[state]?.attributedTitle
    }
    /// The colour of what the button says in a state.
    open func titleColor(for state: State) -> UIColor? { faces[state]?.titleColor }
    /// The picture in the button in a state.
    open func image(for state: State) -> UIImage? { faces[state]?.image }
    /// The picture behind all in a state.
    open func backgroundImage(for state: State) -> UIImage? { faces[state]?.backgroundImage }
    /// What the button says now.
    open var currentTitle: String? { shown(\.attributedTitle)?.string ?? shown(\.title) }
    /// The colour of what the button says now.
    open var currentTitleColor: UIColor { shown(\.titleColor) ?? tintColor }
    /// The picture in the button now.
    open var currentImage: UIImage? { shown(\.image) }
    /// The picture behind all now.
    open var currentBackgroundImage: UIImage? { shown(\.backgroundImage) }

    /// What says it: a label whose text and font are the button's.
    open private(set) lazy var titleLabel: UILabel? = ButtonLabel(of: self)
    /// What shows the picture: a view whose picture is the button's.
    open var imageView: UIImageView? {
        let view = ButtonImageView()
        view.image = currentImage
        return view
    }

    /// What it looks like, as a whole.
    open var configuration: Configuration? {
        didSet { takeConfiguration() }
    }

    private func takeConfiguration() {
        guard let configuration else { return show() }
        if let title = configuration.text { faces[.normal, default: Face()].title = title }
        if let image = configuration.image { faces[.normal, default: Face()].image = image }
        show()
        setNeedsUpdateConfiguration()
    }

    /// The distances from its sides to what is in it.
    open var contentEdgeInsets: UIEdgeInsets = .zero {
        didSet { tellInsets(contentEdgeInsets) }
    }
    /// How much the title is moved.
    ///
    /// - Note: Without effect: the host has it beside the picture.
    open var titleEdgeInsets: UIEdgeInsets = .zero
    /// How much the picture is moved.
    ///
    /// - Note: Without effect: the host has it beside the title.
    open var imageEdgeInsets: UIEdgeInsets = .zero
    /// Whether the picture is darker while the button is pressed.
    ///
    /// - Note: Without effect: the host draws what is pressed.
    open var adjustsImageWhenHighlighted = true
    /// What can be chosen when it is pressed.
    ///
    /// - Note: Without effect: the host has no menus.
    open var menu: UIMenu?
    /// Changes the look for the state that the button is in.
    ///
    /// Called when that state or the configuration has changed.
    open var configurationUpdateHandler: ((UIButton) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }
    /// Has ``configurationUpdateHandler`` called.
    open func setNeedsUpdateConfiguration() {
        guard !isUpdating else { return }
        isUpdating = true
        configurationUpdateHandler?(self)
        isUpdating = false
    }
    private var isUpdating = false
    /// Whether a press opens the menu.
    ///
    /// - Note: Without effect: the host has no menus.
    open var showsMenuAsPrimaryAction = false

    open override var isEnabled: Bool {
        didSet { stateChanged() }
    }
    open override var isSelected: Bool {
        didSet { stateChanged() }
    }

    private func stateChanged() {
        show()
        setNeedsUpdateConfiguration()
    }

    /// Tells the host what the button shows in the state that it is in.
    private func show() {
        if let text = shown(\.attributedTitle) {
            node.set(attributedText: text)
        } else {
            node.set(.text, shown(\.title))
        }
        node.set(.textColor, shown(\.titleColor) ?? configuration?.baseForegroundColor ?? plain)
        let behind = shown(\.backgroundImage)
        node.set(image: shown(\.image).map(made).map(inTint) ?? (plainColor == nil ? behind : nil))
        node.set(.backgroundColor, plainColor ?? backgroundColor)
        if let configuration {
            node.set(.buttonStyle, configuration.style)
            if let color = configuration.baseBackgroundColor { node.set(.tintColor, color) }
            // Of these the picture has the title's colour.
            if configuration.style == 0, let color = configuration.baseForegroundColor {
                node.set(.tintColor, color)
            }
            tellInsets(configuration.insets)
            if let radius = configuration.cornerRadius { layer.cornerRadius = radius }
            titleLabel?.font = configuration.font
        }
        setNeedsLayout()
    }

    /// The colour of a picture behind all that is one colour alone.
    private var plainColor: UIColor? { shown(\.backgroundImage)?.plainColor }

    /// The colour behind all else, unless a picture of one colour hides it.
    open override var backgroundColor: UIColor? {
        didSet { if let plainColor { node.set(.backgroundColor, plainColor) } }
    }

    /// A symbol as large as is said here or by itself; a picture as it is.
    private func made(_ image: UIImage) -> UIImage {
        let said = configuration?.preferredSymbolConfigurationForImage?.look
        guard let symbol = image.symbol, let look = said ?? shown(\.symbolLook) else {
            return image
        }
        return image.showing(symbol.with(look.with(symbol.look)))
    }

    /// A picture as the button shows it: where nothing else is said, one of the system's buttons
    /// shows its shape in the tint colour.
    private func inTint(_ image: UIImage) -> UIImage {
        let isShape = buttonType != .custom && image.renderingMode == .automatic
        return isShape && !image.isSymbolImage ? image.withRenderingMode(.alwaysTemplate) : image
    }

    /// A custom button's title is white where nothing is said.
    private var plain: UIColor? { buttonType == .custom && configuration == nil ? .white : nil }

    private func shown<Value>(_ part: KeyPath<Face, Value?>) -> Value? {
        faces[state]?[keyPath: part] ?? faces[.normal]?[keyPath: part]
    }

    private func tellInsets(_ insets: UIEdgeInsets) {
        node.set(.insetTop, insets.top)
        node.set(.insetLeft, insets.left)
        node.set(.insetBottom, insets.bottom)
        node.set(.insetRight, insets.right)
    }

    /// The size that the host gives it, or an estimate.
    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

    /// Returns the size of what it says and shows.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        if let size = fitting(.zero) { return size }
        let font: UIFont = titleLabel?.font ?? .systemFont(ofSize: 15)
        let text = (currentTitle ?? "").size(withAttributes: [.font: font])
        let picture = currentImage?.size ?? .zero
        let insets = contentEdgeInsets
        return CGSize(
            width: text.width + picture.width + insets.left + insets.right,
            height: max(text.height, picture.height, 22) + 12 + insets.top + insets.bottom
        )
    }
}
