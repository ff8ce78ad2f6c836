// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension AttachmentOptions {
    /// Reads the options from the document of an attachment.
    init(document: Document) {
        hidesThumbnail = document.flag("thumbnailHidden")
        thumbnailTime = document.number("thumbnailTime")?.doubleValue
        let sides = (document.members["clippingRect"] as? [NSNumber] ?? []).map(\.doubleValue)
        if sides.count == 4 {
            thumbnailClipping = CGRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
        }
    }

    /// The options as the document of an attachment has them; the type hint has done its work.
    var document: Document {
        Document([
            "thumbnailHidden": hidesThumbnail ? true : nil,
            "thumbnailTime": thumbnailTime,
            "clippingRect": thumbnailClipping.map {
                [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height].map(Double.init)
            },
        ])
    }
}
