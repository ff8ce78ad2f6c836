// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

/// The table of beginnings that the host's tests read, too.
@Suite struct AttachmentBytesTests {
    private static func rows() throws -> [(said: String, bytes: [UInt8], found: String?)] {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let table = root.appendingPathComponent("Tests/Conformance/attachment-bytes.txt")
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
        return try lines.filter { !$0.hasPrefix("#") }.map { line in
            let words = line.split(separator: " ").map(String.init)
            try #require(words.count == 4, "\(line)")
            let digits = words[2] == "-" ? [] : Array(words[2])
            let bytes = try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(digits[$0..<$0 + 2]), radix: 16))
            }
            return (words[0], bytes, words[3] == "-" ? nil : words[3])
        }
    }

    @Test func `a file's type by its first bytes is the table's`() throws {
        let rows = try Self.rows()
        for (said, bytes, found) in rows {
            let type = try #require(AttachmentType(identifier: said))
            #expect(type.corrected(by: bytes)?.rawValue == found, "\(said) \(bytes)")
        }
        #expect(Set(rows.map(\.said)) == Set(AttachmentType.allCases.map(\.rawValue)))
    }

    @Test(arguments: [
        ("photo.jpg", Signature.webP, "org.webmproject.webp"),
        ("photo.png", Signature.heic, "public.heic"),
    ])
    func `a picture that iOS decodes is taken under another picture's name`(
        name: String,
        start: [UInt8],
        type: String
    ) throws {
        let folder = try TemporaryFolder()
        let url = try folder.file(name, start)
        #expect(try UNNotificationAttachment(identifier: "", url: url).type == type)
    }
}
