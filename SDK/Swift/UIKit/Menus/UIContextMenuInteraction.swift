// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a view does with more than taps.
@preconcurrency @MainActor
public protocol UIInteraction: AnyObject {
    /// The view that has it.
    var view: UIView? { get }
    /// Tells that a view will have it, or none.
    func willMove(to view: UIView?)
    /// Tells that a view has it, or none.
    func didMove(to view: UIView?)
}

extension UIView {
    /// Has the view do something with more than taps.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    public func addInteraction(_ interaction: any UIInteraction) {
        interaction.willMove(to: self)
        interaction.didMove(to: self)
    }

    /// Has the view no longer do it.
    public func removeInteraction(_ interaction: any UIInteraction) {
        interaction.willMove(to: nil)
        interaction.didMove(to: nil)
    }
}

/// A menu that comes when a view is pressed for long.
///
/// - Note: Without effect: the host has no menus, so the delegate is not asked for one.
@preconcurrency @MainActor
open class UIContextMenuInteraction: NSObject, UIInteraction {
    /// The view that has it.
    ///
    /// - Note: Without effect: the host has no menus.
    open private(set) weak var view: UIView?
    /// Who makes the menu.
    ///
    /// - Note: Without effect: the host has no menus.
    open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?

    /// Has a delegate make the menu.
    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
        super.init()
    }

    /// Tells that a view will have it, or none.
    ///
    /// - Note: Without effect: the host has no menus.
    open func willMove(to view: UIView?) {}
    /// Tells that a view has it, or none.
    ///
    /// - Note: Without effect: the host has no menus.
    open func didMove(to view: UIView?) { self.view = view }
    /// Takes the menu away: there is none.
    ///
    /// - Note: Without effect: the host has no menus.
    open func dismissMenu() {}
}

/// Who makes menus.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionDelegate: NSObjectProtocol {
    /// Makes the menu; nil for none.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration?
}

/// How a menu is made.
@preconcurrency @MainActor
open class UIContextMenuConfiguration: NSObject {
    /// Makes the menu of what the system suggests.
    public typealias ActionProvider = ([UIMenuElement]) -> UIMenu?
    /// Makes what is shown above the menu.
    public typealias PreviewProvider = () -> UIViewController?

    /// What it is called.
    public final let identifier: any NSCopying

    /// Says how the menu is made.
    ///
    /// - Note: Without effect: the host has no menus.
    public init(
        identifier: (any NSCopying)? = nil,
        previewProvider: PreviewProvider? = nil,
        actionProvider: ActionProvider? = nil
    ) {
        self.identifier = identifier ?? NSUUID()
        super.init()
    }
}
