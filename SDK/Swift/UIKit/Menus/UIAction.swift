// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What something in a menu, or a control, does.
@preconcurrency @MainActor
open class UIAction: NSObject {
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
    open var title: String
    /// What a button of the action shows.
    open var image: UIImage?
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
        handler: @escaping Handler
    ) {
        self.title = title
        self.image = image
        self.identifier = identifier ?? Identifier(UUID().uuidString)
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
