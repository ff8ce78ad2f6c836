// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing

@testable import BelfryAttachments

/// The table of beginnings that the Swift SDK's tests read, too.
struct AttachmentBytesTests {
    private static func rows() throws -> [(said: String, bytes: [UInt8], found: String?)] {
        let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Conformance/attachment-bytes.txt")
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
            let type = try #require(AttachmentType.forIdentifier(said))
            #expect(type.corrected(byFirstBytes: bytes)?.rawValue == found, "\(said) \(bytes)")
        }
        #expect(Set(rows.map(\.said)) == Set(AttachmentType.allCases.map(\.rawValue)))
    }
}
