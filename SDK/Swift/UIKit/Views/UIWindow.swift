// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What holds all views.
///
/// - Note: Without effect: the host has no windows.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// The controller of all that is in it.
    ///
    /// - Note: Without effect: the host has no windows.
    open var rootViewController: UIViewController?
    /// The window itself.
    ///
    /// - Note: Without effect: the host has no windows.
    open override var window: UIWindow? { self }
    /// Shows the window.
    ///
    /// - Note: Without effect: the host has no windows.
    open func makeKeyAndVisible() {}
}
