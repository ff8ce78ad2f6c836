// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What owns a view and fills it.
///
/// Its view is made when it is first asked for: by ``loadView()``, then ``viewDidLoad()``.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    /// The nib file that the view is read from; where none is named, one with the class's name.
    public final let nibName: String?
    /// The bundle that it is in.
    public final let nibBundle: Bundle?
    /// The storyboard that the controller came from.
    public final internal(set) var storyboard: UIStoryboard?
    /// The controllers in this one.
    public final internal(set) var children: [UIViewController] = []
    /// The controller that this one is in.
    public final internal(set) weak var parent: UIViewController?
    /// The controller's identifier in that storyboard.
    final var storyboardID: String?
    private var loadedView: UIView?
    /// Makes the view and fills the outlets, where a storyboard says what they are.
    final var viewSource: (@MainActor (UIViewController) -> Void)?

    /// Creates a controller, whose view ``loadView()`` reads from a nib file.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    /// Creates a controller for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
    }

    /// Creates a controller.
    public override convenience init() {
        self.init(nibName: nil, bundle: nil)
    }

    // The view.

    /// The view; it is made when it is first asked for.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.controller = nil
            loadedView = newValue
            newValue?.controller = self
        }
    }

    /// The view; none where nobody has asked for it yet.
    open var viewIfLoaded: UIView? { loadedView }
    /// Whether the view is there.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Makes the view, unless it is there.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        if loadedView == nil { view = UIView() }
        settleIntoRoot()
        viewDidLoad()
    }

    /// Makes the view: the storyboard's, the nib file's, or an empty one; override to make another.
    open func loadView() {
        if let viewSource { viewSource(self) } else { loadNib() }
        if loadedView == nil { view = emptyView() }
    }

    /// Tells that the view is there; override to fill it.
    open func viewDidLoad() {}
    /// Tells that the view will be shown.
    open func viewWillAppear(_ animated: Bool) {}
    /// Tells that the view is about to be shown, and laid out.
    open func viewIsAppearing(_ animated: Bool) {}
    /// Tells that the view is shown.
    open func viewDidAppear(_ animated: Bool) {}
    /// Tells that the view will no longer be shown.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Tells that the view is no longer shown.
    open func viewDidDisappear(_ animated: Bool) {}
    /// Tells that the view will be laid out.
    open func viewWillLayoutSubviews() {}
    /// Tells that the view is laid out.
    open func viewDidLayoutSubviews() {}
    /// Adds the rules that the view needs.
    open func updateViewConstraints() {}
    /// Tells that what lies over the view changed.
    ///
    /// - Note: Without effect: never called; nothing lies over a notification.
    open func viewSafeAreaInsetsDidChange() {}
    /// Tells that memory is short.
    ///
    /// - Note: Without effect: never called; Belfry tells a `BelfryPressureObserver` instead.
    open func didReceiveMemoryWarning() {}
    /// Tells that what is known of the screen changed.
    ///
    /// - Note: Without effect: never called; the host draws light and dark by itself.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Tells that a storyboard has filled the controller's outlets.
    open func awakeFromNib() {}

    /// How large the view is to be; the host keeps the width, and has the height by proportion.
    open var preferredContentSize: CGSize = .zero {
        didSet { tellPreferredSize() }
    }

    /// What the controller is called; a manifest with
    /// `UNNotificationExtensionOverridesDefaultTitle` has it shown in place of the app's name.
    open var title: String? {
        didSet {
            tellTitle()
            madeNavigationItem?.title = title
        }
    }

    final var madeNavigationItem: UINavigationItem?
    /// What a navigation bar would show of the controller.
    ///
    /// - Note: Without effect: a notification has no such bar. Its items are kept, and a storyboard's
    ///   outlets and actions are connected with them.
    open var navigationItem: UINavigationItem {
        if let madeNavigationItem { return madeNavigationItem }
        let item = UINavigationItem(title: title ?? "")
        madeNavigationItem = item
        return item
    }
    /// What a toolbar would show of the controller.
    ///
    /// - Note: Without effect: they are kept; a notification has no such bar.
    open var toolbarItems: [UIBarButtonItem]?

    /// What is known of the screen, or of the one that ``overrideUserInterfaceStyle`` says.
    open var traitCollection: UITraitCollection { loadedView?.traitCollection ?? .current }
    /// The superview of the view, or the parent.
    open override var next: UIResponder? { loadedView?.superview ?? parent }

    // Other controllers.

    /// Takes in another controller; its view goes where it is put.
    open func addChild(_ childController: UIViewController) {
        childController.parent?.children.removeAll { $0 === childController }
        childController.willMove(toParent: self)
        childController.parent = self
        children.append(childController)
    }

    /// Leaves the controller that this one is in.
    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
        didMove(toParent: nil)
    }

    /// Tells that the controller will be in another, or in none.
    open func willMove(toParent parent: UIViewController?) {}
    /// Tells that the controller is in another, or in none.
    open func didMove(toParent parent: UIViewController?) {}

    /// Shows a controller over this one.
    ///
    /// - Note: Without effect: a notification has one controller; the run's log says so once.
    open func present(
        _ viewControllerToPresent: UIViewController,
        animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        refusePresentation()
        completion?()
    }

    /// Takes away what is shown over this one.
    ///
    /// - Note: Without effect: nothing is.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { completion?() }

    /// Goes to another controller of the storyboard's.
    ///
    /// - Note: Without effect: a notification has one controller. The log says so.
    open func performSegue(withIdentifier identifier: String, sender: Any?) { refuseSegue() }

    /// Says whether a storyboard's connection may lead to its controller.
    ///
    /// - Note: Without effect: never called; what a container view embeds is always made.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }

    /// Tells that a container view of the storyboard is about to show its controller.
    ///
    /// Override to give the controller what it shows; its view is not there yet.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    /// The root that the host has for the controller's view; set by what runs the extension.
    package final var root: UIView?
    /// Whether this is the controller that the notification shows.
    package final var isPrincipal = false
    /// What the extension says to the host; set by what runs it.
    package final var hostContext: AnyObject?
}
