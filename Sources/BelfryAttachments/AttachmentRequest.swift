// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// An attachment as an extension asks for it; nothing in it is to be trusted.
package struct AttachmentRequest: Equatable, Sendable {
    /// Its name among the content's attachments; empty to have one made.
    package var identifier: String

    /// The file: absolute, or relative to the container.
    package var path: String

    /// A type identifier; empty to go by the file's extension.
    package var typeHint: String

    /// How it is to be shown.
    package var options: NotificationAttachment.Options

    package init(
        identifier: String = "",
        path: String,
        typeHint: String = "",
        options: NotificationAttachment.Options = NotificationAttachment.Options()
    ) {
        self.identifier = identifier
        self.path = path
        self.typeHint = typeHint
        self.options = options
    }
}
