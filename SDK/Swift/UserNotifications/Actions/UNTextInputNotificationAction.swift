// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// An action that asks the user for a text.
// Unchecked only because its superclass is; its stored properties are constants.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    /// What the button that sends the text says.
    public let textInputButtonTitle: String
    /// What stands in the empty text field.
    public let textInputPlaceholder: String

    /// Creates an action that asks for a text, with the host's own words.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = []
    ) {
        self.init(
            identifier: identifier,
            title: title,
            options: options,
            textInputButtonTitle: "",
            textInputPlaceholder: ""
        )
    }

    /// Creates an action that asks for a text.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier,
            title: title,
            options: options,
            icon: nil,
            textInputButtonTitle: textInputButtonTitle,
            textInputPlaceholder: textInputPlaceholder
        )
    }

    /// Creates an action that asks for a text, with an icon.
    public init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?,
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.textInputButtonTitle = textInputButtonTitle
        self.textInputPlaceholder = textInputPlaceholder
        super.init(identifier, title, options, icon: icon)
    }

    /// Reads the action from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the action from its document.
    override init?(document: Document) {
        let input = document.object("textInput")
        textInputButtonTitle = input?.text("buttonTitle") ?? ""
        textInputPlaceholder = input?.text("placeholder") ?? ""
        super.init(document: document)
    }

    /// The action as it travels.
    override var document: Document {
        var document = super.document
        document.members["textInput"] = [
            "buttonTitle": textInputButtonTitle, "placeholder": textInputPlaceholder,
        ]
        return document
    }
}
