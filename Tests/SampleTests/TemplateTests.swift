// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What `belfry new content` makes is built and acted on as it is.
@Suite(.timeLimit(.minutes(3)))
struct TemplateTests {
    @Test(arguments: Templates.languages)
    func `a new content extension builds, draws and answers`(_ language: String) async throws {
        let build = try await Templates.built.build(language)
        let workshop = try Workshop()
        let script = workshop.folder.appendingPathComponent("like.show")
        try Data(
            """
            expect label "This is a notification."
            action like
            wait settled
            expect label "You like this."
            expect app nothing
            action open
            wait closed
            expect app open
            """.utf8
        ).write(to: script)
        let payload = build.folder.appendingPathComponent("payload.apns").path
        let shown = try await Templates.belfry(
            [
                "show", build.bundle.path, payload, "--script", script.path, "--state", "state",
            ],
            in: workshop.folder
        )
        #expect(shown.status == 0, "\(shown.output)\(shown.errors)")
        #expect(!shown.errors.contains("warning"), "\(shown.errors)")
        let validated = try await Templates.belfry(
            ["validate", build.bundle.path, "--runs", "2"],
            in: workshop.folder
        )
        #expect(validated.status == 0, "\(validated.output)\(validated.errors)")
    }
}
