// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Notifications that a content extension in C draws.
@Suite(.timeLimit(.minutes(2)))
struct ContentSessionTests {
    @Test func `the first frame is there before the extension has drawn`() async throws {
        let stand = try await ContentStand(flags: ["-DHANGS_IN_LOAD"])
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options("stay", budget: "wall=60s")
        )
        let first = await session.snapshot()
        #expect(first.phase == .loading)
        #expect(first.height == 359 * 0.25)
        #expect(first.header == "Fixture")
        #expect(first.actions.map(\.identifier) == ["stay"])
        _ = await session.close()
        await stand.host.shutdown()
    }

    @Test func `an extension draws, is touched and draws anew`() async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options("stay")
        )
        let drawn = await session.settled()
        #expect(drawn.phase == .open)
        #expect(drawn.label == "received")
        #expect(drawn.tree.nodes.count == 6)
        #expect(drawn.tree.nodes[3]?.kind == .button)
        #expect(drawn.height == 179.5)
        #expect(await session.perform(.tap(view: 3)) == nil)
        #expect(await session.perform(.tap(view: 3)) == nil)
        #expect(await session.settled().label == "tapped 2")
        #expect(await session.perform(.slide(view: 4, value: 0.25, isLast: true)) == nil)
        #expect(await session.settled().label == "at 0.25")
        #expect(await session.perform(.edit(view: 5, text: "☃")) == nil)
        let edited = await session.settled()
        #expect(edited.label == "☃")
        #expect(edited.tree.nodes[5]?.texts[.text] == "☃")
        #expect(await session.perform(.tap(view: 2)) == "nothing happens when view 2 is touched")
        #expect(await session.perform(.dismiss) == nil)
        let report = await session.report()
        await stand.host.shutdown()
        #expect(await session.snapshot().phase == .closed)
        #expect(report.ending == .delivered(.completed))
        #expect(report.explanation == "The notification was closed by the user.")
        #expect(report.log.isEmpty)
        let summary = try #require(report.session)
        #expect(summary.callbacks.map(\.kind).prefix(3) == ["open", "tap", "tap"])
        #expect(summary.callbacks.allSatisfy { $0.wallMilliseconds != nil })
        #expect(summary.deliveredEventCount == 4)
        #expect(summary.refusedEventCount == 1)
        #expect(summary.sizes.map(\.grantedHeight) == [179.5])
        #expect(summary.appEvents.isEmpty)
    }

    /// An answer, and what becomes of the notification.
    struct Answer: Sendable, CustomTestStringConvertible {
        let action: String
        var isClosed = true
        var isForwarded = false
        let option: String
        var testDescription: String { action }
        var isLate: Bool { action.hasSuffix("late") }
    }

    static let answers = [
        Answer(action: "stay", isClosed: false, option: "doNotDismiss"),
        Answer(action: "stay late", isClosed: false, option: "doNotDismiss"),
        Answer(action: "close", option: "dismiss"),
        Answer(action: "close late", option: "dismiss"),
        Answer(action: "forward", isForwarded: true, option: "dismissAndForward"),
        Answer(action: "forward late", isForwarded: true, option: "dismissAndForward"),
    ]

    @Test(arguments: answers)
    func `a response is answered at once or later`(_ answer: Answer) async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options(answer.action)
        )
        #expect(await session.perform(.action(answer.action, text: nil)) == nil)
        if answer.isLate {
            let asked = await session.settled()
            #expect(asked.label == answer.action)
            #expect(asked.phase == .answering(action: answer.action))
            #expect(await session.perform(.tap(view: 3)) == nil)
        }
        let isClosed = answer.isClosed
        let last = await session.first {
            isClosed ? $0.phase == .closed : $0.phase == .open && $0.label != "received"
        }
        let report = await session.close()
        await stand.host.shutdown()
        let event = ContentSnapshot.AppEvent.response(
            notification: "request-1",
            action: answer.action,
            text: nil
        )
        #expect(last?.appEvents == (answer.isForwarded ? [event] : []))
        #expect(report.ending == .delivered(.completed))
        #expect(report.strikes.isEmpty)
        let response = try #require(report.session?.responses.first)
        #expect(response.option == answer.option)
        #expect(response.isLate == answer.isLate)
        #expect(report.session?.appEvents.count == (answer.isForwarded ? 1 : 0))
    }

    @Test func `an answer can have a text, change the actions, and count once`() async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options("comment?", "swap", "twice")
        )
        #expect(await session.perform(.action("comment?", text: "Coming!")) == nil)
        #expect(await session.settled().label == "Coming!")
        #expect(
            await session.perform(.action("swap", text: "x"))
                == "the action \"swap\" takes no text"
        )
        #expect(await session.perform(.action("twice", text: nil)) == nil)
        #expect(await session.settled().phase == .open)
        #expect(await session.perform(.action("swap", text: nil)) == nil)
        #expect(await session.settled().actions.map(\.identifier) == ["stay", "new"])
        #expect(
            await session.perform(.action("twice", text: nil))
                == "there is no action \"twice\"; there are \"stay\", \"new\""
        )
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.strikes == ["secondCompletion"])
        #expect(
            report.session?.actionLists
                == [["comment?", "swap", "twice"], ["stay", "new"]]
        )
        #expect(report.session?.responses.first?.textByteCount == 7)
    }

    @Test func `the default action and a dismissal are the app's`() async throws {
        let stand = try await ContentStand()
        let inputs: [(ContentInput, Set<NotificationCategory.Option>, [String])] = [
            (.open, [], [ContentMachine.defaultAction]), (.dismiss, [], []),
            (.dismiss, [.customDismissAction], [ContentMachine.dismissAction]),
        ]
        for (input, options, actions) in inputs {
            let session = try await stand.host.open(
                try ContentStand.notification(),
                in: stand.bundle,
                options: try ContentStand.options(options: options)
            )
            _ = await session.settled()
            #expect(await session.perform(input) == nil)
            #expect(await session.perform(input) == "the notification is closed")
            #expect(await session.report().session?.appEvents.map(\.action) == actions)
        }
        await stand.host.shutdown()
    }

    @Test func `another notification comes while it is open`() async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options("forward")
        )
        _ = await session.settled()
        let other = try ContentStand.notification("second", identifier: "request-2")
        #expect(await session.receive(other) == nil)
        #expect(await session.settled().label == "received again")
        let foreign = try ContentStand.notification(category: "Invite")
        #expect(await session.receive(foreign)?.contains("write \"invite\": case counts") == true)
        #expect(await session.perform(.action("forward", text: nil)) == nil)
        let report = await session.report()
        await stand.host.shutdown()
        #expect(report.session?.appEvents.map(\.notification) == ["request-2"])
    }

    @Test func `media are played and paused by the button`() async throws {
        let stand = try await ContentStand()
        let session = try await stand.host.open(
            try ContentStand.notification("media"),
            in: stand.bundle
        )
        #expect(await session.settled().mediaButton?.kind == .default)
        #expect(await session.perform(.media) == nil)
        #expect(await session.settled().isPlaying)
        #expect(await session.perform(.media) == nil)
        #expect(await session.settled().isPlaying == false)
        await session.close()
        await stand.host.shutdown()
    }

    @Test func `without user interaction the views take nothing`() async throws {
        let stand = try await ContentStand(
            attributes: ["UNNotificationExtensionUserInteractionEnabled": false]
        )
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle
        )
        _ = await session.settled()
        let refusal = await session.perform(.tap(view: 3))
        #expect(refusal?.contains("UNNotificationExtensionUserInteractionEnabled") == true)
        #expect(await session.settled().label == "received")
        #expect(await session.close().session?.refusedEventCount == 1)
        await stand.host.shutdown()
    }

    @Test func `the notification can be taken out of the centre`() async throws {
        let stand = try await ContentStand()
        let kept = try await stand.host.open(try ContentStand.notification(), in: stand.bundle)
        _ = await kept.settled()
        var center = await stand.host.center(of: stand.bundle.app)
        #expect(center.delivered.map(\.request.identifier) == ["request-1"])
        await kept.close()
        let session = try await stand.host.open(
            try ContentStand.notification("remove"),
            in: stand.bundle
        )
        _ = await session.settled()
        let report = await session.close()
        center = await stand.host.center(of: stand.bundle.app)
        await stand.host.shutdown()
        #expect(center.delivered.isEmpty)
        #expect(report.center?.removedDelivered == ["request-1"])
    }
}
