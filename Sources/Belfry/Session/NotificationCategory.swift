// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// A kind of notification that an app has declared, with its actions.
public struct NotificationCategory: Sendable, Hashable {
    /// What notifications name it by.
    public var identifier: String

    /// The buttons of its notifications.
    public var actions: [NotificationAction]

    /// Whether the app is told when a notification is put away.
    public var reportsDismissal: Bool

    /// A category.
    ///
    /// - Parameters:
    ///   - identifier: What notifications name it by.
    ///   - actions: The buttons of its notifications.
    ///   - reportsDismissal: Whether the app is told when a notification is put away.
    public init(
        identifier: String,
        actions: [NotificationAction] = [],
        reportsDismissal: Bool = false
    ) {
        self.identifier = identifier
        self.actions = actions
        self.reportsDismissal = reportsDismissal
    }

    var engine: BelfryModel.NotificationCategory {
        BelfryModel.NotificationCategory(
            identifier: identifier,
            actions: actions.map(\.engine),
            options: reportsDismissal ? [.customDismissAction] : []
        )
    }
}

/// A button of a notification.
public struct NotificationAction: Sendable, Hashable {
    /// What is special about an action.
    public enum Option: Sendable, Hashable, CaseIterable {
        /// It needs an unlocked device.
        case authenticationRequired
        /// It destroys something.
        case destructive
        /// It brings the app to the front.
        case foreground
    }

    /// A field to write an answer into.
    public struct TextInput: Sendable, Hashable {
        /// The title of the button that sends it.
        public var buttonTitle: String

        /// What the field shows while it is empty.
        public var placeholder: String

        /// A field.
        ///
        /// - Parameters:
        ///   - buttonTitle: The title of the button that sends it.
        ///   - placeholder: What the field shows while it is empty.
        public init(buttonTitle: String = "", placeholder: String = "") {
            self.buttonTitle = buttonTitle
            self.placeholder = placeholder
        }
    }

    /// What the extension and the app know it by.
    public var identifier: String

    /// The button's text.
    public var title: String

    /// What is special about it.
    public var options: Set<Option>

    /// The field that comes with it; nil for none.
    public var textInput: TextInput?

    /// The name of a symbol or an image beside the title; nil for none.
    ///
    /// Extensions set it; it cannot be set here.
    public private(set) var iconName: String?

    /// An action.
    ///
    /// - Parameters:
    ///   - identifier: What the extension and the app know it by.
    ///   - title: The button's text.
    ///   - options: What is special about it.
    ///   - textInput: The field that comes with it; nil for none.
    public init(
        identifier: String,
        title: String,
        options: Set<Option> = [],
        textInput: TextInput? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.textInput = textInput
    }
}

extension NotificationAction {
    init(_ engine: BelfryModel.NotificationAction) {
        self.init(
            identifier: engine.identifier,
            title: engine.title,
            options: Set(engine.options.map(Option.init)),
            textInput: engine.textInput.map {
                TextInput(buttonTitle: $0.buttonTitle, placeholder: $0.placeholder)
            }
        )
        iconName = engine.icon?.name
    }

    var engine: BelfryModel.NotificationAction {
        BelfryModel.NotificationAction(
            identifier: identifier,
            title: title,
            options: Set(options.map(\.engine)),
            textInput: textInput.map {
                BelfryModel.NotificationAction.TextInput(
                    buttonTitle: $0.buttonTitle,
                    placeholder: $0.placeholder
                )
            }
        )
    }
}

extension NotificationAction.Option {
    init(_ engine: BelfryModel.NotificationAction.Option) {
        self =
            switch engine {
            case .authenticationRequired: .authenticationRequired
            case .destructive: .destructive
            case .foreground: .foreground
            }
    }

    var engine: BelfryModel.NotificationAction.Option {
        switch self {
        case .authenticationRequired: .authenticationRequired
        case .destructive: .destructive
        case .foreground: .foreground
        }
    }
}
