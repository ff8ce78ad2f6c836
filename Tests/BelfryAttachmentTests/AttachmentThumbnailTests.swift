// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryAttachments

struct AttachmentThumbnailTests {
    @Test(
        arguments: [
            (0, 0, 1, 1, true), (0.25, 0.5, 0.75, 0.5, true), (0.7, 0.9, 0.3, 0.1, true),
            (0, 0, 0, 1, false), (0, 0, 1, -1, false), (-0.1, 0, 1, 1, false),
            (0.5, 0, 0.6, 1, false), (0, 0.5, 1, 0.6, false),
            (.nan, 0, 1, 1, false), (0, 0, .nan, 1, false), (0, 0, .infinity, 1, false),
            (-.infinity, 0, .infinity, 1, false),
        ] as [(Double, Double, Double, Double, Bool)]
    )
    func `a rectangle must show a part of the unit square`(
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        isValid: Bool
    ) {
        let clipping = NotificationAttachment.ClippingRect(x: x, y: y, width: width, height: height)

        #expect(NotificationAttachment.Options(thumbnailClippingRect: clipping).isValid == isValid)
    }

    @Test(arguments: [(0, true), (12.5, true), (-1, false), (.nan, false), (.infinity, false)])
    func `a time must be one a movie can have`(time: Double, isValid: Bool) {
        #expect(NotificationAttachment.Options(thumbnailTime: time).isValid == isValid)
    }

    @Test func `an invalid thumbnail costs the attachment, a valid one is kept`() throws {
        let stage = try Stage()
        let options = NotificationAttachment.Options(
            isThumbnailHidden: true,
            thumbnailClippingRect: .init(x: 0, y: 0, width: 0.5, height: 0.5),
            thumbnailTime: 3
        )
        try stage.write(AttachmentType.gif.sample, to: "a.gif")

        let refused = try stage.take(
            AttachmentRequest(
                path: "a.gif",
                options: NotificationAttachment.Options(thumbnailTime: .nan)
            )
        )
        #expect(refused.failure?.code == .invalidThumbnail)
        #expect(stage.has("a.gif"))
        let taken = try stage.take(AttachmentRequest(path: "a.gif", options: options)).get()
        #expect(taken.options == options)
    }
}
