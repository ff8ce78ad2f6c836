// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A notification that a session shows.
package struct SessionNotification: Sendable {
    /// Its identifier, and where it comes from.
    package var request: RunRequest

    /// Its files, as a service extension or the app left them.
    package var attachments: [SessionAttachment]

    /// When it was delivered, in seconds of UNIX time; nil for now.
    package var date: Double?

    package init(
        _ request: RunRequest,
        attachments: [SessionAttachment] = [],
        date: Double? = nil
    ) {
        self.request = request
        self.attachments = attachments
        self.date = date
    }
}

/// A file of a notification that a session shows.
package struct SessionAttachment: Sendable {
    package var identifier: String
    package var path: String
    /// A type identifier such as `public.png`; nil for what the path's extension says.
    package var type: String?

    package init(identifier: String, path: String, type: String? = nil) {
        self.identifier = identifier
        self.path = path
        self.type = type
    }
}
