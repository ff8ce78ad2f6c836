// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// The notification centre as an extension reaches it.
@Suite(.timeLimit(.minutes(2)))
struct CenterTests {
    private static func does(_ words: String) throws -> RunRequest {
        try Workshop.push(#","does":"\#(words)""#)
    }

    private static func log(_ report: RunReport) -> [String] {
        report.log.filter { $0.source == .info }.map(\.text)
    }

    @Test func `what an extension adds, removes and sets is done, told and applied`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCenter")
        let report = try await host.run(try Self.does("changes reads waits"), in: bundle)
        let center = await host.center(of: bundle.app)
        await host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(report.strikes.isEmpty)
        let log = Self.log(report)
        #expect(log.prefix(4) == ["add 0 ", "add 0 ", "add 0 ", "badge 0 "])
        try #require(log.count == 8)
        #expect(
            log[4] == #"pending 0 [{"identifier":"later","content":{"title":"Later"},"#
                + #""trigger":{"kind":"timeInterval","seconds":5}}]"#
        )
        // The request under way is not delivered yet.
        #expect(log[5].hasPrefix(#"delivered 0 [{"date":"#))
        #expect(log[5].hasSuffix(#""request":{"identifier":"now","content":{"title":"Now"}}}]"#))
        #expect(log[6].hasPrefix(#"categories 0 [{"identifier":"invite","actions":[{"#))
        #expect(log[7] == "thread 0 ")
        let summary = try #require(report.center)
        #expect(summary.questionCount == 9)
        #expect(summary.added.map(\.identifier) == ["later", "gone", "now"])
        #expect(summary.added.map(\.trigger) == ["timeInterval", "calendar", nil])
        #expect(summary.removedPending == ["gone"])
        #expect(summary.badge == 7)
        #expect(summary.categories?.map(\.identifier) == ["invite"])
        #expect(summary.categoriesApplied == true)
        #expect(summary.problems.isEmpty)
        #expect(report.category?.actions.map(\.title) == ["Accept", "Reply"])
        #expect(report.category?.actions.map(\.options) == [["foreground"], []])
        #expect(report.category?.actions.map(\.hasTextInput) == [false, true])
        #expect(center.pending.map(\.identifier) == ["later"])
        #expect(center.delivered.map(\.request.identifier) == ["now", "request-1"])
        #expect(center.delivered.last?.request.trigger == .push)
        #expect(center.badge == 7)
    }

    @Test func `a centre outlives the run and the worker`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCenter")
        var options = ExtensionHost.RunOptions()
        options.isFresh = true
        _ = try await host.run(try Self.does("changes"), in: bundle, options: options)
        let report = try await host.run(try Self.does("reads removes"), in: bundle)
        let center = await host.center(of: bundle.app)
        await host.shutdown()
        let log = Self.log(report)
        #expect(log.first?.contains("later") == true)
        #expect(log.dropFirst().first?.contains(#""identifier":"request-1""#) == true)
        #expect(report.center?.removedPending == ["later"])
        #expect(report.center?.removedDelivered == ["now", "request-1"])
        #expect(report.category?.identifier == "invite")
        #expect(center.delivered.map(\.request.identifier) == ["request-1"])
    }

    @Test func `one that takes the app's prefix elsewhere has a centre of its own`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCenter")
        let elsewhere = try workshop.copy(bundle, to: "elsewhere", as: "com.example.fixture.other")
        let impostor = try workshop.copy(bundle, to: "third", as: bundle.manifest.identifier)
        _ = try await host.run(try Self.does("changes"), in: bundle)
        let report = try await host.run(try Self.does("reads"), in: elsewhere)
        let refused = try await host.run(try Self.does("reads"), in: impostor)
        let centers = [await host.center(of: elsewhere.app), await host.center(of: impostor.app)]
        await host.shutdown()
        #expect(elsewhere.manifest.appIdentifier == bundle.manifest.appIdentifier)
        #expect(Self.log(report).first == "pending 0 []")
        #expect(report.category == nil)
        #expect(refused.ending == .rejected(.identity))
        #expect(centers.map(\.delivered.count) == [1, 0])
    }

    @Test func `categories of a run that fails have no effect`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCenter")
        let delivered = Mutex<[String?]>([])
        let report = try await host.run(try Self.does("changes crashes"), in: bundle) {
            content,
            _ in
            delivered.withLock { $0.append(content?.title) }
        }
        let center = await host.center(of: bundle.app)
        await host.shutdown()
        #expect(report.ending == .fallback(.crash))
        #expect(delivered.withLock { $0 } == ["before"])
        #expect(report.center?.categoriesApplied == false)
        #expect(report.category == nil)
        #expect(center.categories.isEmpty)
        // What has effect at once stays.
        #expect(center.pending.map(\.identifier) == ["later"])
    }

    @Test func `a mistake has Apple's code or a sentence, and is in the report`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCenter")
        let report = try await host.run(try Self.does("mistakes"), in: bundle)
        await host.shutdown()
        let log = Self.log(report)
        try #require(log.count == 5)
        #expect(log[0] == #"add -1 {"message":"content.title is 1; write a string"}"#)
        #expect(log[1].hasSuffix(#""code":1401}"#))
        #expect(log[2].hasSuffix(#""code":1400}"#))
        #expect(log[3].hasSuffix(#""code":1600}"#))
        #expect(log[4] == "null -1 ")
        #expect(report.center?.problems.count == 5)
        #expect(report.center?.categories == nil)
        #expect(report.verdict == .delivered)
    }

    @Test func `settings say what the device allows`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCenter")
        let report = try await host.run(try Self.does("settings"), in: bundle)
        await host.shutdown()
        #expect(Self.log(report).first?.contains(#""authorizationStatus":"authorized""#) == true)
    }

    @Test func `four threads ask at once, and each gets its answers`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCenter")
        let report = try await host.run(try Self.does("crowd"), in: bundle)
        await host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(Self.log(report) == Array(repeating: "pending 0 []", count: 200))
        #expect(report.center?.questionCount == 200)
    }

    @Test func `after the completion the centre is out of reach`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("UsesCenter")
        for _ in 0..<3 {
            // Its own, as in the next run's time it would be within reach.
            let host = try workshop.host()
            let report = try await host.run(try Self.does("late"), in: bundle)
            #expect(report.ending == .delivered(.completed))
            #expect(report.worker?.retirement == nil)
            #expect(await host.center(of: bundle.app).badge == 0)
            await host.shutdown()
        }
    }

    @Test func `a flood is refused, and the notification lives`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCenter")
        let report = try await host.run(try Self.does("floods"), in: bundle)
        let center = await host.center(of: bundle.app)
        await host.shutdown()
        #expect(report.ending == .delivered(.completed))
        // 17 documents of 60 KB are 1 MB, and 1024 calls are all there may be.
        #expect(Self.log(report) == ["flood -4 17 1007"])
        #expect(center.pending.count == 17)
        #expect(report.center?.questionCount == 1024)
    }

    @Test func `questions past the worker's count end the run`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("UsesCenter")
        let report = try await host.run(try Self.does("forges"), in: bundle)
        await host.shutdown()
        #expect(report.ending == .fallback(.protocol))
        #expect(report.after.title == "before")
    }
}
