// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How much there may be of views: the worker answers with an error, and the host ends a session whose
/// worker goes past it nevertheless.
package enum ViewLimit {
    /// Views.
    package static let viewCount = 1024
    /// Views in each other, the root included.
    package static let depth = 64
    /// Bytes of all texts together.
    package static let textByteCount = 256 * 1024
    /// Bytes of one text, so that it fits into a packet.
    package static let singleTextByteCount = 128 * 1024
    /// Bytes of a picture's name, and of the header's title.
    package static let nameByteCount = 4096
    /// Runs of one text.
    package static let runCount = 256
    /// The farthest from 0 that a coordinate may be, in points.
    package static let coordinate = 1_000_000.0
    /// Constraints.
    package static let constraintCount = 4096
    /// Bytes of a picture's file.
    package static let pictureByteCount = 10 * 1024 * 1024
    /// Pixels of a picture's side.
    package static let pictureSide = 4096
    /// Bytes of the document of a notification's actions.
    package static let actionsByteCount = 16 * 1024
}
