// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a swipe over a row offers.
///
/// - Note: Without effect: the host has no swipes, so a delegate is not asked for it.
@preconcurrency @MainActor
open class UISwipeActionsConfiguration: NSObject {
    /// What is offered.
    ///
    /// - Note: Without effect: the host has no swipes.
    public final let actions: [UIContextualAction]
    /// Whether a whole swipe does the first of them.
    ///
    /// - Note: Without effect: the host has no swipes.
    open var performsFirstActionWithFullSwipe = true

    /// Offers actions.
    public init(actions: [UIContextualAction]) {
        self.actions = actions
        super.init()
    }
}

/// What a row offers when it is swiped.
///
/// - Note: Without effect: the host has no swipes.
@preconcurrency @MainActor
open class UIContextualAction: NSObject {
    /// Whether it destroys something.
    public enum Style: Int, Sendable {
        /// It does not.
        case normal = 0
        /// It does.
        case destructive = 1
    }

    /// Does it, and says whether it was done.
    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

    /// Whether it destroys something.
    ///
    /// - Note: Without effect: the host has no swipes.
    public final let style: Style
    /// What does it.
    ///
    /// - Note: Without effect: the host has no swipes.
    public final let handler: Handler
    /// What it is called.
    ///
    /// - Note: Without effect: the host has no swipes.
    open var title: String?
    /// The colour behind it.
    ///
    /// - Note: Without effect: the host has no swipes.
    open var backgroundColor: UIColor?
    /// Its picture.
    ///
    /// - Note: Without effect: the host has no swipes.
    open var image: UIImage?

    /// Offers something.
    public init(style: Style, title: String?, handler: @escaping Handler) {
        self.style = style
        self.title = title
        self.handler = handler
        super.init()
    }
}
