// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import Belfry
import EndToEndSupport
import Foundation
import Testing

/// Open notifications as a program has them.
@Suite(.timeLimit(.minutes(2))) struct EmbeddedSessionTests {
    /// Options with an action that takes a text and one that closes.
    private static var options: ContentSession.Options {
        var options = ContentSession.Options()
        options.categories = [
            NotificationCategory(
                identifier: "invite",
                actions: [
                    NotificationAction(identifier: "reply", title: "Reply", textInput: .init()),
                    NotificationAction(identifier: "forward close", title: "Close"),
                ]
            )
        ]
        return options
    }

    @Test func `frames come from the opening to the end`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.content()
        #expect(bundle.kind == .content)
        #expect(bundle.categories == ["invite"])
        let host = try await ExtensionHost(embedding.configuration)
        let session = try await host.open(
            try Embedding.push(),
            in: bundle,
            options: Self.options
        )
        var phases: [ContentSession.Phase] = []
        var revisions: [UInt64] = []
        for await frame in session.frames {
            phases.append(frame.phase)
            revisions.append(frame.revision)
            if frame.label == "received", phases.last == .open { try await session.send(.dismiss) }
        }
        #expect(phases.contains(.open))
        #expect(phases.last == .closed)
        #expect(revisions == revisions.sorted())
        let report = await session.close()
        #expect(report.verdict == .delivered(.completed))
        await host.shutdown()
    }

    @Test func `more categories than an app may have are refused`() async throws {
        let embedding = try Embedding()
        let host = try await ExtensionHost(embedding.configuration)
        var options = ContentSession.Options()
        options.categories = (0..<129).map { NotificationCategory(identifier: "\($0)") }
        let error = await #expect(throws: BelfryError.self) {
            _ = try await host.open(
                try Embedding.push(),
                in: try await embedding.content(),
                options: options
            )
        }
        #expect(error?.code == .limitInvalid)
        #expect(error?.description.contains("129 categories are more than the 128") == true)
        await host.shutdown()
    }

    @Test func `views take what the user does, and the extension answers with frames`() async throws
    {
        let embedding = try Embedding()
        let host = try await ExtensionHost(embedding.configuration)
        let session = try await host.open(
            try Embedding.push(),
            in: try await embedding.content(),
            options: Self.options
        )
        let drawn = try #require(await session.frame { $0.phase == .open })
        #expect(drawn.isInteractive)
        #expect(drawn.actions.map(\.identifier) == ["reply", "forward close"])
        #expect(drawn.root.frame.width == 359)
        let button = try #require(drawn.view(.button))
        #expect(button.text == "Count")
        #expect(button.events == [.tap])
        #expect(button.properties["text"] == .text("Count"))
        try await session.send(.tap(button.id))
        #expect(await session.frame { $0.label == "tapped 1" } != nil)
        let slider = try #require(drawn.view(.slider))
        try await session.send(.slide(slider.id, value: 0.5, isLast: true))
        #expect(await session.frame { $0.label == "at 0.50" }?.view(.slider)?.value == 0.5)
        let field = try #require(drawn.view(.textField))
        try await session.send(.beginEditing(field.id))
        try await session.send(.edit(field.id, text: "written"))
        #expect(await session.settledFrame().label == "written")
        try await session.send(.action("reply", text: "yes"))
        #expect(await session.frame { $0.label == "yes" } != nil)
        try await session.send(.action("forward close"))
        let last = await session.frame { $0.phase == .closed }
        #expect(last?.responses.map(\.action) == ["forward close"])
        await host.shutdown()
    }

    @Test func `input that is not possible is refused, and changes nothing`() async throws {
        let embedding = try Embedding()
        let host = try await ExtensionHost(embedding.configuration)
        let session = try await host.open(try Embedding.push(), in: try await embedding.content())
        _ = await session.frame { $0.phase == .open }
        for input in [.tap(999), .action("none"), .media] as [ContentSession.Input] {
            let error = try await failure { try await session.send(input) }
            #expect(error.code == .inputRefused)
            #expect(error.message.isEmpty == false)
        }
        #expect(await session.frame().phase == .open)
        let other = NotificationRequest.push(try PushPayload(#"{"aps":{"alert":"x"}}"#))
        let refused = try await failure { try await session.receive(other) }
        #expect(refused.code == .inputRefused)
        await session.close()
        let closed = try await failure { try await session.send(.open) }
        #expect(closed.code == .inputRefused)
        await host.shutdown()
    }

    @Test func `another notification takes the place of the first`() async throws {
        let embedding = try Embedding()
        let host = try await ExtensionHost(embedding.configuration)
        let session = try await host.open(try Embedding.push(), in: try await embedding.content())
        _ = await session.frame { $0.phase == .open }
        try await session.receive(try Embedding.push(body: "other", does: "second"))
        let frame = await session.frame { $0.label == "received again" }
        #expect(frame?.content.body == "other")
        await session.close()
        await host.shutdown()
    }

    @Test func `the frames keep the session that nobody else has`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.content()
        let host = try await ExtensionHost(embedding.configuration)
        var last: ContentSession.Frame?
        for await frame in try await host.open(try Embedding.push(), in: bundle).frames {
            last = frame
            if frame.phase == .open { break }
        }
        #expect(last?.label == "received")
        // Nobody has it any more, so that its worker ends.
        while await host.workerCount > 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
        await host.shutdown()
    }

    @Test func `a session keeps its host`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.content()
        let session = try await Self.open(embedding.configuration, bundle)
        #expect(await session.frame { $0.label == "received" } != nil)
        let report = await session.close()
        #expect(report.verdict == .delivered(.completed))
    }

    /// Opens a notification in a host that nobody else has.
    private static func open(
        _ configuration: ExtensionHost.Configuration,
        _ bundle: ExtensionBundle
    ) async throws -> ContentSession {
        try await ExtensionHost(configuration).open(try Embedding.push(), in: bundle)
    }

    @Test func `a cancelled task gets no more frames`() async throws {
        let embedding = try Embedding()
        let host = try await ExtensionHost(embedding.configuration)
        let session = try await host.open(try Embedding.push(), in: try await embedding.content())
        let looking = Task {
            for await _ in session.frames {}
        }
        _ = await session.frame { $0.phase == .open }
        looking.cancel()
        await looking.value
        #expect(await session.frame().phase == .open)
        await session.close()
        await host.shutdown()
    }

    @Test func `an extension that crashes leaves the notification, with the verdict`() async throws
    {
        let embedding = try Embedding()
        let bundle = try await embedding.content()
        let host = try await ExtensionHost(embedding.configuration)
        let session = try await host.open(try Embedding.push(does: "crash"), in: bundle)
        let frame = await session.frame { if case .fallback = $0.phase { true } else { false } }
        guard case .fallback(let verdict, let explanation) = frame?.phase else {
            Issue.record("no fallback")
            return
        }
        #expect(verdict == .fallback(.crash))
        #expect(explanation.contains("SIGSEGV"))
        #expect(frame?.content.title == "before")
        #expect(await session.close().verdict == .fallback(.crash))
        await host.shutdown()
    }

    @Test func `a shutdown leaves open notifications without their extensions`() async throws {
        let embedding = try Embedding()
        let host = try await ExtensionHost(embedding.configuration)
        let session = try await host.open(try Embedding.push(), in: try await embedding.content())
        _ = await session.frame { $0.phase == .open }
        await host.shutdown()
        guard case .fallback(let verdict, _) = await session.frame().phase else {
            Issue.record("no fallback")
            return
        }
        #expect(verdict == .fallback(.hostShutdown))
    }

    @Test func `what a service extension made is what a content extension draws`() async throws {
        let embedding = try Embedding()
        let service = try await embedding.service("Completes")
        let host = try await ExtensionHost(embedding.configuration)
        let outcome = try await host.run(try Embedding.push(), in: service)
        let content = try #require(outcome.content)
        let session = try await host.open(
            .content(content),
            in: try await embedding.content()
        )
        let frame = await session.frame { $0.label == "received" }
        #expect(frame?.content.title == "changed")
        await session.close()
        await host.shutdown()
    }

    @Test func `a content extension reads the files of what is opened`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.content()
        let host = try await ExtensionHost(embedding.configuration)
        let photo = embedding.workshop.folder.appendingPathComponent("photo.png")
        try Data([0x89] + Array("PNG".utf8)).write(to: photo)
        var content = try Embedding.push(does: "attachment").content
        content.attachments = [.init(identifier: "photo", path: photo.path)]
        let session = try await host.open(.content(content), in: bundle)
        let frame = await session.frame { $0.phase == .open }
        // Its status, its length, and whether its second byte is a P.
        #expect(frame?.label?.contains("status 0 read 4 1 ") == true)
        #expect(frame?.content.attachments.map(\.typeIdentifier) == ["public.png"])
        await session.close()
        await host.shutdown()
    }

    @Test func `what is opened wrongly is an error`() async throws {
        let embedding = try Embedding()
        let host = try await ExtensionHost(embedding.configuration)
        let service = try await embedding.service("Completes")
        let kind = try await failure {
            _ = try await host.open(try Embedding.push(), in: service)
        }
        #expect(kind.code == .bundleKind)
        #expect(kind.place == service.path)
        let bundle = try await embedding.content()
        var content = try Embedding.push().content
        content.attachments = [.init(identifier: "photo", path: "/nowhere/photo.png")]
        let file = try await failure {
            _ = try await host.open(.content(content), in: bundle)
        }
        #expect(file.code == .attachmentUnreadable)
        #expect(file.message.contains("/nowhere/photo.png"))
        var options = ContentSession.Options()
        options.width = .nan
        let width = try await failure {
            _ = try await host.open(try Embedding.push(), in: bundle, options: options)
        }
        #expect(width.code == .limitInvalid)
        await host.shutdown()
    }
}
