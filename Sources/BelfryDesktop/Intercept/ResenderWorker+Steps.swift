// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What the server is asked for, and what is said about it.
extension ResenderWorker {
    func follow(
        _ steps: [ResendBook.Step],
        _ server: RealServer,
        because reason: String = "",
        refusal: BusRefusal? = nil
    ) {
        for step in steps {
            switch step {
            case .send(let ticket, let number): send(ticket, number, server)
            case .close(let number):
                ask("CloseNotification", number, isClose: true, server) {
                    message throws(SystemError) in
                    try message.append(number)
                }
            case .end(let ticket, let outcome): tell(ticket, outcome, reason, refusal)
            }
        }
    }

    private func send(
        _ ticket: InterceptQueue.Ticket,
        _ number: UInt32,
        _ server: RealServer
    ) {
        guard let watched = calls[ticket] else { return }
        let held = watched.call.call
        buttons.note(number, watched.call, watched.change.ownKeys)
        ask("Notify", number, isClose: false, server) { copy throws(SystemError) in
            try held.message.copyNotify(to: copy, replacing: number, watched.change)
        }
    }

    /// Asks the server for a step about a number.
    private func ask(
        _ member: String,
        _ number: UInt32,
        isClose: Bool,
        _ server: RealServer,
        _ arguments: (borrowing BusMessage) throws(SystemError) -> Void
    ) {
        do throws(SystemError) {
            guard let link = server.link, server.isThere else {
                throw SystemError(call: "sd_bus_send", errno: ENOTCONN)
            }
            let cookie = try link.connection.call(member, of: server.target, arguments)
            requests[cookie] = Request(number: number, isClose: isClose)
            waits.append((.step(cookie: cookie), .now + Self.serverPatience))
        } catch {
            follow(book.answered(number, .refused), server, refusal: .failed)
        }
    }

    /// Says what became of a notification, for an audit.
    func tell(
        _ ticket: InterceptQueue.Ticket,
        _ outcome: ResendBook.Outcome,
        _ reason: String,
        _ refusal: BusRefusal?
    ) {
        queue.answered(ticket)
        guard let watched = calls.removeValue(forKey: ticket) else { return }
        var call = watched.call
        switch outcome {
        case .shownAsItCame, .changed, .dropped, .unshown: break
        case .replaced: call.answer = .passed("replaced")
        case .closed: call.answer = .passed("closed")
        case .refused:
            call.answer = call.answer.map {
                HookAnswer(.original, verdict: $0.verdict, reason: $0.reason)
            }
        }
        if !reason.isEmpty { call.answer = .passed(reason) }
        let isUnshown = outcome == .unshown
        guard
            var record = call.record(
                number: watched.number,
                error: isUnshown ? refusal?.name : nil
            )
        else { return }
        if outcome == .refused { record.refusal = refusal?.name.fitForBus(byteLimit: 256) }
        interceptor.say(.handled(record))
    }
}
