// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import CBelfryPlatform
import Foundation
import Glibc
import Synchronization
import Testing

@testable import BelfryRuntime

@Suite(.timeLimit(.minutes(1))) struct ReactorTests {
    /// What happened, in order, and a way to wait for it.
    private final class Notes: Sendable {
        private let notes = Mutex<[String]>([])
        private let stream: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        init() {
            (stream, continuation) = AsyncStream.makeStream()
        }

        var all: [String] { notes.withLock { $0 } }

        func add(_ note: String) {
            notes.withLock { $0.append(note) }
            continuation.yield(note)
        }

        /// Waits for a note; what was noted before counts.
        func wait(for note: String) async {
            if all.contains(note) { return }
            for await next in stream where next == note { return }
        }
    }

    /// An actor whose executor is a reactor, as the host is.
    private actor Tenant {
        nonisolated let reactor: Reactor
        private var value = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe reactor.asUnownedSerialExecutor()
        }

        init(_ reactor: Reactor) {
            self.reactor = reactor
        }

        func add(_ number: Int) -> (value: Int, thread: Int32) {
            value += number
            return (value, belfry_thread_id())
        }
    }

    /// A moment that lies so far ahead that all timers of a test are set before it comes.
    private func soon(_ milliseconds: Int) -> MonotonicTime {
        .now + .milliseconds(500 + milliseconds)
    }

    @Test func `timers run in the order of their times, whatever that of their setting`()
        async throws
    {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let notes = Notes()
        let base = soon(0)
        for offset in [4, 1, 3, 0, 2] {
            _ = reactor.schedule(at: base + .milliseconds(offset)) { notes.add("\(offset)") }
        }
        await notes.wait(for: "4")
        #expect(notes.all == ["0", "1", "2", "3", "4"])
    }

    @Test func `timers of one time run in the order of their setting`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let notes = Notes()
        let time = soon(0)
        for name in ["a", "b", "c"] { _ = reactor.schedule(at: time) { notes.add(name) } }
        await notes.wait(for: "c")
        #expect(notes.all == ["a", "b", "c"])
    }

    @Test func `no timer runs before its time`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let notes = Notes()
        let time = soon(5)
        _ = reactor.schedule(at: time) { notes.add("\(MonotonicTime.now >= time)") }
        await notes.wait(for: "true")
        #expect(notes.all == ["true"])
    }

    @Test(arguments: [0, 1, 1_000_000_000] as [UInt64])
    func `a time that has passed comes at once`(nanoseconds: UInt64) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let notes = Notes()
        _ = reactor.schedule(at: MonotonicTime(nanoseconds: nanoseconds)) { notes.add("ran") }
        await notes.wait(for: "ran")
        #expect(notes.all == ["ran"])
    }

    @Test func `a cancelled timer does not run, even when it is due already`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let notes = Notes()
        let time = soon(0)
        let early = reactor.schedule(at: time) { notes.add("early") }
        let victim = Mutex<EventToken?>(nil)
        _ = reactor.schedule(at: time) {
            notes.add("killer")
            if let token = victim.withLock({ $0 }) { reactor.cancel(token) }
        }
        victim.withLock { $0 = reactor.schedule(at: time) { notes.add("victim") } }
        _ = reactor.schedule(at: time + .milliseconds(2)) { notes.add("last") }
        reactor.cancel(early)
        await notes.wait(for: "last")
        #expect(notes.all == ["killer", "last"])
    }

    @Test func `a timer may set another`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let notes = Notes()
        _ = reactor.schedule(at: .now) {
            notes.add("first")
            _ = reactor.schedule(at: .now) { notes.add("second") }
        }
        await notes.wait(for: "second")
        #expect(notes.all == ["first", "second"])
    }

    // MARK: Descriptors

    @Test func `a descriptor is told of when it is readable and when it is hung up`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let notes = Notes()
        let ends = try Descriptor.pipe().split { ($0.release(), $1.release()) }
        let reading = ends.0
        let token = Mutex<EventToken?>(nil)
        let watched = try reactor.watch(reading) {
            var byte: UInt8 = 0
            if unsafe read(reading, &byte, 1) == 1 { return notes.add("read \(byte)") }
            // An end stays readable until it is looked away from.
            guard let token = token.withLock({ $0 }) else { return }
            reactor.cancel(token, watching: reading)
            notes.add("end")
        }
        token.withLock { $0 = watched }
        let writer = Descriptor(owning: ends.1)
        try writer.writeAll([7])
        await notes.wait(for: "read 7")
        try writer.close()
        await notes.wait(for: "end")
        close(reading)
        #expect(notes.all == ["read 7", "end"])
    }

    @Test func `a descriptor that is no longer watched is not told of`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let notes = Notes()
        let pair = try Descriptor.pipe()
        let token = try reactor.watch(pair.first.raw) { notes.add("readable") }
        reactor.cancel(token, watching: pair.first.raw)
        try pair.second.writeAll([1])
        _ = reactor.schedule(at: soon(0)) { notes.add("later") }
        await notes.wait(for: "later")
        #expect(notes.all == ["later"])
    }

    @Test func `what cannot be waited for is refused`() throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let file = try Descriptor.open("/proc/self/status", O_RDONLY)
        let regular = #expect(throws: SystemError.self) { _ = try reactor.watch(file.raw) {} }
        #expect(regular?.errno == EPERM)
        let closed = #expect(throws: SystemError.self) { _ = try reactor.watch(-1) {} }
        #expect(closed?.errno == EBADF)
    }

    // MARK: The actor

    @Test func `an actor's work happens on the one thread, in order`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let tenant = Tenant(reactor)
        let threads = await withTaskGroup(of: Int32.self) { group in
            for _ in 0..<200 { group.addTask { await tenant.add(1).thread } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(threads.count == 1)
        #expect(await tenant.add(0).value == 200)
    }

    @Test func `a handler is isolated to the actor without a hop`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let tenant = Tenant(reactor)
        let notes = Notes()
        _ = reactor.schedule(at: .now) {
            let (value, thread) = tenant.assumeIsolated { $0.add(5) }
            notes.add("\(value) \(thread == belfry_thread_id())")
        }
        await notes.wait(for: "5 true")
        #expect(reactor.isIsolatingCurrentContext() == false)
    }

    @Test func `work that waits for another thread as the reactor is stopped ends on its thread`()
        async throws
    {
        let reactor = try Reactor()
        let notes = Notes()
        _ = reactor.schedule(at: .now) {
            let thread = "/proc/self/task/\(belfry_thread_id())"
            reactor.start {
                await SystemThread.value(named: "elsewhere") {
                    // Until the thread has ended, as it must not; for a moment where it does not.
                    let end = MonotonicTime.now + .milliseconds(500)
                    while unsafe access(thread, F_OK) == 0, .now < end { usleep(1000) }
                }
                notes.add("\(reactor.isIsolatingCurrentContext() == true)")
            }
            reactor.stop()
        }
        await notes.wait(for: "true")
        #expect(notes.all == ["true"])
    }

    @Test
    func `work that is started is on the reactor's thread before its first wait and after it`()
        async throws
    {
        let reactor = try Reactor()
        let notes = Notes()
        _ = reactor.schedule(at: .now) {
            let clock: any HostClock = reactor
            clock.start {
                notes.add("before: \(reactor.isIsolatingCurrentContext() == true)")
                _ = await SystemThread.value(named: "elsewhere") { usleep(1000) }
                notes.add("after: \(reactor.isIsolatingCurrentContext() == true)")
                notes.add("over")
            }
        }
        await notes.wait(for: "over")
        #expect(notes.all == ["before: true", "after: true", "over"])
        reactor.stop()
    }

    @Test func `a reactor that is stopped ends its thread once all that was started has ended`()
        async throws
    {
        let reactor = try Reactor()
        let notes = Notes()
        let thread = Mutex("")
        _ = reactor.schedule(at: .now) {
            thread.withLock { $0 = "/proc/self/task/\(belfry_thread_id())" }
            for name in ["a", "b"] {
                reactor.start {
                    await Task.yield()
                    notes.add(name)
                }
            }
            reactor.stop()
        }
        await notes.wait(for: "b")
        let path = thread.withLock { $0 }
        while unsafe access(path, F_OK) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(notes.all.sorted() == ["a", "b"])
    }

    @Test func `assuming isolation on another thread traps`() async {
        await #expect(processExitsWith: .failure) {
            try Self.trespass()
        }
    }

    private static func trespass() throws {
        let tenant = Tenant(try Reactor())
        _ = tenant.assumeIsolated { $0.add(1) }
    }

    /// Says on which thread it was released.
    private final class Kept: Sendable {
        private let reactor: Reactor
        private let isReleased: @Sendable (Bool) -> Void

        init(_ reactor: Reactor, _ isReleased: @escaping @Sendable (Bool) -> Void) {
            self.reactor = reactor
            self.isReleased = isReleased
        }

        deinit {
            isReleased(reactor.isIsolatingCurrentContext() == true)
        }
    }

    @Test func `releases on its thread what its handlers refer to, once the last has ended`()
        async throws
    {
        let reactor = try Reactor()
        let notes = Notes()
        let isAtWork = AsyncStream<Void>.makeStream()
        let mayEnd = DispatchSemaphore(value: 0)
        _ = reactor.schedule(at: .now) {
            isAtWork.continuation.finish()
            mayEnd.wait()
            notes.add("handled")
        }
        for await _ in isAtWork.stream {}
        reactor.keep(Kept(reactor) { notes.add("released on its thread: \($0)") })
        reactor.stop()
        #expect(notes.all.isEmpty)
        mayEnd.signal()
        await notes.wait(for: "released on its thread: true")
        #expect(notes.all == ["handled", "released on its thread: true"])
    }
}
