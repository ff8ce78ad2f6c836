// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// However a content extension fails, the notification is there, and what the user does is the app's.
@Suite(.timeLimit(.minutes(2)))
struct ContentEndingTests {
    /// What the fixture does with a notification, and what comes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let words: String
        let verdict: Verdict
        var explanation = ""
        var budget = ""
        var testDescription: String { words }
    }

    static let cases = [
        Case(words: "crash", verdict: .fallback(.crash)),
        Case(words: "exits", verdict: .fallback(.exited)),
        Case(
            words: "hang",
            verdict: .fallback(.timeout),
            explanation: "load and did_receive did not return within 2 s.",
            budget: "wall=2s"
        ),
        Case(words: "spin", verdict: .fallback(.cpu), budget: "cpu=200ms"),
        Case(words: "hoard", verdict: .fallback(.memory), budget: "memory=12MB"),
        Case(words: "forge", verdict: .fallback(.protocol)),
    ]

    @Test(arguments: cases)
    func `a notification is shown without an extension that fails`(_ expected: Case) async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(
            try ContentStand.notification(expected.words),
            in: stand.bundle,
            options: try ContentStand.options("accept", budget: expected.budget)
        )
        let snapshot = try #require(await session.first { $0.fallback != nil })
        #expect(snapshot.fallback == expected.verdict)
        if !expected.explanation.isEmpty { #expect(snapshot.explanation == expected.explanation) }
        #expect(snapshot.tree == ViewTree())
        #expect(snapshot.actions.map(\.identifier) == ["accept"])
        #expect(await session.perform(.tap(view: 3)) == "there is no view 3")
        #expect(await session.perform(.action("accept", text: nil)) == nil)
        let report = await session.report()
        await stand.host.shutdown()
        #expect(report.ending == expected.verdict)
        #expect(report.session?.appEvents.map(\.action) == ["accept"])
        #expect(await session.snapshot().phase == .closed)
    }

    @Test(arguments: [
        ("hang", "did_receive_response to the action \"hang\" did not return within 2 s."),
        (
            "never",
            "The completion of did_receive_response to the action \"never\" was not called "
                + "within 2 s."
        ),
    ])
    func `a response that is not answered ends the extension`(
        action: String,
        explanation: String
    ) async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options(action, budget: "wall=2s")
        )
        _ = await session.settled()
        #expect(await session.perform(.action(action, text: nil)) == nil)
        let snapshot = try #require(await session.first { $0.fallback != nil })
        #expect(snapshot.fallback == .fallback(.timeout))
        #expect(snapshot.explanation == explanation)
        #expect(
            snapshot.warnings == [
                "the response to \"\(action)\" had no answer; it can be given again"
            ]
        )
        await session.close()
        await stand.host.shutdown()
    }

    @Test func `an extension is not called for what it does not draw`() async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(
            try ContentStand.notification(category: "Invite"),
            in: stand.bundle
        )
        let snapshot = await session.settled()
        #expect(snapshot.fallback == .notCalled(.otherCategory))
        #expect(
            snapshot.explanation == "The extension was not called: the extension draws \"invite\"; "
                + "write \"invite\": case counts."
        )
        let report = await session.close()
        #expect(report.verdict == .notCalled)
        await stand.host.shutdown()
    }

    @Test func `each kind of extension says what it is for`() async throws {
        let stand = try await ContentStand()
        let service = try await stand.workshop.bundle("Completes")
        let host = stand.host
        await #expect(throws: ContentSessionError.self) {
            try await host.open(try ContentStand.notification(), in: service)
        }
        let report = try await stand.host.run(try Workshop.push(), in: stand.bundle)
        await stand.host.shutdown()
        #expect(report.ending == .notCalled(.notService))
        #expect(report.explanation.contains("use `belfry show`"))
    }

    @Test func `a host that stops ends what is open`() async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(try ContentStand.notification(), in: stand.bundle)
        _ = await session.settled()
        await stand.host.shutdown()
        #expect(await session.snapshot().fallback == .fallback(.hostShutdown))
    }

    @Test func `a flood of frames is a strike, and keeps nobody waiting`() async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(
            try ContentStand.notification("flood"),
            in: stand.bundle
        )
        var revision: UInt64 = 0
        for await snapshot in await session.snapshots() {
            revision = snapshot.revision
            if revision > 400 { break }
        }
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.verdict == .delivered)
        #expect(revision > 400)
    }

    @Test func `an attachment is lent as a copy that nobody can change`() async throws {
        let stand = try await ContentStand()
        var notification = try ContentStand.notification("attachment shown")
        notification.attachments = [
            ContentSession.Attachment(identifier: "photo", path: try stand.photo())
        ]
        let session = try await stand.host.open(notification, in: stand.bundle)
        let snapshot = await session.settled()
        #expect(
            snapshot.label
                == "unknown -8 status 0 read 29 1 write 9 map 0"
        )
        let name = try #require(snapshot.tree.nodes[6]?.picture)
        let picture = await session.picture(name)
        #expect(picture?.mediaType == "image/png")
        #expect(picture?.bytes.count == 29)
        let report = await session.close()
        await stand.host.shutdown()
        let access = try #require(report.session?.attachments.first { $0.identifier == "photo" })
        #expect(access.accessCount == 1)
        #expect(access.leakCount == 0)
    }

    @Test func `an attachment that is not given back is in the report`() async throws {
        let stand = try await ContentStand()
        var notification = try ContentStand.notification("attachment leak missing")
        notification.attachments = [
            ContentSession.Attachment(identifier: "photo", path: try stand.photo())
        ]
        let session = try await stand.host.open(notification, in: stand.bundle)
        let snapshot = await session.settled()
        #expect(
            snapshot.warnings == [
                "the app has not registered the category \"invite\": there are no actions",
                "the picture \"none\" is no attachment of the notification",
            ]
        )
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.session?.attachments.map(\.leakCount).max() == 1)
    }
}
