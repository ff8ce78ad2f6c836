// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite struct UNNotificationAttachmentTests {
    private static let formats: [(name: String, start: [UInt8], type: String)] = [
        ("a.aiff", Signature.aiff, "public.aiff-audio"),
        ("a.AIF", Signature.aiff, "public.aiff-audio"),
        ("a.wav", Signature.wave, "com.microsoft.waveform-audio"),
        ("a.mp3", Signature.mp3, "public.mp3"),
        ("b.mp3", Signature.mp3Frame, "public.mp3"),
        ("a.m4a", Signature.mpeg4, "public.mpeg-4-audio"),
        ("a.jpg", Signature.jpeg, "public.jpeg"),
        ("a.JPEG", Signature.jpeg, "public.jpeg"),
        ("a.gif", Signature.gif, "com.compuserve.gif"),
        ("a.png", Signature.png, "public.png"),
        ("a.mpg", Signature.mpeg, "public.mpeg"),
        ("a.m2v", Signature.mpeg2, "public.mpeg-2-video"),
        ("a.mp4", Signature.mpeg4, "public.mpeg-4"),
        ("a.avi", Signature.avi, "public.avi"),
    ]

    @Test(arguments: formats)
    func `finds the type by the file extension`(
        _ format: (name: String, start: [UInt8], type: String)
    ) throws {
        let folder = try TemporaryFolder()
        let url = try folder.file(format.name, format.start)
        let attachment = try UNNotificationAttachment(identifier: "id", url: url)
        #expect(attachment.type == format.type)
        #expect(attachment.identifier == "id" && attachment.url == url)
    }

    @Test func `believes the type hint before the file extension`() throws {
        let folder = try TemporaryFolder()
        let url = try folder.file("download.tmp", Signature.png)
        for hint in ["public.png" as Any, NSString("public.png"), "PUBLIC.PNG"] {
            let options = [UNNotificationAttachmentOptionsTypeHintKey: hint]
            let attachment = try UNNotificationAttachment(
                identifier: "",
                url: url,
                options: options
            )
            #expect(attachment.type == "public.png")
        }
    }

    @Test func `makes an identifier where none is given`() throws {
        let folder = try TemporaryFolder()
        let url = try folder.file("a.png", Signature.png)
        let first = try UNNotificationAttachment(identifier: "", url: url, options: nil)
        let second = try UNNotificationAttachment(identifier: "", url: url, options: nil)
        #expect(UUID(uuidString: first.identifier) != nil)
        #expect(first.identifier != second.identifier)
    }

    @Test func `refuses what is not a readable local regular file`() throws {
        let folder = try TemporaryFolder()
        let link = folder.url.appendingPathComponent("link.png")
        let target = try folder.file("target.png", Signature.png)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        let web = try #require(URL(string: "https://example.org/a.png"))
        let missing = folder.url.appendingPathComponent("missing.png")
        for url in [web, missing, folder.url, link] {
            expect(.attachmentInvalidURL) { try UNNotificationAttachment(identifier: "", url: url) }
        }
    }

    @Test(arguments: [("a.webp", nil), ("noextension", nil), ("a.png", "public.text")])
    func `refuses a type that cannot be shown`(_ name: String, _ hint: String?) throws {
        let folder = try TemporaryFolder()
        let url = try folder.file(name, Signature.png)
        let options = hint.map { [UNNotificationAttachmentOptionsTypeHintKey: $0] }
        expect(.attachmentUnrecognizedType) {
            try UNNotificationAttachment(identifier: "", url: url, options: options)
        }
    }

    @Test(arguments: [
        ("a.mp3", Signature.mp3, 5 << 20), ("a.png", Signature.png, 10 << 20),
        ("a.mp4", Signature.mpeg4, 50 << 20),
    ])
    func `refuses a file larger than its type may be`(
        _ name: String,
        _ start: [UInt8],
        _ limit: Int
    ) throws {
        let folder = try TemporaryFolder()
        let fits = try folder.file(name, start, byteCount: limit)
        _ = try UNNotificationAttachment(identifier: "", url: fits)
        let tooLarge = try folder.file(name, start, byteCount: limit + 1)
        expect(.attachmentInvalidFileSize) {
            try UNNotificationAttachment(identifier: "", url: tooLarge)
        }
    }

    @Test(arguments: [
        "a.aiff", "a.wav", "a.mp3", "a.m4a", "a.jpg", "a.gif", "a.png", "a.mpg", "a.avi",
    ])
    func `refuses bytes that are not of the type`(_ name: String) throws {
        let folder = try TemporaryFolder()
        for bytes in [Array("<html>not found".utf8), []] {
            let url = try folder.file(name, bytes)
            expect(.attachmentCorrupt) { try UNNotificationAttachment(identifier: "", url: url) }
        }
    }

    @Test(arguments: [
        ("a.png", Signature.jpeg, "public.jpeg"), ("a.jpg", Signature.gif, "com.compuserve.gif"),
        ("a.wav", Signature.mp3, "public.mp3"),
    ])
    func `takes the type within a kind from the bytes`(
        _ name: String,
        _ start: [UInt8],
        _ type: String
    ) throws {
        let folder = try TemporaryFolder()
        let url = try folder.file(name, start)
        #expect(try UNNotificationAttachment(identifier: "", url: url).type == type)
    }

    @Test func `a picture's bytes are no film's`() throws {
        let folder = try TemporaryFolder()
        let url = try folder.file("a.mp4", Signature.jpeg)
        expect(.attachmentCorrupt) { try UNNotificationAttachment(identifier: "", url: url) }
    }

    @Test func `equal attachments have the same file, identifier and options`() throws {
        let folder = try TemporaryFolder()
        let url = try folder.file("a.png", Signature.png)
        let hidden = [UNNotificationAttachmentOptionsThumbnailHiddenKey: true]
        let first = try UNNotificationAttachment(identifier: "x", url: url)
        let same = try UNNotificationAttachment(identifier: "x", url: url)
        let other = try UNNotificationAttachment(identifier: "x", url: url, options: hidden)
        #expect(first == same && first.hash == same.hash)
        #expect(first != other)
        #expect(first.copy() as? UNNotificationAttachment === first)
    }

    private func expect(
        _ code: UNError.Code,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> UNNotificationAttachment
    ) {
        let error = #expect(throws: NSError.self, sourceLocation: sourceLocation) { _ = try body() }
        #expect(error?.domain == UNErrorDomain, sourceLocation: sourceLocation)
        #expect(error?.code == code.rawValue, sourceLocation: sourceLocation)
    }
}
