// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
@testable internal import BelfryTool
internal import BelfryTerminal
internal import Testing

@Suite("Attachments on the screen of a report")
struct AttachmentScreenTests {
    private static func rows(_ attachment: RunReport.AttachmentSummary) -> [Substring] {
        var report = RunReport.standIn(.delivered(.completed), explanation: "It completed.")
        report.attachments = [attachment]
        let lines = ReportScreen(terminal: .standardError).render(report).split(separator: "\n")
        return lines.drop { !$0.contains("  attached ") }.prefix { !$0.contains("  verdict ") }
    }

    @Test func `says what a file was said to be where its bytes are of another type`() {
        var attachment = RunReport.AttachmentSummary(
            identifier: "photo",
            type: "public.jpeg",
            claimedType: "public.png",
            byteCount: 2048,
            path: "/store/99/e1.png"
        )
        #expect(
            Self.rows(attachment) == [
                "  attached  public.jpeg · 2 KB · said to be public.png",
                "            /store/99/e1.png",
            ]
        )
        attachment.claimedType = nil
        #expect(Self.rows(attachment).first == "  attached  public.jpeg · 2 KB")
    }

    @Test func `says why a file was left out`() {
        let attachment = RunReport.AttachmentSummary(
            identifier: "photo",
            error: "contentMismatch",
            message: "attachment \"photo.png\" does not begin as public.png does"
        )
        #expect(
            Self.rows(attachment) == [
                "  attached  left out: attachment \"photo.png\" does not begin as public.png does"
            ]
        )
    }
}
