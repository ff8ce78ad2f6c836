// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What the real server says, and what programs are answered.
extension InterceptorWorker {
    func hear(
        _ message: consuming BusMessage,
        from server: RealServer,
        _ bus: BusLink
    ) throws(SystemError) {
        switch message.kind {
        case .answer(let cookie):
            guard let call = pending.removeValue(forKey: cookie) else { return }
            try hear(message, answering: call, bus, isDirect: false)
        case .refusal(let cookie, let name, let text):
            let refusal = BusRefusal(name: name, text: text)
            // Where the server has ended, the bus says that apart, and it is asked again.
            if refusal.isAbsence, case .ordered? = pending[cookie] { return }
            guard let call = pending.removeValue(forKey: cookie) else { return }
            try refuse(call, refusal, bus)
        case .signal(let interface, let member):
            guard message.sender == server.owner, interface != "org.freedesktop.DBus" else {
                return
            }
            try pass(HeldMessage(message), interface, member, bus)
        case .call, .other: break
        }
    }

    func hear(
        _ message: borrowing BusMessage,
        answering call: Pending,
        _ bus: BusLink,
        isDirect: Bool
    ) throws(SystemError) {
        switch call {
        case .relayed(let held):
            try answer(held, as: message, bus)
        case .ordered(let ticket):
            guard let call = calls[ticket] else { return }
            guard case .notify(let request) = call.kind, message.signature == "u",
                let number = message.readNumber()
            else {
                try answer(call.call, as: message, bus)
                return conclude(ticket)
            }
            let told =
                isDirect ? number : numbers.note(number, replacing: request?.replaced ?? 0)
            let answer = try call.call.message.makeAnswer()
            try answer.append(told)
            try bus.connection.send(answer)
            callers.note(told, call.program)
            buttons.note(told, call, call.ownKeys)
            if let record = call.record(number: told) { interceptor.say(.handled(record)) }
            conclude(ticket)
            try passEarlySignals(bus)
        }
    }

    // MARK: Answers

    private func answer(
        _ held: HeldMessage,
        as message: borrowing BusMessage,
        _ bus: BusLink
    ) throws(SystemError) {
        guard held.message.wantsAnswer else { return }
        lastWord = .now
        let answer = try held.message.makeAnswer()
        message.rewind()
        try message.copyRest(to: answer)
        try bus.connection.send(answer)
    }

    func answer(
        _ held: HeldMessage,
        with refusal: BusRefusal,
        _ bus: BusLink
    ) throws(SystemError) {
        guard held.message.wantsAnswer else { return }
        do throws(SystemError) {
            try bus.connection.send(try held.message.makeRefusal(refusal))
        } catch {
            // A server may send an error whose name D-Bus does not allow.
            guard ![ENOTCONN, ECONNRESET, EPIPE].contains(error.errno) else { throw error }
            try bus.connection.send(try held.message.makeRefusal(.failed))
        }
    }

    func refuse(
        _ call: Pending,
        _ refusal: BusRefusal,
        _ bus: BusLink
    ) throws(SystemError) {
        switch call {
        case .relayed(let held): try answer(held, with: refusal, bus)
        case .ordered(let ticket): try refuse(ticket, refusal, bus)
        }
    }

    func refuse(
        _ ticket: InterceptQueue.Ticket,
        _ refusal: BusRefusal,
        _ bus: BusLink
    ) throws(SystemError) {
        guard let call = calls[ticket] else { return conclude(ticket) }
        try answer(call.call, with: refusal, bus)
        if let record = call.record(number: 0, error: refusal.name) {
            interceptor.say(.handled(record))
        }
        conclude(ticket)
    }

    func conclude(_ ticket: InterceptQueue.Ticket) {
        calls[ticket] = nil
        queue.answered(ticket)
    }
}
