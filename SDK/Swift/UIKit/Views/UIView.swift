// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// A rectangle of the screen, with what is in it.
///
/// Each is mirrored to a view of the host's, which lays it out and draws it.
@preconcurrency @MainActor
open class UIView: UIResponder {
    /// What the host knows of the view.
    let node: ViewNode
    /// The views in it, the last in front.
    public internal(set) final var subviews: [UIView] = []
    /// The view that it is in.
    public internal(set) final weak var superview: UIView?
    /// The controller whose view this is.
    final weak var controller: UIViewController?
    final var placement = Placement()
    final var look = Look()
    final var rules = Rules()
    final var recognizers: [UIGestureRecognizer] = []

    /// Creates a view at a place of its future superview.
    public init(frame: CGRect) {
        node = Self.makeNode()
        super.init()
        setUp()
        let frame = CGRect(origin: frame.origin, size: usualSize(for: frame.size))
        if frame != .zero { self.frame = frame }
    }

    /// Creates a view for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        node = Self.makeNode()
        super.init()
        setUp()
        (coder as? StoryboardCoder)?.decode(into: self)
    }

    /// Creates a view of no size.
    public override convenience init() {
        self.init(frame: .zero)
    }

    /// The kind of the host's view.
    class var kind: bf_view_kind { BF_VIEW_PLAIN }

    /// Has the host make a view of the kind.
    class func makeNode() -> ViewNode { ViewNode(kind) }

    /// The size of such a view that is made with another one.
    func usualSize(for size: CGSize) -> CGSize { size }

    /// The colours that the host has for such a view where it has none of its own.
    var usualColors: [bf_view_key: UIColor] { [:] }
    /// Tells anew what depends on the screen besides the view's own colours.
    func screenChanged() {}

    /// Says what differs from the host's defaults for this kind of view.
    func setUp() {
        LiveViews.insert(self)
    }

    /// A number to find the view by.
    open var tag = 0
    /// A text to restore the view by.
    open var restorationIdentifier: String?
    /// The superview, or the controller whose view this is.
    open override var next: UIResponder? { controller ?? superview }
    /// The window that the view is in: none, as the host has no windows.
    open var window: UIWindow? { superview?.window }
    /// The class that the layer of such a view has.
    open class var layerClass: AnyClass { CALayer.self }
    /// What draws the view.
    public final lazy var layer: CALayer = makeLayer()
    /// What is known of the screen, or of the one that ``overrideUserInterfaceStyle`` says.
    open var traitCollection: UITraitCollection { node.style == .dark ? .dark : .current }

    // What draws it.

    /// Where the view is in its superview: the smallest rectangle around it as it is drawn.
    open var frame: CGRect {
        get { currentFrame }
        set { place(inFrame: newValue) }
    }
    /// The view's own rectangle, which the frames of its subviews refer to.
    open var bounds: CGRect {
        get { currentBounds }
        set { place(bounds: newValue) }
    }
    /// The view's middle in its superview.
    open var center: CGPoint {
        get { CGPoint(x: rectangle.midX, y: rectangle.midY) }
        set { place(center: newValue) }
    }
    /// How the view is drawn about its middle; layout does not see it.
    open var transform: CGAffineTransform {
        get { look.transform }
        set {
            look.transform = newValue
            node.setTransform(newValue)
        }
    }
    /// How much of what is behind shows through: 0 for all.
    open var alpha: CGFloat {
        get { look.alpha }
        set {
            look.alpha = newValue.isNaN ? 1 : min(max(newValue, 0), 1)
            node.set(.alpha, look.alpha)
        }
    }
    /// Whether it is not drawn; a stack closes up.
    open var isHidden: Bool {
        get { look.isHidden }
        set {
            look.isHidden = newValue
            node.set(.isHidden, newValue)
            superview?.setNeedsLayout()
        }
    }
    /// The colour behind all else.
    open var backgroundColor: UIColor? {
        get { look.backgroundColor }
        set {
            look.backgroundColor = newValue
            node.set(.backgroundColor, newValue)
        }
    }
    /// The colour of what can be touched; the superview's where it is not set.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tintColor: UIColor! {
        get { look.tintColor ?? superview?.tintColor ?? .systemBlue }
        set {
            look.tintColor = newValue
            node.set(.tintColor, newValue)
            tintColorDidChange()
        }
    }
    /// Whether the view, and those in it, get what the user does.
    open var isUserInteractionEnabled: Bool {
        get { look.isUserInteractionEnabled ?? takesInteraction }
        set {
            look.isUserInteractionEnabled = newValue
            node.set(.isInteractive, newValue)
        }
    }
    /// How the content fills the view.
    open var contentMode: ContentMode {
        get { look.contentMode }
        set {
            look.contentMode = newValue
            node.set(.contentMode, Int64(newValue.rawValue))
        }
    }
    /// Whether such a view gets what the user does unless it is said.
    var takesInteraction: Bool { true }

    // What lays it out.

    /// The size that the view's content has by itself.
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    /// Whether such a view needs constraints.
    open class var requiresConstraintBasedLayout: Bool { false }
    /// Returns the size that suits the view best within another.
    open func sizeThatFits(_ size: CGSize) -> CGSize { fitting(size) ?? bounds.size }
    /// Makes the view as large as suits it best.
    open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }
    /// Lays out the views in this one by their constraints; override for what these cannot say.
    open func layoutSubviews() { catchUp() }
    /// Adds the constraints that are needed; override to add one's own.
    open func updateConstraints() {}
    /// Asks that ``layoutSubviews()`` be called before the view is shown.
    open func setNeedsLayout() {
        placement.needsLayout = true
        ViewLayout.schedule()
    }
    /// Lays the view out now, if anything asked for it.
    open func layoutIfNeeded() { settle() }

    // What happens to it.

    /// Puts a view into this one, in front of all.
    open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }
    /// Takes the view out of its superview.
    open func removeFromSuperview() { leaveSuperview() }
    /// Tells that a view was put into this one.
    open func didAddSubview(_ subview: UIView) {}
    /// Tells that a view will be taken out of this one.
    open func willRemoveSubview(_ subview: UIView) {}
    /// Tells that the view will be put into another, or into none.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// Tells that the view was put into another, or into none.
    open func didMoveToSuperview() {}
    /// Tells that the view will be in another window.
    ///
    /// - Note: Without effect: never called; the host has no windows.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// Tells that the view is in another window.
    ///
    /// - Note: Without effect: never called; the host has no windows.
    open func didMoveToWindow() {}
    /// Tells that the tint colour changed.
    open func tintColorDidChange() {}
    /// Tells that what is known of the screen changed.
    ///
    /// - Note: Without effect: never called; the host draws light and dark by itself.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Tells that a storyboard has filled the view's outlets.
    open func awakeFromNib() {}
    /// Draws in the whole of the view, over its background and under its subviews; override to draw.
    ///
    /// Called before the view is shown, when its size has changed or ``setNeedsDisplay()`` has asked for it.
    open func draw(_ rect: CGRect) { ViewDrawing.drawNothing() }
    /// Asks that ``draw(_:)`` be called before the view is shown.
    open func setNeedsDisplay() { layer.contentChanged() }
    /// Asks that ``draw(_:)`` be called before the view is shown; the whole of it is drawn.
    open func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }
    /// Tells whether a point is in the view.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }
    /// Returns the view in front of all at a point.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        foremostView(at: point, with: event)
    }

    // What it is to those who do not see it.

    /// What the view is, for those who do not see it.
    open var accessibilityLabel: String? {
        get { look.accessibilityLabel }
        set {
            look.accessibilityLabel = newValue
            node.set(.accessibilityLabel, newValue)
        }
    }
    /// Whether the view is read out by itself; where it is, its label is told to the host.
    open var isAccessibilityElement: Bool {
        get { look.isAccessibilityElement }
        set { look.isAccessibilityElement = newValue }
    }
    /// A name for tests.
    open var accessibilityIdentifier: String? {
        get { look.accessibilityIdentifier }
        set { look.accessibilityIdentifier = newValue }
    }
    /// What kind of thing the view is.
    ///
    /// - Note: Without effect: the host knows by the view's class.
    open var accessibilityTraits: UIAccessibilityTraits {
        get { look.accessibilityTraits }
        set { look.accessibilityTraits = newValue }
    }
    /// What comes of using the view.
    ///
    /// - Note: Without effect: the host has the label alone.
    open var accessibilityHint: String? {
        get { look.accessibilityHint }
        set { look.accessibilityHint = newValue }
    }
    /// What the view says at present.
    ///
    /// - Note: Without effect: the host has the label and its own values.
    open var accessibilityValue: String? {
        get { look.accessibilityValue }
        set { look.accessibilityValue = newValue }
    }
    /// Whether all that is in the view is passed over.
    ///
    /// - Note: Without effect: the host reads what it shows.
    open var accessibilityElementsHidden: Bool {
        get { look.accessibilityElementsHidden }
        set { look.accessibilityElementsHidden = newValue }
    }

    /// Takes over what the user did to the view itself.
    func handle(_ event: bf_event) {
        guard event == BF_EVENT_TAP else { return }
        for recognizer in recognizers { recognizer.recognize() }
    }
}
