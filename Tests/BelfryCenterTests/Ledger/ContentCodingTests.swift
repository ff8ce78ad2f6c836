// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import Testing

@Suite struct ContentCodingTests {
    /// A value that nests so deep, which is the deepest that anybody may send.
    private static func nested(_ depth: Int) -> JSONValue {
        (1..<depth).reduce(JSONValue.object(["end": true])) { value, _ in .object(["a": value]) }
    }

    private static let contents: [NotificationContent] = {
        var deep = NotificationContent()
        deep.userInfo = nested(JSONValue.maximumDepth).object ?? JSONObject()
        deep.communication = deep.userInfo
        var extreme = NotificationContent(badge: -1, relevanceScore: 75)
        extreme.sound = Sound(kind: .named, name: "a.caf", volume: 3)
        extreme.summaryArgumentCount = -4
        let rect = NotificationAttachment.ClippingRect(x: 0, y: 0, width: 1 + 1e-10, height: 1)
        extreme.attachments = (0..<17).map { number in
            NotificationAttachment(
                identifier: number == 0 ? "" : String(repeating: "i", count: 6000),
                typeIdentifier: "public.png",
                url: "/a.png",
                byteCount: 0,
                options: NotificationAttachment.Options(thumbnailClippingRect: rect)
            )
        }
        return [NotificationContent(), deep, extreme]
    }()

    @Test(arguments: contents)
    func `reads what it wrote, whatever the ranges are that others are held to`(
        content: NotificationContent
    ) throws {
        #expect(try ContentCoding.content(ContentCoding.encode(content)) == content)
        let shared = ContentCoding.encode(content, besides: content.userInfo)
        #expect(try ContentCoding.content(shared, besides: content.userInfo) == content)
        let request = NotificationRequest(identifier: "", content: content)
        var expected = request
        // A request that was not sent yet has no communication, which an extension adds.
        expected.content.communication = nil
        #expect(try ContentCoding.request(ContentCoding.encode(request)) == expected)
    }
}
