// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a user pulls down to see something new.
///
/// - Note: Without effect: nobody pulls; it is not seen.
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uirefreshcontrol
@preconcurrency @MainActor
open class UIRefreshControl: UIControl {
    /// Whether something new is being looked for.
    ///
    /// - Note: Without effect: it is not seen.
    open private(set) var isRefreshing = false
    /// What it says.
    ///
    /// - Note: Without effect: it is not seen.
    open var attributedTitle: NSAttributedString?

    /// Says that something new is being looked for.
    ///
    /// - Note: Without effect: it is not seen.
    open func beginRefreshing() { isRefreshing = true }
    /// Says that it is there.
    ///
    /// - Note: Without effect: it is not seen.
    open func endRefreshing() { isRefreshing = false }
}

extension UIScrollView {
    /// What is pulled down to see something new.
    ///
    /// - Note: Without effect: it is kept and not seen, as nobody pulls.
    public var refreshControl: UIRefreshControl? {
        get { keptRefreshControl }
        set { keptRefreshControl = newValue }
    }
}
