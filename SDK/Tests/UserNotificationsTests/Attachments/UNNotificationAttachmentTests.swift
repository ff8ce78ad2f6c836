// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import FoundationSupplement
internal import Foundation
internal import Synchronization
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

    @Test(arguments: [
        ("a.png", nil, Signature.jpeg, "a.png has the bytes of public.jpeg, not of public.png"),
        (
            "a.png", "com.compuserve.gif", Signature.jpeg,
            "a.png has the bytes of public.jpeg, not of com.compuserve.gif"
        ),
        ("a.png", nil, Signature.png, nil), ("a.tmp", "public.png", Signature.png, nil),
    ])
    func `the log says that a file has another type than its name or its hint says`(
        _ name: String,
        _ hint: String?,
        _ start: [UInt8],
        _ said: String?
    ) throws {
        let folder = try TemporaryFolder()
        let url = try folder.file(name, start)
        let log = try logged {
            let options = hint.map { [UNNotificationAttachmentOptionsTypeHintKey: $0] }
            _ = try UNNotificationAttachment(identifier: "", url: url, options: options)
        }
        #expect(log == [said].compactMap { $0.map { "info: \($0); it is attached as what it is" } })
    }

    /// How a file is refused: its name, its hint, its bytes, how many it has, and what is said.
    private static let refusals: [(String, String?, [UInt8], Int, String)] = [
        (
            "a.png", nil, Array("<html>".utf8), 6,
            "the bytes are not of public.png: they look like HTML text"
        ),
        (
            "a.png", nil, Array("404: not there".utf8), 14,
            "the bytes are not of public.png: they look like text"
        ),
        ("a.png", nil, [], 0, "the bytes are not of public.png: the file is empty"),
        (
            "a.png", nil, [0, 1, 2, 3], 4,
            "the bytes are not of public.png: they look like nothing that is known"
        ),
        (
            "a.mp4", nil, Signature.jpeg, 20,
            "the bytes are not of public.mpeg-4: they look like public.jpeg"
        ),
        (
            "noext", nil, Signature.png, 20,
            "its name has no extension; give it one such as png, or set "
                + "UNNotificationAttachmentOptionsTypeHintKey"
        ),
        ("a.webp", nil, Signature.png, 20, "\".webp\" cannot be shown"),
        ("a.png", "public.text", Signature.png, 20, "\"public.text\" cannot be shown"),
        (
            "a.mp3", nil, Signature.mp3, (5 << 20) + 1,
            "5242881 bytes; public.mp3 may have 5242880"
        ),
    ]

    @Test(arguments: refusals)
    func `the log says why a file is refused, also where a source swallows the error`(
        _ refusal: (name: String, hint: String?, start: [UInt8], byteCount: Int, reason: String)
    ) throws {
        let folder = try TemporaryFolder()
        let url = try folder.file(refusal.name, refusal.start, byteCount: refusal.byteCount)
        let options = refusal.hint.map { [UNNotificationAttachmentOptionsTypeHintKey: $0] }
        let log = logged {
            _ = try? UNNotificationAttachment(identifier: "", url: url, options: options)
        }
        #expect(log == ["warning: an attachment is refused: \(refusal.name): \(refusal.reason)"])
        let error = #expect(throws: NSError.self) {
            try UNNotificationAttachment(identifier: "", url: url, options: options)
        }
        #expect(error?.localizedFailureReason == "\(url.absoluteString): \(refusal.reason)")
    }

    @Test func `the log says that what is to be attached is no file`() throws {
        let folder = try TemporaryFolder()
        let web = try #require(URL(string: "https://example.org/a.png"))
        let missing = folder.url.appendingPathComponent("missing.png")
        for (url, reason) in [
            (web, "a.png: not a file URL"), (missing, "missing.png: no such file"),
        ] {
            let log = logged { _ = try? UNNotificationAttachment(identifier: "", url: url) }
            #expect(log == ["warning: an attachment is refused: \(reason)"])
        }
    }

    /// Runs a body and gives back what it wrote to the run's log.
    private func logged(_ body: () throws -> Void) rethrows -> [String] {
        let log = Mutex<[String]>([])
        try RunLog.$recorder.withValue(
            { level, line in log.withLock { $0.append("\(level): \(line)") } },
            operation: body
        )
        return log.withLock(\.self)
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
