// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What each sample in `Plugins/` changes, field by field: in a new worker, in one that has served
/// before and in a process of its own.
@Suite(.timeLimit(.minutes(3)))
struct SampleTests {
    @Test(arguments: Form.allCases)
    func `ChatMessage says who speaks`(_ form: Form) async throws {
        let workshop = try Workshop()
        for report in try await workshop.run("ChatMessage", form) {
            #expect(
                report.changes == [
                    #"communication.avatar: nothing → {"byteCount":6041,"height":256,"#
                        + #""kind":"data","width":256}"#,
                    #"communication.conversationIdentifier: nothing → "monkey-house""#,
                    #"communication.direction: nothing → "incoming""#,
                    #"communication.groupName: nothing → "Monkey house""#,
                    #"communication.kind: nothing → "message""#,
                    #"communication.sender: nothing → {"handle":"koko@example.org","#
                        + #""identifier":"koko@example.org","name":"Koko"}"#,
                ]
            )
            let lines = report.log.map(\.text)
            #expect(
                lines == [
                    #"Donated INSendMessageIntent, incoming in conversation "monkey-house"."#
                ]
            )
        }
    }

    @Test(arguments: Form.allCases)
    func `UnreadBadge counts on, whichever process it has`(_ form: Form) async throws {
        let workshop = try Workshop()
        let reports = try await workshop.run("UnreadBadge", form)
        for (report, count) in zip(reports, 1...) {
            #expect(report.changes == ["badge: nothing → \(count)"])
            #expect(report.log.map(\.text) == ["\(count) unread"])
        }
    }

    @Test(arguments: Form.allCases)
    func `LocalisedGreeting speaks one language`(_ form: Form) async throws {
        let workshop = try Workshop()
        for report in try await workshop.run("LocalisedGreeting", form) {
            // The language is that of whoever runs the tests.
            let isGerman = report.before.body == "Koko hat Besuch von Jane."
            #expect(isGerman || report.before.body == "Jane has come to see Koko.")
            #expect(report.changes == (isGerman ? Self.german : Self.english))
        }
    }

    @Test(arguments: Form.allCases, [("en_GB.UTF-8", english), ("de_DE.UTF-8", german)])
    func `LocalisedGreeting speaks the user's language`(
        _ form: Form,
        _ expected: (locale: String, changes: [String])
    ) async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.copy(of: "LocalisedGreeting", form)
        let result = try await Command.run(
            "/usr/bin/env",
            [
                "-u", "LC_ALL", "-u", "LC_MESSAGES", "LANG=\(expected.locale)",
                Workshop.products.appendingPathComponent("belfry").path, "run", bundle.path,
                Workshop.sample("LocalisedGreeting").appendingPathComponent("payload.apns").path,
                "--json", "--state", workshop.statePath,
                "--store", workshop.folder.appendingPathComponent("store").path,
            ]
        )
        try #require(result.status == 0, "\(result.errors)")
        let report = try JSONDecoder().decode(RunReport.self, from: Data(result.output.utf8))
        #expect(report.changes == expected.changes)
    }

    private static let english = [
        "title: nothing → Welcome", "subtitle: nothing → 3 animals wait for you",
    ]
    private static let german = [
        "title: nothing → Willkommen", "subtitle: nothing → 3 Tiere warten auf Sie",
    ]

    @Test(arguments: Form.allCases)
    func `SealedMessage opens what the app's key opens`(_ form: Form) async throws {
        let workshop = try Workshop()
        let sealed = try await workshop.run("SealedMessage", form)
        let group = URL(fileURLWithPath: workshop.statePath)
            .appendingPathComponent("groups/group.org.example.zoo")
        try Data("Koko keeps this key: 32 bytes :)".utf8)
            .write(to: group.appendingPathComponent("message.key"))
        let opened = try await workshop.run("SealedMessage", form)
        for report in sealed {
            #expect(report.changes == ["body: A sealed message → A new message"])
            #expect(report.log.first?.text.hasPrefix("The message stays sealed: ") == true)
        }
        for report in opened {
            #expect(
                report.changes == [
                    "title: Zoo → Koko",
                    "body: A sealed message → The keeper must not read this: bananas at nine.",
                    "threadIdentifier: nothing → Koko",
                ]
            )
            #expect(report.log.isEmpty)
        }
    }

    @Test(.enabled(if: Cargo.isNeeded, Comment(rawValue: Cargo.isMissing)))
    func `DigestOfTheDay merges what is new and drops what it has shown`() async throws {
        let workshop = try Workshop()
        let bundle = try ExtensionBundle(
            at: try await Samples.built.bundle("DigestOfTheDay", .shared).path
        )
        let host = try workshop.host()
        var reports: [RunReport] = []
        for file in ["payload.apns", "payload-later.apns", "payload.apns"] {
            let push = try Workshop.notification("DigestOfTheDay", file).request
            reports.append(try await host.run(push, in: bundle))
        }
        await host.shutdown()
        let verdicts = reports.map(\.ending)
        #expect(
            verdicts
                == [
                    .delivered(.completed), .delivered(.completed),
                    Verdict(.dropped, reason: "duplicate"),
                ]
        )
        #expect(reports[0].changes == ["threadIdentifier: nothing → 2026-11-25"])
        #expect(reports[1].after.title == "2 news of the day")
        #expect(
            reports[1].after.body
                == "• The keeper has new boots.\n• Figs for lunch, says the kitchen."
        )
        #expect(reports.flatMap(\.strikes).isEmpty)
    }
}
