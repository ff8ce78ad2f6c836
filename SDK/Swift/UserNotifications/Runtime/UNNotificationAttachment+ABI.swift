// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation

extension UNNotificationAttachment {
    /// Lends the attachment to the host for one call.
    func withABI<Result>(_ body: (inout bf_attachment) -> Result) -> Result {
        unsafe identifier.withABI { identifier in
            unsafe url.path.withABI { path in
                unsafe type.withABI { type in
                    var attachment = unsafe bf_attachment()
                    unsafe attachment.size = UInt32(MemoryLayout<bf_attachment>.size)
                    unsafe attachment.identifier = identifier
                    unsafe attachment.path = path
                    unsafe attachment.type = type
                    unsafe options.write(to: &attachment)
                    return unsafe body(&attachment)
                }
            }
        }
    }
}

extension AttachmentOptions {
    fileprivate func write(to attachment: inout bf_attachment) {
        var flags: ABI.AttachmentFlags = []
        if hidesThumbnail { flags.insert(.thumbnailHidden) }
        if let thumbnailClipping {
            flags.insert(.hasClipping)
            unsafe attachment.clipping_x = thumbnailClipping.origin.x
            unsafe attachment.clipping_y = thumbnailClipping.origin.y
            unsafe attachment.clipping_width = thumbnailClipping.size.width
            unsafe attachment.clipping_height = thumbnailClipping.size.height
        }
        if let thumbnailTime {
            flags.insert(.hasTime)
            unsafe attachment.thumbnail_time = thumbnailTime
        }
        unsafe attachment.flags = flags.rawValue
    }
}
