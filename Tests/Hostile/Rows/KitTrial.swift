// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Testing

/// One thing that a content extension by a kit does, and what must come of it.
struct KitTrial: Sendable {
    /// What becomes of the notification.
    enum Outcome: Sendable {
        /// It stays as the extension draws it, and the app hears nothing.
        case stays
        /// It is closed, and the app gets the response.
        case forwards
        /// It goes on without the extension.
        case ends(Verdict.Fallback)
        /// The trial has closed it.
        case closes
    }

    private let kit: Kit
    private let act: String
    private let detail: String
    private let outcome: Outcome
    private let budget: String
    private let lines: [String]
    private let printed: String
    private let strikes: [String]
    private let body: (@Sendable (ContentSession) async -> Void)?

    /// Tries something in one session.
    ///
    /// - Parameters:
    ///   - kit: What the extension is written with.
    ///   - act: What it is asked to do.
    ///   - detail: What tells it apart from another trial of the same.
    ///   - outcome: What becomes of the notification.
    ///   - budget: Parts of the budget that are not the usual ones.
    ///   - lines: What is in the log after the line about `load`.
    ///   - printed: What the language's own runtime says of it.
    ///   - strikes: The strikes in the report.
    ///   - body: What the user does, once it is drawn.
    init(
        _ kit: Kit,
        _ act: String,
        detail: String = "",
        _ outcome: Outcome,
        budget: String = "",
        log lines: [String] = [],
        printed: String = "",
        strikes: [String] = [],
        _ body: (@Sendable (ContentSession) async -> Void)? = nil
    ) {
        self.kit = kit
        self.act = act
        self.detail = detail
        self.outcome = outcome
        self.budget = budget
        self.lines = lines
        self.printed = printed
        self.strikes = strikes
        self.body = body
    }

    /// It as a trial of its row.
    var trial: Trial {
        let name = detail.isEmpty ? act : "\(act) \(detail)"
        return Trial(drawing: "\(name), \(kit)", kit.fixture) { stage, bundle in
            let report = try await stage.show(bundle, act: act, budget: budget) { session in
                if let body {
                    await session.checkOpen()
                    await body(session)
                }
                await check(session)
            }
            check(report)
        }
    }

    /// Takes the action.
    static func accept(_ session: ContentSession) async {
        #expect(await session.perform(.action("accept", text: nil)) == nil, "\(Trial.current)")
    }

    /// What an extension and its kit have logged.
    ///
    /// The fixtures' `stop` fails too, which may come after the log's end.
    static func said(in report: RunReport) -> [String] {
        report.log.filter { $0.source != .host && $0.source != .output }.map(\.text)
            .filter { !$0.hasPrefix("stop ") }
    }

    private func check(_ session: ContentSession) async {
        switch outcome {
        case .stays:
            // An answer may come after its callback has returned.
            _ = await session.first { $0.phase != .answering(action: "accept") }
            #expect(await session.checkOpen().appEvents == [], "\(Trial.current)")
        case .forwards:
            #expect(await session.first { $0.phase == .closed } != nil, "\(Trial.current)")
            let event = ContentSnapshot.AppEvent.response(
                notification: "request-1",
                action: "accept",
                text: nil
            )
            #expect(await session.snapshot().appEvents == [event], "\(Trial.current)")
        case .ends(let reason): await session.checkFallback(reason)
        case .closes: break
        }
    }

    private func check(_ report: RunReport) {
        let verdict: Verdict =
            if case .ends(let reason) = outcome { .fallback(reason) } else {
                .delivered(.completed)
            }
        #expect(report.ending == verdict, "\(Trial.current): \(report.explanation)")
        #expect(report.strikes == strikes, "\(Trial.current)")
        let said = Self.said(in: report)
        #expect(said == [kit.loaded] + lines, "\(Trial.current): \(said)")
        let isPrinted = printed.isEmpty || report.log.contains { $0.text.contains(printed) }
        #expect(isPrinted, "\(Trial.current): \(report.log)")
    }
}

extension Kit {
    /// The content extension that is written with it.
    var fixture: Fixture {
        switch self {
        case .cpp: Fixture(name: "CppContent", kit: self)
        case .rust: Fixture(name: "RustContent", kit: self)
        }
    }

    /// The line about `load`, which never succeeds.
    fileprivate var loaded: String {
        "load \(refused): after the views"
    }
}
