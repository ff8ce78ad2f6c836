// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
package import BelfrySystem
internal import Synchronization

/// Stands between programs and the notification server of a desktop: it owns the server's name on the
/// session bus, shows each notification to a hook, and hands on what becomes of it.
///
/// All else that programs ask of a server, the real one is asked. What the hook does not answer in time
/// is shown as it came. Everything happens on a thread of its own.
package final class Interceptor: Sendable {
    /// Where the real server is.
    package enum ServerPlace: Equatable, Sendable {
        /// It is this command, which is started on a bus of its own.
        case command(String)

        /// It has another name on the session bus.
        case name(String)

        /// It is whoever has the name now, and lets it be taken.
        case owner

        /// It is whoever has the name and keeps it. Notifications are changed once it has shown them,
        /// by its own name, or by another one that lets everybody's be changed.
        case keeper(through: String?)
    }

    /// What an interceptor is made of.
    package struct Settings: Sendable {
        /// Where the session bus is; nil where the environment names none.
        package var address: String?
        package var place: ServerPlace

        /// What the server that is started has in its environment.
        package var environment: [String: String]
        package var limits = InterceptQueue.Limits()

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - environment: This process's environment.
        ///   - place: Where the real server is.
        package init(_ environment: [String: String], _ place: ServerPlace) {
            address = BusAddress.session(in: environment)
            self.place = place
            self.environment = environment
        }
    }

    /// An answer of the hook's.
    struct Answered: Sendable {
        let ticket: InterceptQueue.Ticket
        let answer: HookAnswer
    }

    private struct State {
        var answers: [Answered] = []
        var isStopping = false
        var end: InterceptEnd?
    }

    /// What happens; they end with the interception.
    package let events: AsyncStream<InterceptEvent>

    let settings: Settings
    private let hook: any NotificationHook
    private let continuation: AsyncStream<InterceptEvent>.Continuation
    private let state = Mutex(State())
    private let bell: Descriptor

    /// Most events that wait for one who hears them; later ones are lost.
    private static let eventLimit = 1 << 16

    /// - Parameters:
    ///   - settings: What it is made of.
    ///   - hook: What looks at each notification.
    /// - Throws: ``SystemError`` where there are too many descriptors.
    package init(_ settings: Settings, _ hook: any NotificationHook) throws(SystemError) {
        self.settings = settings
        self.hook = hook
        bell = Descriptor(owning: try checked("eventfd") { belfry_eventfd() })
        (events, continuation) = AsyncStream.makeStream(
            of: InterceptEvent.self,
            bufferingPolicy: .bufferingOldest(Self.eventLimit)
        )
    }

    /// Begins.
    ///
    /// - Throws: ``SystemError`` where there are too many threads.
    package func start() throws(SystemError) {
        try SystemThread.start(named: "belfry-desktop") { [self] in
            let end =
                if case .keeper(let name) = settings.place {
                    ResenderWorker(self, through: name).run()
                } else {
                    InterceptorWorker(self).run()
                }
            state.withLock { $0.end = end }
            continuation.finish()
        }
    }

    /// Gives the name back; what came before it is shown first, without the hook.
    package func stop() {
        state.withLock { $0.isStopping = true }
        belfry_raise_counter(bell.raw)
    }

    /// Why it has ended, once the events have.
    package var end: InterceptEnd? { state.withLock(\.end) }

    // MARK: The thread

    /// Readable when there is something to take.
    var bellNumber: Int32 { bell.raw }

    var isStopping: Bool { state.withLock(\.isStopping) }

    func takeAnswers() -> [Answered] {
        belfry_drain_counter(bell.raw)
        return state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    func say(_ event: InterceptEvent) {
        continuation.yield(event)
    }

    /// Has the hook look at a notification.
    func look(at notification: InterceptedNotification, for ticket: InterceptQueue.Ticket) {
        hook.look(at: notification) { [self] answer in
            state.withLock { $0.answers.append(Answered(ticket: ticket, answer: answer)) }
            belfry_raise_counter(bell.raw)
        }
    }
}
