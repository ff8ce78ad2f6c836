// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the host says to the worker of a content extension.
///
/// A callback has a number, by which the worker says that it has returned.
package enum ContentCommand: Equatable, Sendable {
    /// The first command of a session: load, then the first notification.
    case open(ContentOpening)

    /// Another notification of the extension's categories has come.
    ///
    /// `actions` is the document of the actions shown from now on; nil where they stay.
    case receive(callback: UInt64, ContentNotification, actions: [UInt8]?)

    /// The user took an action.
    case respond(callback: UInt64, ContentResponse)

    /// The user did something to a view.
    ///
    /// The value is the view's now, in the host's tree as in the worker's: a frame says it again only
    /// where the extension changes it.
    case event(callback: UInt64, view: UInt32, ViewEvent, ControlValue)

    /// The user pressed the media button.
    case media(callback: UInt64, isPlay: Bool)

    /// Whether an access to an attachment is granted; with the descriptor when it is.
    case access(number: UInt64, isGranted: Bool)

    /// The session is over.
    case close(callback: UInt64)
}

/// How a session begins.
package struct ContentOpening: Equatable, Sendable {
    package var callback: UInt64
    /// The size of the root view, in points.
    package var width: Double
    package var height: Double
    /// Whether the appearance is dark.
    package var isDark: Bool
    /// The actions shown: an array of action documents.
    package var actions: [UInt8]
    package var notification: ContentNotification

    package init(
        callback: UInt64,
        width: Double,
        height: Double,
        isDark: Bool = false,
        actions: [UInt8],
        notification: ContentNotification
    ) {
        self.callback = callback
        self.width = width
        self.height = height
        self.isDark = isDark
        self.actions = actions
        self.notification = notification
    }
}

/// A notification on its way to a content extension.
package struct ContentNotification: Equatable, Sendable {
    /// Its number in the session, from 1.
    package var number: UInt64
    package var identifier: String
    /// Seconds since 1970.
    package var date: Double
    package var content: ContentRecord
    package var attachments: [ContentAttachment]

    package init(
        number: UInt64,
        identifier: String,
        date: Double,
        content: ContentRecord,
        attachments: [ContentAttachment] = []
    ) {
        self.number = number
        self.identifier = identifier
        self.date = date
        self.content = content
        self.attachments = attachments
    }
}

/// An attachment as a content extension is told of it.
package struct ContentAttachment: Equatable, Sendable {
    package var identifier: String
    /// A type identifier.
    package var type: String
    /// A file name with the extension of the type.
    package var name: String
    package var byteCount: UInt64

    package init(identifier: String, type: String, name: String, byteCount: UInt64) {
        self.identifier = identifier
        self.type = type
        self.name = name
        self.byteCount = byteCount
    }
}

/// An action that the user took.
package struct ContentResponse: Equatable, Sendable {
    /// The response's number in the session, from 1.
    package var number: UInt64
    /// The notification's.
    package var notification: UInt64
    package var action: String
    /// What was written; nil for an action without text.
    package var text: String?

    package init(number: UInt64, notification: UInt64, action: String, text: String? = nil) {
        self.number = number
        self.notification = notification
        self.action = action
        self.text = text
    }
}

/// What a control has after an event.
package enum ControlValue: Equatable, Sendable {
    case none
    case real(Double)
    case bool(Bool)
    case text(String)
}
