// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A kind of notification that an app has declared, with its actions.
package struct NotificationCategory: Sendable, Equatable {
    /// What an app may ask of a category (UNNotificationCategoryOptions).
    package enum Option: String, Sendable, CaseIterable {
        case customDismissAction, allowInCarPlay, hiddenPreviewsShowTitle
        case hiddenPreviewsShowSubtitle, allowAnnouncement
    }

    /// What notifications name it by.
    package var identifier: String
    package var actions: [NotificationAction]
    package var intentIdentifiers: [String]
    package var options: Set<Option>

    /// What is shown in place of the body when previews are hidden.
    package var hiddenPreviewsBodyPlaceholder: String

    /// The line under a group, such as `%u more from %@`.
    package var categorySummaryFormat: String

    package init(
        identifier: String,
        actions: [NotificationAction] = [],
        intentIdentifiers: [String] = [],
        options: Set<Option> = [],
        hiddenPreviewsBodyPlaceholder: String = "",
        categorySummaryFormat: String = ""
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.options = options
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.categorySummaryFormat = categorySummaryFormat
    }

    /// Most bytes of the placeholder, and of the format: each is written again for every notification,
    /// or group, of a list.
    package static let formatByteLimit = 1024

    /// What is longer than it may be, in a sentence without an end; nil for nothing.
    package var excess: String? {
        let formats = [
            ("hiddenPreviewsBodyPlaceholder", hiddenPreviewsBodyPlaceholder),
            ("categorySummaryFormat", categorySummaryFormat),
        ]
        let long = formats.first { $1.utf8.count > Self.formatByteLimit }
        return long.map { name, text in
            "the category \(identifier.quoted) has a \(name) of \(text.utf8.count) bytes, more than "
                + "the \(Self.formatByteLimit) that it may have"
        }
    }

    /// The category with what is longer than it may be cut.
    package var shortened: NotificationCategory {
        var category = self
        let limit = Self.formatByteLimit
        category.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder.cut(byteLimit: limit)
        category.categorySummaryFormat = categorySummaryFormat.cut(byteLimit: limit)
        return category
    }
}

/// A button of a notification.
package struct NotificationAction: Sendable, Equatable {
    /// What an app may ask of an action (UNNotificationActionOptions).
    package enum Option: String, Sendable, CaseIterable {
        case authenticationRequired, destructive, foreground
    }

    /// A picture beside the title.
    package struct Icon: Sendable, Equatable {
        /// Where the picture comes from.
        package enum Kind: String, Sendable, CaseIterable {
            /// An image of the app.
            case template
            /// A symbol of the system.
            case system
        }

        /// Where the picture comes from.
        package var kind: Kind

        /// What names it there: a file of the app's, or a symbol of the system's.
        package var name: String

        package init(kind: Kind, name: String) {
            self.kind = kind
            self.name = name
        }
    }

    /// A field to write an answer into.
    package struct TextInput: Sendable, Equatable {
        package var buttonTitle: String
        package var placeholder: String

        package init(buttonTitle: String = "", placeholder: String = "") {
            self.buttonTitle = buttonTitle
            self.placeholder = placeholder
        }
    }

    /// What names the action in a response.
    package var identifier: String

    /// The text of its button.
    package var title: String

    /// What is different about it, such as that the device has to be unlocked for it.
    package var options: Set<Option>

    /// The picture beside the title; nil for none.
    package var icon: Icon?

    /// The field that the user writes into; nil for an action without text.
    package var textInput: TextInput?

    package init(
        identifier: String,
        title: String,
        options: Set<Option> = [],
        icon: Icon? = nil,
        textInput: TextInput? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.icon = icon
        self.textInput = textInput
    }
}
