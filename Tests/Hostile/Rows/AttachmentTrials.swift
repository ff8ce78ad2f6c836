// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

/// Rows 93 to 96: attachments that are not what they seem.
///
/// A file that is not in order is left out of the notification and named in the report, as the ABI
/// says of `bf_attachment`; the content is delivered.
enum AttachmentTrials {
    private static func tried(
        _ name: String,
        _ fixture: String,
        act: String = "",
        _ expectation: Expectation = .delivered(),
        _ check: @escaping @Sendable (Outcome) -> Void
    ) -> Trial {
        Trial(name, .named(fixture), expectation.and(check), act: act)
    }

    static let large: [Trial] = [
        tried("sparse", "93-attaches-too-much", act: "sparse") { outcome in
            #expect(outcome.report.attachments.map(\.error) == ["tooLarge"])
            #expect(outcome.report.after.attachmentCount == 0)
        },
        tried("growing", "93-attaches-too-much", act: "growing", .delivered(strikes: nil)) {
            outcome in
            let errors = outcome.report.attachments.map(\.error)
            #expect(errors == ["changedWhileCopied"] || errors == [nil])
        },
        tried(
            "a thousand",
            "93-attaches-too-much",
            act: "many",
            .delivered(answers: ["taken": ["16"]])
        ) { outcome in
            #expect(outcome.report.after.attachmentCount <= 16)
        },
        Trial(
            "a thousand past its worker",
            .named("93-attaches-too-much"),
            .fallback(.output),
            act: "forged"
        ),
        tried("four gigabytes", "93-attaches-too-much", act: "huge") { outcome in
            // The kernel lets no file become so large; what is there is a short one.
            #expect(outcome.report.after.attachmentCount <= 1)
        },
    ]

    static let elsewhere: [Trial] = [
        tried("by every path", "94-attaches-what-is-elsewhere") { outcome in
            #expect(outcome.report.after.attachmentCount == 0)
            #expect(outcome.report.attachments.count >= 11)
            let accepted: Set = [
                "outsideContainer", "notFound", "isLink", "notRegular", "unreadable",
            ]
            for attachment in outcome.report.attachments {
                #expect(accepted.contains(attachment.error ?? "none"), "\(attachment)")
            }
        }
    ]

    static let types: [Trial] = [
        tried("other bytes", "95-lies-about-types") { outcome in
            #expect(outcome.report.after.attachmentCount == 0)
            let accepted: Set = ["contentMismatch", "unknownType"]
            #expect(outcome.report.attachments.count == 8)
            for attachment in outcome.report.attachments {
                #expect(accepted.contains(attachment.error ?? "none"), "\(attachment)")
            }
        },
        tried("far too many pixels", "95-lies-about-types", act: "bomb") { outcome in
            let errors = outcome.report.attachments.map(\.error)
            #expect(errors == ["tooManyPixels", "tooManyPixels"])
            #expect(outcome.report.after.attachmentCount == 0)
        },
    ]

    static let names: [Trial] = [
        tried("of every kind", "96-names-files-badly") { outcome in
            let stored = outcome.report.attachments.compactMap(\.path)
            #expect(stored.count == 6)
            for path in stored {
                let name = URL(fileURLWithPath: path).lastPathComponent
                let isPlain = name.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".")
                }
                #expect(isPlain, "\(name)")
                #expect(!path.contains("\n"))
            }
            let longest = outcome.report.attachments.last
            #expect(longest?.error != nil)
        }
    ]
}
