// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Synchronization

/// The session bus and the notification server on it, on a thread of its own.
///
/// Nothing here waits for the server: what is asked for is queued, and what it says comes as events.
/// A bus or a server that is not there, or goes, is tried again until ``stop()``, less and less often.
package final class SessionBus: Sendable {
    /// What is asked of one server, by its identity; and that there be one.
    enum Command: Sendable {
        case show(tag: Int, NotifyCall, DesktopServer.Identity)
        case close(UInt32, DesktopServer.Identity)
        case adopt([UInt32], DesktopServer.Identity)
        case find
        case answer(BusQuestion, BusAnswer)
    }

    private struct State {
        var commands: [Command] = []
        var isStopping = false
    }

    /// What the bus and the server say, for one who hears it.
    package let events: AsyncStream<DesktopEvent>

    private let continuation: AsyncStream<DesktopEvent>.Continuation
    private let state = Mutex(State())
    private let bell: Descriptor
    private let address: String?

    /// - Parameter address: Where the bus is; nil where the environment names none.
    /// - Throws: ``SystemError`` where there are too many descriptors.
    package init(address: String?) throws(SystemError) {
        self.address = address
        bell = Descriptor(owning: try checked("eventfd") { belfry_eventfd() })
        (events, continuation) = AsyncStream.makeStream(of: DesktopEvent.self)
    }

    /// Begins to look for the server.
    ///
    /// - Throws: ``SystemError`` where there are too many threads.
    package func start() throws(SystemError) {
        try SystemThread.start(named: "belfry-desktop") { [self] in
            SessionBusWorker(self, address).run()
            continuation.finish()
        }
    }

    /// Asks a server for a notification.
    ///
    /// What is asked of a server that has gone is dropped; the event that says so comes after.
    ///
    /// - Parameters:
    ///   - call: What is to be shown.
    ///   - tag: What the answer has.
    ///   - server: The server that it is made for.
    package func show(_ call: NotifyCall, tag: Int, on server: DesktopServer.Identity) {
        put(.show(tag: tag, call, server))
    }

    /// Has a server take a notification away.
    package func close(_ number: UInt32, on server: DesktopServer.Identity) {
        put(.close(number, server))
    }

    /// Heeds what a server says of notifications that it was asked for over an earlier connection.
    package func adopt(_ numbers: [UInt32], on server: DesktopServer.Identity) {
        put(.adopt(numbers, server))
    }

    /// Has the bus start a server where there is none; once, and then as long as there is none.
    ///
    /// Unless somebody asks, one that the user has ended is not started again.
    package func find() {
        put(.find)
    }

    /// Answers what a program has asked the centre.
    package func answer(_ question: BusQuestion, _ answer: BusAnswer) {
        put(.answer(question, answer))
    }

    /// Ends the thread, once the server has answered what it was asked or has had a second for it; the
    /// events end then.
    package func stop() {
        state.withLock { $0.isStopping = true }
        belfry_raise_counter(bell.raw)
    }

    private func put(_ command: Command) {
        state.withLock { $0.commands.append(command) }
        belfry_raise_counter(bell.raw)
    }

    // MARK: The thread

    /// Readable when there is something to take.
    var bellNumber: Int32 { bell.raw }

    /// Whether the thread is to end.
    var isStopping: Bool { state.withLock(\.isStopping) }

    func take() -> [Command] {
        belfry_drain_counter(bell.raw)
        return state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    func say(_ event: DesktopEvent) {
        continuation.yield(event)
    }

    /// Waits until there is something to take, or a time has come.
    func wait(until deadline: MonotonicTime) {
        _ = bell.waitUntilReadable(until: deadline)
    }
}
