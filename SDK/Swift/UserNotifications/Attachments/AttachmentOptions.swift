// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The options of an attachment, read from the dictionary they are given in.
struct AttachmentOptions: Sendable, Hashable {
    /// The type identifier that stands in for the file extension.
    var typeHint: String?
    /// Whether no thumbnail is to be shown.
    var hidesThumbnail = false
    /// The part of the image to show as the thumbnail, in the unit square.
    var thumbnailClipping: CGRect?
    /// The frame number of an animation, or the second of a movie, to show as the thumbnail.
    var thumbnailTime: Double?

    /// Reads the options; a value that is not of its key's type is passed over.
    init(_ options: [AnyHashable: Any]?) {
        for (key, value) in options ?? [:] {
            switch key.base as? String {
            case UNNotificationAttachmentOptionsTypeHintKey:
                typeHint = value as? String
            case UNNotificationAttachmentOptionsThumbnailHiddenKey:
                hidesThumbnail = (value as? NSNumber)?.boolValue ?? false
            case UNNotificationAttachmentOptionsThumbnailClippingRectKey:
                thumbnailClipping = Self.rectangle(value)
            case UNNotificationAttachmentOptionsThumbnailTimeKey:
                thumbnailTime = Self.time(value)
            default:
                break
            }
        }
    }

    /// Reads a rectangle: itself, or the dictionary that `CGRect.dictionaryRepresentation` makes.
    private static func rectangle(_ value: Any) -> CGRect? {
        if let rectangle = value as? CGRect { return rectangle }
        guard
            let members = value as? [String: Any],
            let x = number(members["X"]), let y = number(members["Y"]),
            let width = number(members["Width"]), let height = number(members["Height"])
        else { return nil }
        return CGRect(x: x, y: y, width: width, height: height)
    }

    /// Reads a time: a number, or the dictionary that `CMTimeCopyAsDictionary` makes.
    private static func time(_ value: Any) -> Double? {
        if let time = number(value) { return time }
        guard
            let members = value as? [String: Any],
            let count = number(members["value"]),
            let scale = number(members["timescale"]), scale > 0
        else { return nil }
        return count / scale
    }

    private static func number(_ value: Any?) -> Double? {
        (value as? NSNumber)?.doubleValue
    }
}
