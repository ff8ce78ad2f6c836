// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// What programs ask, and what the hook says about it.
extension InterceptorWorker {
    // MARK: What programs ask

    func hear(
        _ message: consuming BusMessage,
        _ bus: BusLink,
        _ server: RealServer
    ) throws(SystemError) {
        switch message.kind {
        case .call(let interface, let member):
            try hear(HeldMessage(message), interface, member, bus, server)
        case .answer(let cookie):
            if case .releasing(cookie) = phase {
                phase = .draining(until: .now + Self.farewell)
                for held in heldRelays { try relay(held, bus, server) }
                heldRelays = []
            } else if let call = direct.removeValue(forKey: cookie) {
                try hear(message, answering: call, bus, isDirect: true)
            }
        case .refusal(let cookie, let name, let text):
            guard let call = direct.removeValue(forKey: cookie) else { return }
            try refuse(call, BusRefusal(name: name, text: text), bus)
        case .signal, .other: break
        }
    }

    private func hear(
        _ held: HeldMessage,
        _ interface: String,
        _ member: String,
        _ bus: BusLink,
        _ server: RealServer
    ) throws(SystemError) {
        lastWord = .now
        guard interface.isEmpty || interface == Self.name,
            held.message.path == "/org/freedesktop/Notifications",
            member == "Notify" || member == "CloseNotification"
        else { return try relay(held, bus, server) }
        guard let byteCount = held.message.byteCount(within: Self.sizeLimit) else {
            return try answer(held, with: .tooLarge, bus)
        }
        let kind: InterceptedCall.Kind
        if member == "Notify" {
            kind = .notify(held.message.readNotifyRequest())
        } else {
            guard held.message.signature == "u", let number = held.message.readNumber() else {
                return try relay(held, bus, server)
            }
            kind = .close(number)
        }
        var call = InterceptedCall(call: held, program: held.message.sender, kind: kind)
        let isRun = call.request?.isWhole == true && !isLeaving
        lastTicket += 1
        guard queue.admit(lastTicket, of: call.program, byteCount: byteCount, isRun: isRun, .now)
        else {
            call.answer = HookAnswer(.original, verdict: "refused", reason: "excess")
            if let record = call.record(number: 0, error: BusRefusal.excess.name) {
                interceptor.say(.handled(record))
            }
            return try answer(held, with: .excess, bus)
        }
        calls[lastTicket] = call
    }

    /// Hands a call on that is not about a notification's content.
    func relay(
        _ held: HeldMessage,
        _ bus: BusLink,
        _ server: RealServer
    ) throws(SystemError) {
        let isDirect = isPassedOn(server)
        guard isDirect || server.isThere else {
            guard heldRelays.count < Self.relayLimit else {
                return try answer(held, with: .noReply, bus)
            }
            return heldRelays.append(held)
        }
        let waiting = (isDirect ? direct : pending).values.count {
            if case .relayed = $0 { true } else { false }
        }
        guard waiting < Self.relayLimit else { return try answer(held, with: .excess, bus) }
        do throws(SystemError) {
            guard let cookie = try copyCall(held, bus, server, isDirect: isDirect) else { return }
            keep(.relayed(held), cookie, isDirect: isDirect)
        } catch {
            try answer(held, with: .failed, bus)
        }
    }

    private func copyCall(
        _ held: HeldMessage,
        _ bus: BusLink,
        _ server: RealServer,
        isDirect: Bool
    ) throws(SystemError) -> UInt64? {
        guard case .call(let interface, let member) = held.message.kind,
            let link = isDirect ? bus : server.link
        else { return nil }
        let target = BusConnection.Target(
            destination: isDirect ? Self.name : server.target.destination,
            path: held.message.path,
            interface: interface
        )
        let copy = try link.connection.makeCall(member, of: target, starts: isDirect)
        held.message.rewind()
        try held.message.copyRest(to: copy)
        return try link.connection.send(copy)
    }

    func keep(_ call: Pending, _ cookie: UInt64, isDirect: Bool) {
        if isDirect {
            direct[cookie] = call
        } else {
            pending[cookie] = call
            // Of another call nobody knows how long it may take.
            if case .ordered = call { sent.append((cookie, .now)) }
        }
    }

    // MARK: What the hook says

    func take(_ answered: Interceptor.Answered) {
        guard queue.finishRun(answered.ticket) else { return }
        calls[answered.ticket]?.answer = answered.answer
    }

    func pump(_ bus: BusLink, _ server: RealServer) throws(SystemError) {
        for ticket in queue.expire(isLeaving ? nil : .now) {
            calls[ticket]?.answer = HookAnswer(
                .original,
                verdict: isLeaving ? "passed" : "late",
                reason: isLeaving ? "ending" : "patience"
            )
        }
        let hasMarkup = server.server?.has(.bodyMarkup) ?? false
        while !isLeaving, let ticket = queue.nextRun() {
            guard let request = calls[ticket]?.request else { continue }
            let name = request.replaced == 0 ? "\(ticket)" : "replacing-\(request.replaced)"
            let notification = InterceptedNotification(
                identifier: name,
                content: request.content(hasMarkup: hasMarkup),
                picture: request.picture
            )
            calls[ticket]?.shown = notification.content
            interceptor.look(at: notification, for: ticket)
        }
        let isDirect = isPassedOn(server)
        guard isDirect || server.isThere else { return }
        while let ticket = queue.nextSend() {
            do throws(SystemError) {
                try send(ticket, bus, server, isDirect: isDirect)
            } catch {
                // A connection that is gone says so itself when it is looked at.
                return queue.requeue([ticket])
            }
        }
    }
}
