// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

extension NotificationContent {
    /// A file that belongs to a notification.
    public struct Attachment: Sendable, Equatable {
        /// A part of an image, in fractions of its width and height from 0 to 1.
        public struct ClippingRect: Sendable, Equatable {
            /// The left edge.
            public let x: Double
            /// The upper edge.
            public let y: Double
            /// The width.
            public let width: Double
            /// The height.
            public let height: Double
        }

        var engine: NotificationAttachment

        init(_ engine: NotificationAttachment) {
            self.engine = engine
        }

        /// A file of a notification that is to be opened.
        ///
        /// - Parameters:
        ///   - identifier: A name, unique within the notification.
        ///   - path: The file.
        ///   - typeIdentifier: A type such as `public.png`; nil for what the path's extension says.
        public init(identifier: String, path: String, typeIdentifier: String? = nil) {
            engine = NotificationAttachment(
                identifier: identifier,
                typeIdentifier: typeIdentifier ?? "",
                url: path,
                byteCount: 0
            )
        }

        /// A name, unique within the notification.
        public var identifier: String { engine.identifier }

        /// The file: of a delivered notification one in the host's attachment store.
        public var path: String {
            URL(string: engine.url).flatMap { $0.isFileURL ? $0.path : nil } ?? engine.url
        }

        /// The uniform type identifier, such as `public.png`; nil where it was not given.
        public var typeIdentifier: String? {
            engine.typeIdentifier.isEmpty ? nil : engine.typeIdentifier
        }

        /// The file's size, once the host has taken it over; 0 before.
        public var byteCount: Int { engine.byteCount }

        /// Whether it has no thumbnail.
        public var isThumbnailHidden: Bool { engine.options.isThumbnailHidden }

        /// The part of the image that is the thumbnail; nil for all of it.
        public var thumbnailClippingRect: ClippingRect? {
            engine.options.thumbnailClippingRect.map {
                ClippingRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
            }
        }

        /// The frame number of an animation, or the second of a movie, that is the thumbnail.
        public var thumbnailTime: Double? { engine.options.thumbnailTime }
    }
}
