// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite struct ABITests {
    @Test func `the numbers are the headers'`() throws {
        let defined = try Self.definedNumbers()
        var expected: [String: Int64] = [
            "BF_EXTENSION_MAGIC": Int64(ABI.extensionMagic), "BF_OK": Int64(ABI.Status.ok),
            "BF_ERROR_ARGUMENT": Int64(ABI.Status.argument),
            "BF_ERROR_LIMIT": Int64(ABI.Status.limit), "BF_ERROR_DENIED": Int64(ABI.Status.denied),
            "BF_ERROR_EXPIRED": Int64(ABI.Status.expired),
            "BF_ERROR_UNSUPPORTED": Int64(ABI.Status.unsupported),
            "BF_ERROR_NOT_FOUND": Int64(ABI.Status.notFound),
            "BF_LOG_WARNING": Int64(ABI.LogLevel.warning.rawValue),
            "BF_LOG_ERROR": Int64(ABI.LogLevel.error.rawValue),
            "BF_ATTACHMENT_THUMBNAIL_HIDDEN": Int64(ABI.AttachmentFlags.thumbnailHidden.rawValue),
            "BF_ATTACHMENT_HAS_CLIPPING": Int64(ABI.AttachmentFlags.hasClipping.rawValue),
            "BF_ATTACHMENT_HAS_TIME": Int64(ABI.AttachmentFlags.hasTime.rawValue),
        ]
        for key in ABI.TextKey.allCases {
            expected[Self.macro("KEY", "\(key)")] = Int64(key.rawValue)
        }
        for key in ABI.IntegerKey.allCases {
            expected[Self.macro("KEY", "\(key)")] = Int64(key.rawValue)
        }
        for key in ABI.RealKey.allCases {
            expected[Self.macro("KEY", "\(key)")] = Int64(key.rawValue)
        }
        for sound in ABI.Sound.allCases {
            expected[Self.macro("SOUND", "\(sound)")] = sound.rawValue
        }
        #expect(defined.filter { expected.keys.contains($0.key) } == expected)
        #expect(
            defined.keys.filter { $0.hasPrefix("BF_KEY_") || $0.hasPrefix("BF_SOUND_") }.count == 25
        )
    }

    /// The macro's name for a camel-case name.
    private static func macro(_ kind: String, _ name: String) -> String {
        let words = name.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }
        return "BF_\(kind)_\(words.joined())"
    }

    /// Every `#define NAME number` of the headers.
    private static func definedNumbers() throws -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        for header in ["base", "content", "extension"] {
            let file = Repository.headers.appendingPathComponent("belfry/\(header).h")
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            for line in lines {
                guard
                    let match = line.wholeMatch(
                        of: /#define (BF_\w+) \(?(-?[0-9a-fx]+?)u?\)?( .*)?/
                    )
                else {
                    continue
                }
                let isHex = match.2.hasPrefix("0x")
                let digits = isHex ? match.2.dropFirst(2) : match.2
                numbers[String(match.1)] = Int64(digits, radix: isHex ? 16 : 10)
            }
        }
        return numbers
    }
}
