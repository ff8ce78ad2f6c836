// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A question to the user.
///
/// - Note: Without effect: a notification shows one view controller, and no alert.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
    /// What it looks like.
    public enum Style: Int, Sendable {
        /// From below.
        case actionSheet = 0
        /// In the middle.
        case alert = 1
    }

    /// What it asks.
    ///
    /// - Note: Without effect: the host shows no alerts.
    open var message: String?
    /// What it looks like.
    ///
    /// - Note: Without effect: the host shows no alerts.
    public private(set) final var preferredStyle = Style.alert
    /// What can be answered.
    ///
    /// - Note: Without effect: the host shows no alerts.
    open private(set) var actions: [UIAlertAction] = []
    /// What can be written.
    ///
    /// - Note: Without effect: the host shows no alerts.
    open private(set) var textFields: [UITextField]?

    /// Creates a question.
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        self.preferredStyle = preferredStyle
    }

    /// Adds what can be answered.
    ///
    /// - Note: Without effect: the host shows no alerts.
    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Adds what can be written.
    ///
    /// - Note: Without effect: the host shows no alerts.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        let field = UITextField()
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
    }
}

/// An answer to a question.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
    /// What an answer is like.
    public enum Style: Int, Sendable {
        /// As usual.
        case `default` = 0
        /// That nothing is to be done.
        case cancel = 1
        /// That something is lost.
        case destructive = 2
    }

    /// What it says.
    public final let title: String?
    /// What it is like.
    public final let style: Style
    /// Whether it can be given.
    open var isEnabled = true

    /// Creates an answer; the handler is never called.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        super.init()
    }
}
