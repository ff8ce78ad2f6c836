// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfryCenter
import BelfryLedger
import BelfryModel
import BelfrySystem
import CenterSimulation
import Foundation
import MachineClock
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct CenterServiceTests {
    private static let app = "com.example.app"

    /// An engine that answers at once, from another thread.
    private final class EchoEngine: ExtensionEngine {
        private let service: CenterService
        private let isCrashing: Bool

        init(_ service: CenterService, isCrashing: Bool = false) {
            self.service = service
            self.isCrashing = isCrashing
        }

        func begin(_ work: ExtensionWork) {
            let (service, isCrashing) = (service, isCrashing)
            var content = work.content
            content.title += ", changed"
            let changed = content
            Thread.detachNewThread {
                // Every third extension crashes, and its original is what the engine delivers.
                let isCrash = isCrashing && work.lease.sequence % 3 == 0
                let answer: ExtensionOutcome.Answer =
                    isCrash
                    ? .content(work.content, RecordedVerdict(.fallback(.crash)))
                    : .content(changed, RecordedVerdict(.delivered(.completed)))
                service.finish(work.lease, ExtensionOutcome(answer))
            }
        }
    }

    /// An engine whose store breaks once a run has begun.
    private final class BreakingEngine: ExtensionEngine {
        private let service: CenterService
        private let breakStore: () -> Void

        init(_ service: CenterService, _ breakStore: @escaping () -> Void) {
            self.service = service
            self.breakStore = breakStore
        }

        func begin(_ work: ExtensionWork) {
            breakStore()
            let verdict = RecordedVerdict(.delivered(.completed))
            service.finish(work.lease, ExtensionOutcome(.content(work.content, verdict)))
        }
    }

    /// An engine whose extensions set the badge often before they answer.
    private final class AskingEngine: ExtensionEngine {
        private let service: CenterService
        private let count: Int

        init(_ service: CenterService, count: Int) {
            self.service = service
            self.count = count
        }

        func begin(_ work: ExtensionWork) {
            for number in 1...count {
                service.submit {
                    try $0.setBadge(number, of: app)
                } done: { _ in
                }
            }
            let verdict = RecordedVerdict(.delivered(.completed))
            service.finish(work.lease, ExtensionOutcome(.content(work.content, verdict)))
        }
    }

    /// A sink that says when it has seen so many presentations.
    private final class CountingSink: CenterSink {
        let name = "counter"
        private let count = Mutex(0)
        private let wanted: Int
        private let reached: @Sendable () -> Void

        init(_ wanted: Int, _ reached: @escaping @Sendable () -> Void) {
            self.wanted = wanted
            self.reached = reached
        }

        func deliver(_ event: CenterEvent, _ entry: LedgerEntry?) {
            guard event.kind == .presented else { return }
            let now = count.withLock { count in
                count += 1
                return count
            }
            if now == wanted { reached() }
        }
    }

    /// Holds up one transaction of a store before its commit, and counts the commits from then on.
    private final class CommitGate: Sendable {
        private struct State {
            var isClosed = false
            var commitCount = 0
        }

        private let state = Mutex(State())
        private let opening = Semaphore()
        private let reached: @Sendable () -> Void

        init(_ reached: @escaping @Sendable () -> Void) {
            self.reached = reached
        }

        var commitCount: Int { state.withLock(\.commitCount) }

        /// Has the next transaction wait for ``open()``.
        func close() {
            state.withLock { $0 = State(isClosed: true) }
        }

        func open() {
            opening.signal()
        }

        func pass() {
            let isHeld = state.withLock { state in
                defer { state.isClosed = false }
                return state.isClosed
            }
            guard isHeld else { return }
            reached()
            opening.wait()
        }

        func countCommit() {
            state.withLock { $0.commitCount += 1 }
        }
    }

    /// A store whose commits go through a gate.
    private final class GatedStore: CenterStore {
        private let inner = MemoryStore()
        private let gate: CommitGate

        init(_ gate: CommitGate) {
            self.gate = gate
        }

        func write<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
            let value = try inner.write { transaction in
                let value = try body(transaction)
                gate.pass()
                return value
            }
            gate.countCommit()
            return value
        }

        func nested<Value>(_ body: () throws -> Value) throws -> Value {
            try inner.nested(body)
        }

        func read<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
            try inner.read(body)
        }
    }

    private static func install(_ service: CenterService) async throws {
        try await service.perform { turn in
            try turn.install(CenterApp(identifier: app, serviceExtension: "service.appex"))
            _ = try turn.requestAuthorization([.alert], for: app)
            try turn.answerAuthorization(true, for: app)
        }
    }

    private static func entries(_ service: CenterService) async throws -> [LedgerEntry] {
        try await service.perform {
            try $0.transaction.entries(of: nil, in: Set(EntryState.allCases), limit: .max)
        }
    }

    @Test func `does what is due while an outcome cannot be stored`() async throws {
        let (arrivals, arrived) = AsyncStream<Int>.makeStream()
        let service = try CenterService { service in
            let store = FullDisk()
            return CenterService.Parts(
                store: store,
                engine: BreakingEngine(service) { store.failingParts = .max },
                settled: { center in
                    let events = try? center.read {
                        try $0.transaction.events(after: 0, limit: .max)
                    }
                    arrived.yield(events?.count { $0.kind == .accepted } ?? 0)
                }
            )
        }
        try await Self.install(service)
        let push = try PushArrival.alert(Self.app, "push")
        try await service.perform { turn in
            let trigger = NotificationTrigger.timeInterval(seconds: 0.2, repeats: false)
            try turn.add([.titled("tea", trigger)], for: Self.app)
            _ = try turn.accept(push)
        }
        for await count in arrivals where count == 2 { break }
        await service.stop()
    }

    @Test func `stops on a full disk, and leaves the run to the next process`() async throws {
        let path = try TemporaryDirectory().file("center.sqlite")
        let service = try CenterService { service in
            let store = FullDisk(try Ledger(at: path))
            return CenterService.Parts(
                store: store,
                engine: BreakingEngine(service) { store.isFull = true }
            )
        }
        let push = try PushArrival.alert(Self.app, "one", title: "one", isMutable: true)
        try await service.perform { turn in
            try turn.install(CenterApp(identifier: Self.app, serviceExtension: "service.appex"))
            _ = try turn.requestAuthorization([.alert], for: Self.app)
            try turn.answerAuthorization(true, for: Self.app)
            _ = try turn.accept(push)
        }
        await service.drain()
        await service.stop()
        let state = try Ledger(at: path).read { try $0.entry(1)?.state }
        #expect(state == .running)
    }

    @Test func `has closed its store by the time it has stopped`() async throws {
        let path = try TemporaryDirectory().file("center.sqlite")
        for _ in 0..<20 {
            let service = try CenterService { service in
                CenterService.Parts(store: try Ledger(at: path), engine: EchoEngine(service))
            }
            try await service.perform { try $0.install(CenterApp(identifier: Self.app)) }
            await service.stop()
            // SQLite moves what was committed from its log into the file when the last connection
            // closes.
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            try Ledger(at: path).close()
        }
    }

    @Test func `does all that an extension asked for before it shows its notification`()
        async throws
    {
        let (presented, continuation) = AsyncStream.makeStream(of: Void.self)
        // More than share one transaction.
        let count = 600
        let service = try CenterService { service in
            CenterService.Parts(
                store: MemoryStore(),
                engine: AskingEngine(service, count: count),
                sinks: [CountingSink(1) { continuation.finish() }]
            )
        }
        try await Self.install(service)
        let push = try PushArrival.alert(Self.app, "one")
        _ = try await service.perform { try $0.accept(push) }
        for await _ in presented {}
        let events = try await service.perform { try $0.transaction.events(after: 0, limit: .max) }
        let kinds = events.map(\.kind).filter { $0 == .badge || $0 == .presented }
        #expect(kinds.firstIndex(of: .presented) == count)
        await service.stop()
    }

    @Test func `commits many callers together, and answers none of them before its commit`()
        async throws
    {
        let count = 100
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let gate = CommitGate { arrived.yield() }
        let service = try CenterService { service in
            CenterService.Parts(store: GatedStore(gate), engine: EchoEngine(service))
        }
        try await Self.install(service)
        // What the thread does once at its start is committed by the time that it takes another job.
        try await service.perform { _ in }
        gate.close()
        let (answers, answered) = AsyncStream<Int>.makeStream()
        for number in 0...count {
            service.submit { turn -> Int in
                try turn.setBadge(number, of: Self.app)
                return number
            } done: { result in
                answered.yield((try? result.get()) == number ? gate.commitCount : 0)
            }
            // The others are asked for while the first one's commit is under way.
            if number == 0 { for await _ in arrivals { break } }
        }
        gate.open()
        var commitCounts: [Int] = []
        for await commitCount in answers {
            commitCounts.append(commitCount)
            if commitCounts.count > count { break }
        }
        // The first one's commit is its own, and the others have theirs behind it.
        #expect(commitCounts.first == 1, "\(commitCounts)")
        #expect(commitCounts.dropFirst().allSatisfy { (2...4).contains($0) }, "\(commitCounts)")
        await service.stop()
    }

    @Test(arguments: StoreKind.allCases)
    func `loses and doubles nothing in a burst while extensions crash`(
        _ kind: StoreKind
    ) async throws {
        let count = 1000
        let (presented, reached) = AsyncStream.makeStream(of: Void.self)
        let service = try CenterService { service in
            CenterService.Parts(
                store: try kind.make(),
                engine: EchoEngine(service, isCrashing: true),
                sinks: [CountingSink(count) { reached.finish() }]
            )
        }
        try await Self.install(service)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                // Each is sent twice, in one of 50 threads.
                let push = try PushArrival.alert(Self.app, "\(number)", thread: "\(number % 50)")
                for _ in 0..<2 {
                    group.addTask { _ = try await service.perform { try $0.accept(push) } }
                }
            }
            try await group.waitForAll()
        }
        for await _ in presented {}
        let entries = try await Self.entries(service)
        #expect(entries.count == count)
        #expect(entries.allSatisfy { $0.state == .presented })
        for entry in entries {
            let isCrash = entry.sequence % 3 == 0
            #expect(entry.shown.title == (isCrash ? "Hello" : "Hello, changed"))
        }
        let events = try await service.perform {
            try $0.transaction.events(after: 0, limit: .max)
        }
        #expect(events.count { $0.kind == .duplicate } == count)
        let shown = events.filter { $0.kind == .presented }.compactMap(\.sequence)
        #expect(shown.count == count && Set(shown).count == count)
        let threads = Dictionary(
            grouping: events.filter { $0.kind == .decided }.compactMap(\.sequence),
            by: { sequence in entries.first { $0.sequence == sequence }?.thread }
        )
        #expect(threads.count == 50)
        #expect(threads.values.allSatisfy { $0 == $0.sorted() })
        await service.stop()
    }

    @Test func `fires a request when its time has come`() async throws {
        let (presented, reached) = AsyncStream.makeStream(of: Void.self)
        let service = try CenterService { service in
            CenterService.Parts(
                store: MemoryStore(),
                engine: EchoEngine(service),
                sinks: [CountingSink(1) { reached.finish() }]
            )
        }
        try await Self.install(service)
        try await service.perform { turn in
            let trigger = NotificationTrigger.timeInterval(seconds: 0.05, repeats: false)
            try turn.add([.titled("soon", trigger)], for: Self.app)
        }
        for await _ in presented {}
        #expect(try await Self.entries(service).map(\.identifier) == ["soon"])
        await service.stop()
    }

    @Test(.enabled(if: MachineClock.maySet, "only root can set the clock"))
    func `looks at what is due once the machine's clock was set, though nobody asks`()
        async throws
    {
        try await MachineClock.alone {
            let (looks, looked) = AsyncStream<Void>.makeStream()
            let service = try CenterService { service in
                CenterService.Parts(
                    store: MemoryStore(),
                    engine: EchoEngine(service),
                    settled: { _ in looked.yield() }
                )
            }
            // Without callers it looks once, at its start.
            for await _ in looks { break }
            try await MachineClock.moveForward()
            for await _ in looks { break }
            try await MachineClock.moveBack()
            await service.stop()
        }
    }

    @Test func `refuses what comes after it has stopped`() async throws {
        let service = try CenterService { service in
            CenterService.Parts(store: MemoryStore(), engine: EchoEngine(service))
        }
        await service.stop()
        await service.stop()
        await #expect(throws: CenterError.self) { try await Self.install(service) }
    }

    @Test func `says why it cannot start`() throws {
        let error = try #require(throws: CenterError.self) {
            try CenterService { _ in throw CenterError(.damaged, "no") }
        }
        #expect(error.code == .damaged)
    }
}
