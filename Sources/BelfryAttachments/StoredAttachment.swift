// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// An attachment that the host has taken over.
package struct StoredAttachment: Equatable, Sendable {
    /// Its name among the content's attachments.
    package let identifier: String

    /// What it is; its first bytes agree.
    package let type: AttachmentType

    /// How it is to be shown.
    package let options: NotificationAttachment.Options

    /// Where its bytes are.
    package let file: StoredFile
}
