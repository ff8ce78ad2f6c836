// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The trigger of a notification that a server sent.
///
/// The runtime makes them; a request with one came by push.
// Unchecked only because its superclass is; it adds nothing.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Creates the trigger of a pushed notification.
    package init() {
        super.init(repeats: false)
    }

    /// Reads the trigger from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the trigger from its document.
    override init?(document: Document) {
        super.init(document: document)
    }

    /// The trigger as it travels.
    override var document: Document {
        var document = super.document
        document.members["kind"] = "push"
        return document
    }
}
