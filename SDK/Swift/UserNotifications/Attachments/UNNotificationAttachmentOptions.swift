// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The key of a type identifier, such as `public.png`, that is used instead of the file extension.
public let UNNotificationAttachmentOptionsTypeHintKey: String =
    "UNNotificationAttachmentOptionsTypeHintKey"

/// The key of a Boolean that says not to show a thumbnail of the attachment.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey: String =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// The key of the part of the image to show as the thumbnail, a rectangle in the unit square.
///
/// Its value is the rectangle's dictionary (`X`, `Y`, `Width`, `Height`) or a `CGRect`.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey: String =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// The key of what to show as the thumbnail: an animation's frame number or a movie's second.
///
/// Its value is a number, or a time's dictionary (`value`, `timescale`).
public let UNNotificationAttachmentOptionsThumbnailTimeKey: String =
    "UNNotificationAttachmentOptionsThumbnailTimeKey"
