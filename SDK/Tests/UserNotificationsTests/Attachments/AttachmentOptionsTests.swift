// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite struct AttachmentOptionsTests {
    @Test func `the keys are Apple's`() {
        #expect(
            [
                UNNotificationAttachmentOptionsTypeHintKey,
                UNNotificationAttachmentOptionsThumbnailHiddenKey,
                UNNotificationAttachmentOptionsThumbnailClippingRectKey,
                UNNotificationAttachmentOptionsThumbnailTimeKey,
            ] == [
                "UNNotificationAttachmentOptionsTypeHintKey",
                "UNNotificationAttachmentOptionsThumbnailHiddenKey",
                "UNNotificationAttachmentOptionsThumbnailClippingRectKey",
                "UNNotificationAttachmentOptionsThumbnailTimeKey",
            ]
        )
    }

    @Test func `reads a rectangle as itself or as its dictionary`() {
        let rectangle = CGRect(x: 0, y: 0.25, width: 1, height: 0.5)
        let dictionary: [String: Any] = ["X": 0, "Y": 0.25, "Width": 1, "Height": 0.5]
        for value in [rectangle as Any, dictionary, dictionary as NSDictionary] {
            let key = UNNotificationAttachmentOptionsThumbnailClippingRectKey
            #expect(AttachmentOptions([key: value]).thumbnailClipping == rectangle)
        }
    }

    @Test func `reads a time as a number or as its dictionary`() {
        let dictionary: [String: Any] = ["value": 15, "timescale": 10, "flags": 1, "epoch": 0]
        for value in [1.5 as Any, NSNumber(value: 1.5), dictionary] {
            let key = UNNotificationAttachmentOptionsThumbnailTimeKey
            #expect(AttachmentOptions([key: value]).thumbnailTime == 1.5)
        }
    }

    @Test func `passes over values of another type`() {
        let options = AttachmentOptions([
            UNNotificationAttachmentOptionsTypeHintKey: 7,
            UNNotificationAttachmentOptionsThumbnailHiddenKey: "yes",
            UNNotificationAttachmentOptionsThumbnailClippingRectKey: ["X": 1],
            UNNotificationAttachmentOptionsThumbnailTimeKey: ["value": 1, "timescale": 0],
            "other": 1,
        ])
        #expect(options == AttachmentOptions(nil))
    }
}
