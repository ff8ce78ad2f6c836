// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Pages to turn, of each of which a controller has the view.
///
/// The page that was set is shown, all over. The host tells of taps alone, so that nobody turns pages
/// but the extension: by ``setViewControllers(_:direction:animated:completion:)``.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uipageviewcontroller
@preconcurrency @MainActor
open class UIPageViewController: UIViewController {
    /// Where pages lie.
    public enum NavigationOrientation: Int, Sendable {
        /// Beside each other.
        case horizontal = 0
        /// Below each other.
        case vertical = 1
    }

    /// Which way pages are turned.
    public enum NavigationDirection: Int, Sendable {
        /// To the next.
        case forward = 0
        /// To the one before.
        case reverse = 1
    }

    /// How pages are turned.
    public enum TransitionStyle: Int, Sendable {
        /// As paper.
        case pageCurl = 0
        /// By scrolling.
        case scroll = 1
    }

    /// What more can be said.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// Takes a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The space between pages.
        public static let interPageSpacing = OptionsKey(
            rawValue: "UIPageViewControllerOptionInterPageSpacingKey"
        )
        /// Where the spine is.
        public static let spineLocation = OptionsKey(
            rawValue: "UIPageViewControllerOptionSpineLocationKey"
        )
    }

    /// How pages are turned; the host shows the end at once.
    public final let transitionStyle: TransitionStyle
    /// Where pages lie.
    public final let navigationOrientation: NavigationOrientation

    /// Creates a controller without pages.
    public init(
        transitionStyle style: TransitionStyle,
        navigationOrientation: NavigationOrientation,
        options: [OptionsKey: Any]? = nil
    ) {
        transitionStyle = style
        self.navigationOrientation = navigationOrientation
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates a controller for a storyboard.
    public required init?(coder: NSCoder) {
        transitionStyle = .scroll
        navigationOrientation = .horizontal
        super.init(coder: coder)
    }

    /// What knows which page is beside another.
    ///
    /// - Note: Without effect but for the extension: it is not asked, as nobody turns pages.
    open weak var dataSource: (any UIPageViewControllerDataSource)?
    /// What hears of pages that the user turns.
    ///
    /// - Note: Without effect: nobody does.
    open weak var delegate: (any UIPageViewControllerDelegate)?
    /// Whether pages have two sides.
    ///
    /// - Note: Without effect: one page is shown.
    open var isDoubleSided = false
    /// The page that is shown.
    open private(set) var viewControllers: [UIViewController]? = []

    /// Turns to a page; the completion comes soon after.
    open func setViewControllers(
        _ viewControllers: [UIViewController]?,
        direction: NavigationDirection,
        animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) {
        for old in self.viewControllers ?? [] {
            old.willMove(toParent: nil)
            old.viewIfLoaded?.removeFromSuperview()
            old.removeFromParent()
        }
        self.viewControllers = viewControllers
        if let page = viewControllers?.first {
            addChild(page)
            page.view.frame = view.bounds
            page.view.translatesAutoresizingMaskIntoConstraints = true
            page.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(page.view)
            page.didMove(toParent: self)
        }
        UIView.animate(withDuration: 0, animations: {}, completion: completion)
    }
}

/// What knows which page is beside another.
@preconcurrency @MainActor
public protocol UIPageViewControllerDataSource: NSObjectProtocol {
    /// The page before another; nil for none.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    /// The page after another; nil for none.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
    /// How many points an indicator has.
    ///
    /// - Note: Without effect: never called; a ``UIPageControl`` shows points.
    func presentationCount(for pageViewController: UIPageViewController) -> Int
    /// Which point is chosen.
    ///
    /// - Note: Without effect: never called; a ``UIPageControl`` shows points.
    func presentationIndex(for pageViewController: UIPageViewController) -> Int
}

extension UIPageViewControllerDataSource {
    /// None.
    public func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
    /// The first.
    public func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }
}

/// What hears of pages that the user turns.
@preconcurrency @MainActor
public protocol UIPageViewControllerDelegate: NSObjectProtocol {
    /// Tells that pages are about to be turned.
    ///
    /// - Note: Without effect: never called; nobody turns pages.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        willTransitionTo pendingViewControllers: [UIViewController]
    )
    /// Tells that pages were turned.
    ///
    /// - Note: Without effect: never called; nobody turns pages.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController],
        transitionCompleted completed: Bool
    )
}

extension UIPageViewControllerDelegate {
    /// Does nothing.
    public func pageViewController(
        _ pageViewController: UIPageViewController,
        willTransitionTo pendingViewControllers: [UIViewController]
    ) {}
    /// Does nothing.
    public func pageViewController(
        _ pageViewController: UIPageViewController,
        didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController],
        transitionCompleted completed: Bool
    ) {}
}
