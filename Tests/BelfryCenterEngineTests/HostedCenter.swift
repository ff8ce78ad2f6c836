// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryCenterEngine
import BelfryLedger
import BelfryModel
import BelfryRuntime
import CenterSimulation

/// A centre with one app over a ledger, whose extension runs in a host.
final class HostedCenter: Sendable {
    static let app = "com.example.app"

    let service: CenterService
    let host: ExtensionHost
    private let news: AsyncStream<(CenterEvent, LedgerEntry?)>

    /// Opens the ledger, and installs the app where it is not.
    ///
    /// - Parameters:
    ///   - ledger: The ledger's path.
    ///   - host: Where extensions run.
    ///   - bundle: The path of the app's service extension.
    ///   - configure: Changes the app.
    /// - Throws: The centre's error.
    init(
        ledger: String,
        host: ExtensionHost,
        extension bundle: String,
        _ configure: @Sendable (inout CenterApp) -> Void = { _ in }
    ) async throws {
        let (news, told) = AsyncStream.makeStream(of: (CenterEvent, LedgerEntry?).self)
        service = try CenterService { service in
            CenterService.Parts(
                store: try Ledger(at: ledger),
                engine: HostedExtensions(service, host: host),
                sinks: [TellingSink(told)]
            )
        }
        self.host = host
        self.news = news
        var app = CenterApp(identifier: Self.app, serviceExtension: bundle)
        configure(&app)
        let installed = app
        try await service.perform { turn in
            try turn.install(installed)
            _ = try turn.requestAuthorization([.alert, .sound, .badge], for: Self.app)
            try turn.answerAuthorization(true, for: Self.app)
        }
    }

    /// Ends the centre, then the host.
    func end() async {
        await service.stop()
        await host.shutdown()
    }

    // MARK: What happens

    @discardableResult
    func push(
        _ identifier: String,
        title: String = "before",
        thread: String = "",
        custom: JSONObject = [:]
    ) async throws -> Acceptance {
        let push = try PushArrival.alert(
            Self.app,
            identifier,
            title: title,
            thread: thread,
            custom: custom
        )
        return try await service.perform { try $0.accept(push) }
    }

    /// Waits until so many notifications were presented, from now on.
    ///
    /// - Returns: Them, as they were when the sink was told.
    func presented(_ count: Int) async -> [LedgerEntry] {
        var entries: [LedgerEntry] = []
        for await (event, entry) in news where event.kind == .presented {
            if let entry { entries.append(entry) }
            if entries.count == count { break }
        }
        return entries
    }

    /// Waits until an event comes.
    func wait(for kind: CenterEvent.Kind) async {
        for await (event, _) in news where event.kind == kind { return }
    }

    /// Waits for the report of a notification's last run.
    func run(of sequence: Int) async throws -> RunRecord? {
        while true {
            let run = try await service.perform { try $0.transaction.runs(of: sequence) }.last
            if run == nil || run?.report != nil || run?.note.isEmpty == false { return run }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    func entry(_ sequence: Int) async throws -> LedgerEntry? {
        try await service.perform { try $0.transaction.entry(sequence) }
    }

    func entries() async throws -> [LedgerEntry] {
        try await service.perform {
            try $0.transaction.entries(of: nil, in: Set(EntryState.allCases), limit: .max)
        }
    }

    func events() async throws -> [CenterEvent] {
        try await service.perform { try $0.transaction.events(after: 0, limit: .max) }
    }
}

/// A sink that tells a test.
private final class TellingSink: CenterSink {
    typealias News = (CenterEvent, LedgerEntry?)

    let name = "test"
    private let told: AsyncStream<News>.Continuation

    init(_ told: AsyncStream<News>.Continuation) {
        self.told = told
    }

    func deliver(_ event: CenterEvent, _ entry: LedgerEntry?) {
        told.yield((event, entry))
    }
}
