// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What the samples for a desktop's notifications make of them, in Swift and in C alike.
@Suite(.timeLimit(.minutes(3)))
struct DesktopTidyTests {
    private static let names = ["DesktopTidy", "DesktopTidyInC"]

    /// Runs a sample on a notification of this machine.
    private func run(
        _ name: String,
        _ title: String,
        _ body: String,
        of program: String
    ) async throws -> RunReport {
        let workshop = try Workshop()
        let bundle = try ExtensionBundle(at: try await Samples.built.bundle(name, .shared).path)
        let host = try workshop.host()
        let content = NotificationContent(title: title, body: body, threadIdentifier: program)
        let report = try await host.run(.local(content, identifier: "1"), in: bundle)
        await host.shutdown()
        #expect(report.strikes.isEmpty)
        return report
    }

    @Test(arguments: names)
    func `says of a web page's notification which page it is of`(_ name: String) async throws {
        let report = try await run(
            name,
            "Fresh bananas",
            "zoo.example.org\n\nThe monkeys have them at nine.",
            of: "org.chromium.Chromium"
        )
        #expect(report.ending == .delivered(.completed), "\(report.explanation)")
        #expect(
            report.changes == [
                "subtitle: nothing → zoo.example.org",
                "body: zoo.example.org\n\nThe monkeys have them at nine. → "
                    + "The monkeys have them at nine.",
            ]
        )
        let attachment = try #require(report.attachments.first)
        #expect(report.attachments.count == 1 && attachment.identifier == "globe")
        #expect(attachment.type == "public.png" && attachment.error == nil)
    }

    @Test(arguments: names)
    func `leaves alone what no browser has sent, and texts without a page`(
        _ name: String
    ) async throws {
        for (body, program) in [
            ("zoo.example.org\n\nBananas", "Mail"), ("No page.\n\nBananas", "firefox"),
            ("zoo.example.org", "firefox"), ("", "firefox"),
        ] {
            let report = try await run(name, "Title", body, of: program)
            #expect(report.ending == .delivered(.completed), "\(report.explanation)")
            #expect(report.changes.isEmpty && report.attachments.isEmpty, "\(body) \(program)")
        }
    }

    @Test(arguments: names)
    func `drops by words, in capitals or not, and says why`(_ name: String) async throws {
        for (title, body, reason) in [
            ("Today only: WIN A PRIZE", "", "advertisement"),
            ("Zoo", "Please rate this app, will you?", "nagging"),
        ] {
            let report = try await run(name, title, body, of: "Any")
            #expect(report.ending == Verdict(.dropped, reason: reason), "\(report.explanation)")
        }
        // Comments and empty lines are no rules.
        let kept = try await run(name, "# Why it is dropped", "the words", of: "Any")
        #expect(kept.ending == .delivered(.completed))
    }
}
