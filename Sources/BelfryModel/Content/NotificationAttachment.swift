// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A file that belongs to a notification (UNNotificationAttachment).
package struct NotificationAttachment: Sendable, Equatable {
    /// A part of an image, in fractions of its width and height.
    package struct ClippingRect: Sendable, Equatable {
        /// The left edge, from 0 to 1.
        package var x: Double
        /// The upper edge, from 0 to 1.
        package var y: Double
        /// The width, from 0 to 1.
        package var width: Double
        /// The height, from 0 to 1.
        package var height: Double

        package init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// How the attachment is shown.
    package struct Options: Sendable, Equatable {
        /// Whether the attachment has no thumbnail.
        package var isThumbnailHidden: Bool
        /// The part of the image that is the thumbnail; nil for all of it.
        package var thumbnailClippingRect: ClippingRect?
        /// The frame number of an animation, or the second of a movie, that is the thumbnail.
        package var thumbnailTime: Double?

        package init(
            isThumbnailHidden: Bool = false,
            thumbnailClippingRect: ClippingRect? = nil,
            thumbnailTime: Double? = nil
        ) {
            self.isThumbnailHidden = isThumbnailHidden
            self.thumbnailClippingRect = thumbnailClippingRect
            self.thumbnailTime = thumbnailTime
        }
    }

    /// A name, unique within its notification.
    package var identifier: String

    /// The uniform type identifier, such as `public.png`.
    package var typeIdentifier: String

    /// Where the file is: a file URL or a path.
    package var url: String

    /// The file's size.
    package var byteCount: Int

    /// How it is shown.
    package var options: Options

    package init(
        identifier: String,
        typeIdentifier: String,
        url: String,
        byteCount: Int,
        options: Options = Options()
    ) {
        self.identifier = identifier
        self.typeIdentifier = typeIdentifier
        self.url = url
        self.byteCount = byteCount
        self.options = options
    }

    /// The attachment for a report, such as `public.png, 12KB, /tmp/a.png`.
    var summary: String {
        var parts = [typeIdentifier, Quantity.format(byteCount: byteCount), url]
        if options.isThumbnailHidden { parts.append("thumbnail hidden") }
        if let clip = options.thumbnailClippingRect {
            parts.append("clipped to \(clip.x) \(clip.y) \(clip.width) \(clip.height)")
        }
        if let time = options.thumbnailTime { parts.append("thumbnail at \(time)") }
        return parts.joined(separator: ", ")
    }
}
