// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// An attachment that the host has taken over.
package struct StoredAttachment: Equatable, Sendable {
    /// Its name among the content's attachments.
    package let identifier: String

    /// What it is; its first bytes agree.
    package let type: AttachmentType

    /// What its hint or its name says it is: a type of the same kind.
    package let claimedType: AttachmentType

    /// How it is to be shown.
    package let options: NotificationAttachment.Options

    /// Where its bytes are.
    package let file: StoredFile
}

extension NotificationAttachment {
    /// An attachment as a notification's content names it.
    ///
    /// - Parameter stored: What the host has taken over; the content shows the host's copy.
    package init(_ stored: StoredAttachment) {
        self.init(
            identifier: stored.identifier,
            typeIdentifier: stored.type.rawValue,
            url: stored.file.path,
            byteCount: stored.file.byteCount,
            options: stored.options
        )
    }
}
