// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What the host and one worker say to each other; every byte of the worker's may be a liar's.
///
/// It belongs to the host's thread. It bounds how long one worker is listened to at a time, and knows
/// what of the host's was read.
final class WorkerConversation {
    private let socket: any RunSocket
    private let clock: any HostClock
    private weak var listener: (any ConversationListener)?

    /// What the worker is known to have read and answered of its present request.
    private(set) var attention = Attention()

    /// How long the worker is not listened to, as it has just drawn faster than anybody can look; nil
    /// where it has not.
    private var floodPause: Duration?

    /// What a worker is known to have read and answered of its present request.
    struct Attention {
        /// Whether it ended with a command of the host's unread.
        fileprivate(set) var leftCommandUnread = false

        /// Commands sent since the request was; negative while the request itself is not sent.
        fileprivate(set) var commandsSinceRun = 0

        /// Whether it said anything of the request, which it cannot have known before it was sent.
        fileprivate(set) var hasAnswered = false
    }

    /// Most packets taken from one worker at a time, so that a flood does not keep others waiting.
    private static let packetsAtOnce = 64

    /// How long one worker is listened to at a time: some words take long to understand.
    private static let turn = Duration.milliseconds(1)

    /// How long one that has said as much as is taken at a time is not listened to: what it has to
    /// say waits on its own side, and the host is there for others.
    private static let pause = Duration.milliseconds(5)

    /// Most packets taken from one that has ended: more than its socket can hold.
    private static let packetsAtEnd = 4096

    /// Makes one in which nothing is heard before ``begin(for:)``.
    ///
    /// - Parameters:
    ///   - socket: The host's end of the worker's socket.
    ///   - clock: The host's clock.
    init(_ socket: any RunSocket, _ clock: any HostClock) {
        self.socket = socket
        self.clock = clock
    }

    /// Begins to listen.
    ///
    /// - Parameter listener: Who is told what the worker says.
    /// - Throws: ``SystemError`` when the socket cannot be watched.
    func begin(for listener: any ConversationListener) throws(SystemError) {
        self.listener = listener
        try watch()
    }

    /// Listens no more.
    func end() {
        socket.unwatch()
    }

    // MARK: Speaking

    /// Sends a command, with descriptors that stay open here; one to a worker that has closed its
    /// socket is noted as unread.
    ///
    /// - Throws: ``SystemError`` when the worker does not read what it is sent.
    func tell(_ command: WorkerCommand, passing descriptors: [Int32]) throws(SystemError) {
        do throws(SystemError) {
            try socket.send(command, passing: descriptors)
            attention.commandsSinceRun += 1
        } catch  where error.isClosedSocket {
            // It is about to be heard of. It has not read this command; whether it had read the
            // request before, the kernel tells.
            if attention.commandsSinceRun < 0 { attention.leftCommandUnread = true }
        }
    }

    /// Asks the worker to end; one that does not hear it is killed soon.
    func tellToStop() {
        try? socket.send(.stop, passing: [])
    }

    /// Begins to note what is read and answered of a request that is about to be sent.
    func beginRequest() {
        attention.commandsSinceRun = -1
        attention.hasAnswered = false
    }

    /// Notes that the worker said something of its present request.
    func noteAnswer() {
        attention.hasAnswered = true
    }

    /// Notes that it draws faster than anybody can look: it is listened to less often.
    ///
    /// - Parameter pause: How long it is not listened to now.
    func noteFlood(restingFor pause: Duration) {
        floodPause = pause
    }

    // MARK: Listening

    private func watch() throws(SystemError) {
        try socket.watch { [weak self] in self?.listen() }
    }

    /// Takes what the worker has said, for a while.
    func listen() {
        // What it says can end the worker, and with it this.
        guard let listener else { return }
        read(for: listener, until: clock.now + Self.turn)
        listener.listened()
    }

    /// Takes what the worker has said.
    ///
    /// - Parameter hasEnded: Whether it can say no more, so that all of it is taken.
    func read(hasEnded: Bool = false) {
        guard let listener else { return }
        read(for: listener, hasEnded: hasEnded)
    }

    /// Takes what the worker has said.
    ///
    /// - Parameters:
    ///   - listener: Who is told.
    ///   - hasEnded: Whether it can say no more, so that all of it is taken.
    ///   - end: When others are to be looked at; nil when this worker's words decide.
    private func read(
        for listener: any ConversationListener,
        hasEnded: Bool = false,
        until end: MonotonicTime? = nil
    ) {
        for _ in 0..<(hasEnded ? Self.packetsAtEnd : Self.packetsAtOnce) {
            if listener.isForgotten { return }
            if let end, clock.now > end { break }
            do throws(SystemError) {
                switch try socket.receive() {
                case .closed: return closed(for: listener)
                case .nonsense:
                    return listener.breakProtocol("it sent a packet that is not one of ours")
                case .event(let event):
                    let wasDecided = listener.isDecided
                    listener.said(event)
                    // What it says beyond its answer is taken as its run is concluded, which is next.
                    if !hasEnded, !wasDecided, listener.isDecided { return }
                }
                if floodPause != nil, !hasEnded { break }
            } catch {
                // Said once when it died with something of ours unread; what it sent is still here.
                if error.errno == ECONNRESET {
                    attention.leftCommandUnread = true
                    continue
                }
                if error.errno != EAGAIN { closed(for: listener) }
                return
            }
        }
        guard !hasEnded, !listener.isForgotten else { return }
        let pause = floodPause ?? Self.pause
        floodPause = nil
        rest(for: pause)
    }

    private func closed(for listener: any ConversationListener) {
        listener.closedSocket()
        socket.unwatch()
    }

    /// Does not listen for a while, if it is listened to.
    private func rest(for pause: Duration) {
        // One that rests already is listened to again once, not twice.
        guard socket.isWatched else { return }
        socket.unwatch()
        _ = clock.call(at: clock.now + pause) { [weak self] in
            guard let self, let listener, !listener.isForgotten else { return }
            do throws(SystemError) {
                try watch()
            } catch {
                listener.breakProtocol("it cannot be listened to any more: \(error)")
            }
        }
    }
}

/// Who is told what a worker says.
protocol ConversationListener: AnyObject {
    /// Whether nothing of the worker is to be heard any more.
    var isForgotten: Bool { get }

    /// Whether its client, if there is one, has its verdict.
    var isDecided: Bool { get }

    /// The worker says something.
    func said(_ event: WorkerEvent)

    /// The worker says or does what its protocol does not allow.
    func breakProtocol(_ problem: String)

    /// The worker has closed its end of the socket.
    func closedSocket()

    /// All was taken that is taken of the worker at a time.
    func listened()
}

extension SystemError {
    /// Whether the other end of a socket is closed.
    fileprivate var isClosedSocket: Bool { errno == EPIPE || errno == ECONNRESET }
}
