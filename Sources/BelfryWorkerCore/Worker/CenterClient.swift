// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import Synchronization

/// The worker's side of the notification centre: asks the host, and hands answers to the extension.
///
/// One question is under way at a time. So the host owes a worker one answer at most, which the
/// socket always has room for, and what an extension asks costs the host no memory.
final class CenterClient: Sendable {
    private let registry: RequestRegistry
    private let send: @Sendable (WorkerEvent) -> Void
    private let turn = Semaphore()
    private let state = Mutex(State())
    private let replies = WorkQueue<Answered>()

    private struct State {
        var lastNumber: UInt64 = 0
        /// The question under way, and who is to be told.
        var asked: (number: UInt64, recipient: Recipient?)?
        /// Replies that are to come.
        var awaitedCount = 0
    }

    /// A reply and its context, by address: a pointer is not sendable.
    struct Recipient: Sendable {
        let reply: UInt
        let context: UInt
    }

    private struct Answered: Sendable {
        let recipient: Recipient
        let answer: CenterAnswer
    }

    /// Most replies that are to come.
    static let replyLimit = 64

    init(registry: RequestRegistry, send: @escaping @Sendable (WorkerEvent) -> Void) {
        self.registry = registry
        self.send = send
        turn.signal()
    }

    /// Asks, once the question before is answered.
    ///
    /// - Parameters:
    ///   - kind: The question.
    ///   - recipient: Who gets the answer; nil for nobody.
    /// - Returns: ``Status/ok`` when an answer will come; otherwise as ``RequestRegistry`` counts, and
    ///   ``Status/limit`` past ``replyLimit``.
    func ask(_ kind: CenterQuestion.Kind, _ recipient: Recipient?) -> Status {
        // Not to wait for one's turn where there is none to be had.
        guard registry.reachesCenter else { return .state }
        turn.wait()
        switch prepare(kind, recipient) {
        case .success(let question):
            send(.question(question))
            return .ok
        case .failure(let status):
            turn.signal()
            return status
        }
    }

    private func prepare(
        _ kind: CenterQuestion.Kind,
        _ recipient: Recipient?
    ) -> Result<CenterQuestion, Status> {
        state.withLock { state in
            guard recipient == nil || state.awaitedCount < Self.replyLimit else {
                return .failure(.limit)
            }
            var question = CenterQuestion(run: 0, number: state.lastNumber + 1, kind: kind)
            switch registry.countQuestion(byteCount: question.document.count) {
            case .failure(let status): return .failure(status)
            case .success(let run): question.run = run
            }
            state.lastNumber = question.number
            state.asked = (question.number, recipient)
            if recipient != nil { state.awaitedCount += 1 }
            return .success(question)
        }
    }

    /// Takes the host's answer; another question may be asked then.
    func answered(_ answer: CenterAnswer) {
        let (isAwaited, recipient) = state.withLock { state -> (Bool, Recipient?) in
            guard let asked = state.asked, asked.number == answer.number else {
                return (false, nil)
            }
            state.asked = nil
            return (true, asked.recipient)
        }
        guard isAwaited else { return }
        if let recipient { replies.put(Answered(recipient: recipient, answer: answer)) }
        turn.signal()
    }

    /// Hands answers to the extension, for ever.
    func runReplies() {
        let thread = ThreadSurroundings()
        while true { reply(on: thread) }
    }

    /// Waits for the next answer and hands it to the extension.
    func reply(on thread: ThreadSurroundings) {
        let answered = replies.take()
        thread.restore()
        state.withLock { $0.awaitedCount -= 1 }
        answered.recipient.tell(answered.answer)
    }
}

extension CenterClient.Recipient {
    /// Takes note of a reply; nil where there is none.
    init?(_ reply: bf_center_reply?, _ context: UnsafeMutableRawPointer?) {
        guard let reply = unsafe reply else { return nil }
        self.reply = unsafe unsafeBitCast(reply, to: UInt.self)
        self.context = UInt(bitPattern: context)
    }

    /// Calls the reply.
    fileprivate func tell(_ answer: CenterAnswer) {
        let reply = unsafe unsafeBitCast(reply, to: bf_center_reply?.self)
        unsafe answer.document.withUnsafeBufferPointer { bytes in
            unsafe reply?(
                UnsafeMutableRawPointer(bitPattern: context),
                Status(answer.status).code,
                bf_string(bytes: bytes.baseAddress, count: UInt64(bytes.count))
            )
        }
    }
}

extension Status {
    /// The status of an answer.
    fileprivate init(_ status: CenterAnswer.Status) {
        self =
            switch status {
            case .ok: .ok
            case .argument: .argument
            case .state: .state
            case .limit: .limit
            case .failed: .failed
            }
    }
}
