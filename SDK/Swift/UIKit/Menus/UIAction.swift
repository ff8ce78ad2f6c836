// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What something in a menu, or a control, does.
@preconcurrency @MainActor
open class UIAction: UIMenuElement {
    /// What names an action, so that it can be taken away again.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Takes a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Takes a name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What is called: with the action.
    public typealias Handler = (UIAction) -> Void

    /// What a button of the action says.
    open override var title: String {
        get { text }
        set { text = newValue }
    }
    private var text: String
    /// What a button of the action shows.
    open override var image: UIImage? {
        get { picture }
        set { picture = newValue }
    }
    private var picture: UIImage?
    /// What a menu shows of it.
    ///
    /// - Note: Without effect: the host has no menus.
    open var attributes: UIMenuElement.Attributes = []
    /// Whether it is chosen in a menu.
    ///
    /// - Note: Without effect: the host has no menus.
    open var state = UIMenuElement.State.off
    /// The action's name.
    public final let identifier: Identifier
    /// What called the action.
    open private(set) var sender: Any?
    /// What is called.
    private let handler: Handler

    /// Creates an action.
    public init(
        title: String = "",
        image: UIImage? = nil,
        identifier: Identifier? = nil,
        discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [],
        state: UIMenuElement.State = .off,
        handler: @escaping Handler
    ) {
        text = title
        picture = image
        self.identifier = identifier ?? Identifier(UUID().uuidString)
        self.attributes = attributes
        self.state = state
        self.handler = handler
        super.init()
    }

    /// Does what the action is for.
    func perform(sender: AnyObject) {
        self.sender = sender
        handler(self)
        self.sender = nil
    }
}
