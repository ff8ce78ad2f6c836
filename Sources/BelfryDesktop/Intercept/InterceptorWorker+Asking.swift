// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What the real server is asked.
extension InterceptorWorker {
    func send(
        _ ticket: InterceptQueue.Ticket,
        _ bus: BusLink,
        _ server: RealServer,
        isDirect: Bool
    ) throws(SystemError) {
        guard let call = calls[ticket] else { return queue.answered(ticket) }
        if case .dropped? = call.answer?.decision { return try drop(ticket, call, bus) }
        calls[ticket]?.attempts += 1
        do throws(SystemError) {
            try send(call, ticket, bus, server, isDirect: isDirect)
        } catch {
            if [ENOTCONN, ECONNRESET, EPIPE].contains(error.errno) { throw error }
            try refuse(ticket, .failed, bus)
        }
    }

    private func send(
        _ call: InterceptedCall,
        _ ticket: InterceptQueue.Ticket,
        _ bus: BusLink,
        _ server: RealServer,
        isDirect: Bool
    ) throws(SystemError) {
        let held = call.call
        guard let link = isDirect ? bus : server.link else { return }
        let target = isDirect ? BusConnection.Target.server(Self.name) : server.target
        switch call.kind {
        case .close(let number):
            let known = isDirect ? number : numbers.server(number)
            guard known != 0 else {
                // It was closed with the server that has shown it.
                try bus.connection.send(try held.message.makeAnswer())
                return conclude(ticket)
            }
            let copy = try link.connection.makeCall(
                "CloseNotification",
                of: target,
                starts: isDirect
            )
            try copy.append(known)
            keep(.ordered(ticket), try link.connection.send(copy), isDirect: isDirect)
        case .notify(let request):
            let copy = try link.connection.makeCall("Notify", of: target, starts: isDirect)
            if let request {
                let replaced = isDirect ? request.replaced : numbers.server(request.replaced)
                let change = change(of: call, request, server)
                calls[ticket]?.ownKeys = change?.ownKeys ?? [:]
                try held.message.copyNotify(to: copy, replacing: replaced, change)
            } else {
                held.message.rewind()
                try held.message.copyRest(to: copy)
            }
            keep(.ordered(ticket), try link.connection.send(copy), isDirect: isDirect)
        }
    }

    private func change(
        of call: InterceptedCall,
        _ request: NotifyRequest,
        _ server: RealServer
    ) -> NotifyChange? {
        guard case .changed(let content, let picture)? = call.answer?.decision,
            let shown = call.shown, let server = server.server
        else { return nil }
        return NotifyChange(request, from: shown, to: content, picture: picture, for: server)
    }

    /// Answers for a notification that the hook has dropped: its program is told a number, and that it
    /// is closed.
    private func drop(
        _ ticket: InterceptQueue.Ticket,
        _ call: InterceptedCall,
        _ bus: BusLink
    ) throws(SystemError) {
        let replaced = call.request?.replaced ?? 0
        let number = replaced == 0 ? numbers.numberOfUnshown() : replaced
        let answer = try call.call.message.makeAnswer()
        try answer.append(number)
        try bus.connection.send(answer)
        if replaced == 0 {
            let signal = try bus.connection.makeSignal(
                "NotificationClosed",
                path: "/org/freedesktop/Notifications",
                interface: Self.name,
                to: call.program
            )
            try signal.append(number)
            try signal.append(UInt32(4))
            try bus.connection.send(signal)
        }
        if let record = call.record(number: number) { interceptor.say(.handled(record)) }
        conclude(ticket)
    }
}
