// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryReport
import BelfryRuntime
import EndToEndSupport
import Foundation
import Testing

/// Extensions that use the notification centre of their app while the centre runs them.
@Suite(.timeLimit(.minutes(3)))
struct CenterAccessTests {
    /// A centre whose app's extension does what a push says.
    private static func center(
        _ workshop: borrowing Workshop,
        _ configure: @Sendable (inout CenterApp) -> Void = { _ in }
    ) async throws -> HostedCenter {
        let bundle = try await workshop.bundle("UsesCenter")
        return try await HostedCenter(
            ledger: workshop.folder.appendingPathComponent("center.sqlite").path,
            host: try workshop.host(),
            extension: bundle.path,
            configure
        )
    }

    /// Sends a push, and waits until it and what its extension adds are presented.
    ///
    /// - Returns: The report of its run, and what was presented.
    private static func report(
        _ words: String,
        of center: HostedCenter,
        _ identifier: String = "push",
        presenting count: Int = 1
    ) async throws -> (RunReport, shown: [LedgerEntry]) {
        let sequence = try await center.push(identifier, custom: ["does": .string(words)]).sequence
        let shown = await center.presented(count)
        let run = try #require(try await center.run(of: sequence))
        return (try JSONDecoder().decode(RunReport.self, from: Data(run.report ?? [])), shown)
    }

    /// What the centre keeps of the app.
    private struct Kept: Equatable {
        var pending: [String] = []
        var categories: [String] = []
        var badge = 0
    }

    private static func kept(by center: HostedCenter) async throws -> Kept {
        let app = HostedCenter.app
        return try await center.service.perform { turn in
            Kept(
                pending: try turn.transaction.requests(of: app).map(\.request.identifier),
                categories: try turn.transaction.categories(of: app).categories.map(\.identifier),
                badge: try turn.app(app).badge
            )
        }
    }

    private static func log(_ report: RunReport) -> [String] {
        report.log.filter { $0.source == .info }.map(\.text)
    }

    @Test func `what an extension adds, removes and sets is kept by the centre`() async throws {
        let workshop = try Workshop()
        let center = try await Self.center(workshop) { $0.modifiesLocal = true }
        let (report, shown) = try await Self.report("changes reads", of: center, presenting: 2)
        #expect(report.ending == .delivered(.completed))
        let log = Self.log(report)
        #expect(log.prefix(4) == ["add 0 ", "add 0 ", "add 0 ", "badge 0 "])
        try #require(log.count == 7)
        #expect(
            log[4] == #"pending 0 [{"identifier":"later","content":{"title":"Later"},"#
                + #""trigger":{"kind":"timeInterval","seconds":5}}]"#
        )
        #expect(log[6].hasPrefix(#"categories 0 [{"identifier":"invite","actions":[{"#))
        let summary = try #require(report.center)
        #expect(summary.questionCount == 9)
        #expect(summary.added.map(\.identifier) == ["later", "gone", "now"])
        #expect(summary.removedPending == ["gone"])
        #expect(summary.badge == 7)
        #expect(report.category?.identifier == "invite")
        #expect(Set(shown.map(\.identifier)) == ["now", "push"])
        // An extension is not asked about what it has added: it would call itself for ever.
        let own = shown.first { $0.identifier == "now" }
        #expect(own?.detail.verdict == .center(.fromExtension))
        let kept = Kept(pending: ["later"], categories: ["invite"], badge: 7)
        #expect(try await Self.kept(by: center) == kept)
        // The host keeps nothing of it.
        let path = workshop.folder.appendingPathComponent("UsesCenter.appex").path
        let bundle = try ExtensionBundle(at: path)
        #expect(await center.host.center(of: bundle.app).delivered.isEmpty)
        let (second, _) = try await Self.report("reads removes", of: center, "second")
        #expect(Self.log(second).first?.contains("later") == true)
        #expect(Self.log(second)[1].contains(#""trigger":{"kind":"push"}"#))
        // Nobody waited for these answers, and the report has what was done all the same.
        #expect(second.center?.removedPending == ["later"])
        #expect(Set(second.center?.removedDelivered ?? []) == ["now", "push"])
        #expect(second.category?.identifier == "invite")
        await center.end()
    }

    @Test func `categories of a run that fails have no effect, and what was added stays`()
        async throws
    {
        let workshop = try Workshop()
        let center = try await Self.center(workshop)
        let (report, _) = try await Self.report("changes crashes", of: center, presenting: 2)
        #expect(report.ending == .fallback(.crash))
        #expect(report.center?.categoriesApplied == false)
        #expect(try await Self.kept(by: center) == Kept(pending: ["later"], badge: 7))
        await center.end()
    }

    @Test func `a mistake has Apple's code, and changes nothing`() async throws {
        let workshop = try Workshop()
        let center = try await Self.center(workshop)
        let log = Self.log(try await Self.report("mistakes", of: center).0)
        try #require(log.count == 5)
        #expect(log[0] == #"add -1 {"message":"content.title is 1; write a string"}"#)
        #expect(log[1].hasSuffix(#""code":1401}"#))
        #expect(log[2].hasSuffix(#""code":1400}"#))
        #expect(log[3].hasSuffix(#""code":1600}"#))
        #expect(try await Self.kept(by: center) == Kept())
        await center.end()
    }

    @Test func `settings are the app's`() async throws {
        let workshop = try Workshop()
        let center = try await Self.center(workshop)
        let log = Self.log(try await Self.report("settings", of: center).0)
        #expect(log.first?.contains(#""authorizationStatus":"authorized""#) == true)
        #expect(log.first?.contains(#""timeSensitiveSetting":"notSupported""#) == true)
        await center.end()
    }

    @Test func `a worker that asks for more than there may be loses its run alone`() async throws {
        let workshop = try Workshop()
        let center = try await Self.center(workshop)
        let (report, shown) = try await Self.report("forges", of: center)
        #expect(report.ending == .fallback(.protocol))
        #expect(shown.map(\.shown.title) == ["before"])
        let (next, _) = try await Self.report("reads", of: center, "second")
        #expect(next.ending == .delivered(.completed))
        await center.end()
    }
}
