// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfryCenter
import BelfryModel
import CenterSimulation

/// A centre with one app that may notify, at noon of 20 March 2026 UTC.
final class CenterFixture {
    static let app = "com.example.app"
    static let noon = UnixTime(seconds: 1_774_008_000)

    let store: any CenterStore
    let clock: VirtualClock
    let engine = ScriptedEngine()
    let sink = RememberingSink()
    var policy: CenterPolicy
    private(set) var center: Center

    init(
        _ kind: StoreKind,
        policy: CenterPolicy = CenterPolicy(),
        isAllowed: Bool = true,
        _ configure: (inout CenterApp) -> Void = { _ in }
    ) throws {
        store = try kind.make()
        self.policy = policy
        clock = VirtualClock(now: Self.noon)
        center = Center(store: store, clock: clock, engine: engine, policy: policy)
        try center.recover()
        try center.add(sink)
        var app = CenterApp(identifier: Self.app, serviceExtension: "service.appex")
        configure(&app)
        let installed = app
        try center.perform { turn in
            try turn.install(installed)
            guard isAllowed else { return }
            _ = try turn.requestAuthorization([.alert, .sound, .badge], for: Self.app)
            try turn.answerAuthorization(true, for: Self.app)
        }
    }

    /// Ends the process and starts another on the same store.
    @discardableResult
    func restart() throws -> Int {
        engine.reset()
        center = Center(store: store, clock: clock, engine: engine, policy: policy)
        let interrupted = try center.recover()
        try center.add(sink)
        return interrupted
    }

    // MARK: What happens

    @discardableResult
    func push(
        _ identifier: String,
        thread: String = "",
        isMutable: Bool = false,
        _ change: (inout PushArrival) -> Void = { _ in }
    ) throws -> Int {
        var push = try PushArrival.alert(
            Self.app,
            identifier,
            title: identifier,
            thread: thread,
            isMutable: isMutable
        )
        change(&push)
        let arrival = push
        return try center.perform { try $0.accept(arrival) }.sequence
    }

    /// Pushes several at a time, as senders do to a service: their names, and their threads.
    func pushTogether(_ pushes: [(name: String, thread: String)]) throws -> [Int] {
        let arrivals = try pushes.map { name, thread in
            try PushArrival.alert(Self.app, name, title: name, thread: thread, isMutable: true)
        }
        let bodies = arrivals.map { arrival in
            { (turn: inout Turn) in try turn.accept(arrival).sequence }
        }
        return try center.performTogether(bodies).map { try $0.get() }
    }

    func add(_ request: NotificationRequest) throws {
        try center.perform { try $0.add([request], for: Self.app) }
    }

    /// Lets time pass, and does what is due then.
    func advance(seconds: Double) throws {
        clock.advance(milliseconds: Int64(seconds * 1000))
        try center.tick()
        try center.pump()
    }

    /// Ends a run with the content it was given.
    func complete(_ index: Int = 0, title: String? = nil) throws {
        let work = engine.take(index)
        var content = work.content
        if let title { content.title = title }
        let verdict = RecordedVerdict(.delivered(.completed))
        try center.finish(work.lease, ExtensionOutcome(.content(content, verdict)))
    }

    func finish(_ outcome: ExtensionOutcome) throws {
        try center.finish(engine.take(0).lease, outcome)
    }

    // MARK: What is there

    func entry(_ sequence: Int) throws -> LedgerEntry? {
        try center.read { try $0.transaction.entry(sequence) }
    }

    func installed() throws -> CenterApp {
        try center.read { try $0.app(Self.app) }
    }

    func delivered() throws -> [String] {
        try center.read { try $0.delivered(of: Self.app) }.map(\.shown.title)
    }

    func pending() throws -> [String] {
        try center.read { try $0.transaction.requests(of: Self.app) }.map(\.request.identifier)
    }

    func due(_ identifier: String) throws -> UnixTime? {
        try center.read { try $0.transaction.request(identifier, of: Self.app) }?.due
    }

    func buried() throws -> [Tombstone.Reason] {
        try center.read { try $0.transaction.tombstones(after: 0, limit: .max) }.map(\.reason)
    }

    func events(_ kind: CenterEvent.Kind) throws -> [CenterEvent] {
        try center.read { try $0.transaction.events(after: 0, limit: .max) }
            .filter { $0.kind == kind }
    }
}

extension CenterPolicy {
    /// Makes a policy with something changed.
    static func with(_ change: (inout CenterPolicy) -> Void) -> CenterPolicy {
        var policy = CenterPolicy()
        change(&policy)
        return policy
    }
}
