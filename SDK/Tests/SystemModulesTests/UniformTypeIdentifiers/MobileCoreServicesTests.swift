// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import MobileCoreServices
internal import Testing

/// The older functions and constants of uniform types.
@Suite struct MobileCoreServicesTests {
    @Test func `constants are texts of every sort`() {
        #expect(kUTTypePNG as String == "public.png")
        #expect((kUTTypeJPEG as CFString) as String == "public.jpeg")
        let options: [AnyHashable: Any] = ["hint": kUTTypeGIF]
        #expect(options["hint"] as? String == "com.compuserve.gif")
    }

    @Test func `finds types and tags`() {
        let type = unsafe UTTypeCreatePreferredIdentifierForTag(
            kUTTagClassFilenameExtension,
            "jpg",
            nil
        )?.takeRetainedValue()
        #expect(type as String? == "public.jpeg")
        let tag = unsafe UTTypeCopyPreferredTagWithClass(kUTTypePNG, kUTTagClassMIMEType)?
            .takeRetainedValue()
        #expect(tag as String? == "image/png")
        #expect(unsafe UTTypeCopyPreferredTagWithClass(kUTTypeImage, kUTTagClassMIMEType) == nil)
        #expect(UTTypeConformsTo(kUTTypePNG, kUTTypeImage))
        #expect(!UTTypeConformsTo(kUTTypePNG, kUTTypeMovie))
        #expect(UTTypeEqual("public.png", "PUBLIC.PNG"))
    }
}
