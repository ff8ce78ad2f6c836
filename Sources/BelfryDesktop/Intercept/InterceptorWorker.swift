// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What the thread of an interceptor does: it takes calls from the session bus, has the hook look at
/// them, asks the real server and answers.
///
/// A program is answered once, with what the real server has answered, or with an error that it would
/// have had of a real one.
final class InterceptorWorker {
    private enum Phase {
        /// The server is being found; the name is not ours so far.
        case preparing
        case serving

        /// The name is given back; the bus answers by a cookie.
        case releasing(UInt64)

        /// What came until then is shown without the hook.
        case draining(until: MonotonicTime)
    }

    /// A call that was handed on and is not answered.
    enum Pending {
        case ordered(InterceptQueue.Ticket)
        case relayed(HeldMessage)
    }

    let interceptor: Interceptor
    private let settings: Interceptor.Settings
    private var phase = Phase.preparing
    private var end = InterceptEnd.stopped
    private var heir: ServerHeir?
    private var isActivatable = false

    var queue: InterceptQueue
    var calls: [InterceptQueue.Ticket: InterceptedCall] = [:]
    var numbers = NotificationNumbers()
    var callers = CallerBook()

    /// Calls to the real server, and to whoever has the name after us, by their cookies.
    var pending: [UInt64: Pending] = [:]
    var direct: [UInt64: Pending] = [:]
    private var sent = Fifo<(cookie: UInt64, time: MonotonicTime)>()

    /// Calls that are to be handed on as soon as the server can be asked.
    private var heldRelays: [HeldMessage] = []

    /// Signals about numbers that no answer has told of yet.
    var earlySignals: [HeldMessage] = []
    private var lastTicket: InterceptQueue.Ticket = 0

    /// When a program was last heard, or answered.
    private var lastWord = MonotonicTime.now

    /// How long the bus itself may take.
    private static let busPatience = Duration.seconds(25)

    /// How long what is under way may take at the end.
    private static let farewell = Duration.seconds(5)

    /// How long no program may have said anything before this connection is closed: who has asked what
    /// the server can do goes on to show something, and knows this connection by its own name.
    private static let quiet = Duration.milliseconds(500)

    /// How long a server may take to answer.
    private static let serverPatience = Duration.seconds(30)

    /// Most calls that are handed on and not answered, beside those that keep an order.
    private static let relayLimit = 1024

    /// How often a server is given a call that its end has kept from being answered.
    private static let attemptLimit = 2

    private static let sizeLimit = BusMessage.SizeLimit(
        valueCount: 1 << 16,
        byteCount: 64 << 20
    )

    init(_ interceptor: Interceptor) {
        self.interceptor = interceptor
        settings = interceptor.settings
        queue = InterceptQueue(settings.limits)
    }

    func run() -> InterceptEnd {
        guard let address = settings.address else {
            return .noBus(
                BusFault(
                    "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, nor "
                        + "XDG_RUNTIME_DIR"
                )
            )
        }
        do throws(SystemError) {
            let bus = try BusLink(to: address)
            return try run(bus, address)
        } catch {
            heir?.dismiss()
            return .noBus(
                BusFault(
                    "the session bus cannot be reached: \(SystemError.sentence(of: error.errno))"
                )
            )
        }
    }

    private func run(_ bus: BusLink, _ address: String) throws(SystemError) -> InterceptEnd {
        let (owner, fault) = try currentOwner(bus)
        if let fault { return .noServer(fault) }
        let server = RealServer(settings, on: address, owner: owner)
        defer { server.end() }
        do throws(BusFault) {
            try server.begin()
        } catch {
            return .noServer(error)
        }
        while true {
            let isGone = try turn(bus, server)
            if isGone { break }
        }
        bus.connection.flush()
        try settleInheritance(bus)
        return end
    }

    // MARK: The name

    private static let name = RealServer.standardName

    /// Who has the name; one is started where it is to be used.
    private func currentOwner(
        _ bus: BusLink
    ) throws(SystemError) -> (owner: String, fault: BusFault?) {
        guard settings.place == .owner else { return ("", nil) }
        if let owner = try nameOwner(bus) { return (owner, nil) }
        switch try bus.connection.ask(
            "StartServiceByName",
            of: .bus,
            within: Self.busPatience,
            {
                message throws(SystemError) in
                try message.append(Self.name)
                try message.append(UInt32(0))
            }
        ) {
        case .message: break
        case .refusal(let refusal): return ("", refusal.absence)
        }
        guard let owner = try nameOwner(bus) else {
            return ("", BusFault("the notification server that the bus has started has no name"))
        }
        return (owner, nil)
    }

    private func nameOwner(_ bus: BusLink) throws(SystemError) -> String? {
        switch try bus.connection.ask(
            "GetNameOwner",
            of: .bus,
            within: Self.busPatience,
            {
                message throws(SystemError) in
                try message.append(Self.name)
            }
        ) {
        case .message(let message): message.readText()
        case .refusal: nil
        }
    }

    /// Takes the name, which is not let go again until the end.
    ///
    /// - Returns: Whether it is ours.
    private func claim(_ bus: BusLink) throws(SystemError) -> Bool {
        // Taken from one that lets it be taken, which the bus gives it back to when we are gone; and
        // not waited for.
        let flags: UInt32 = 2 | 4
        switch try bus.connection.ask(
            "RequestName",
            of: .bus,
            within: Self.busPatience,
            {
                message throws(SystemError) in
                try message.append(Self.name)
                try message.append(flags)
            }
        ) {
        case .message(let message): return message.readNumber() == 1
        case .refusal: return false
        }
    }

    /// Has a server ready that the bus would not start once we are gone.
    private func prepareInheritance(_ bus: BusLink) throws(SystemError) {
        if case .message(let message) = try bus.connection.ask(
            "ListActivatableNames",
            of: .bus,
            within: Self.busPatience
        ) {
            isActivatable = message.readTexts(limit: 65_536)?.contains(Self.name) ?? false
        }
        guard !isActivatable, case .command(let command) = settings.place else { return }
        heir = try? ServerHeir(command, settings.environment)
    }

    /// Has the server started on the session bus where nobody else shows notifications from now on.
    private func settleInheritance(_ bus: BusLink) throws(SystemError) {
        guard let heir else { return }
        if case .nameKept = end { return heir.dismiss() }
        if try nameOwner(bus) == nil { heir.inherit() } else { heir.dismiss() }
    }

    private func program(of owner: String, _ bus: BusLink) throws(SystemError) -> String {
        guard
            case .message(let message) = try bus.connection.ask(
                "GetConnectionUnixProcessID",
                of: .bus,
                within: Self.busPatience,
                { message throws(SystemError) in try message.append(owner) }
            ), let process = message.readNumber()
        else { return "another program" }
        let bytes = try? Descriptor.open("/proc/\(process)/comm", O_RDONLY).read(upTo: 64)
        let name = String(decoding: bytes ?? [], as: UTF8.self).fitForBus(byteLimit: 64)
        let words = name.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? "process \(process)" : "\(words) (process \(process))"
    }

    // MARK: Turns

    /// Does what there is to do, and waits where there is nothing.
    ///
    /// - Returns: Whether it is over.
    private func turn(_ bus: BusLink, _ server: RealServer) throws(SystemError) -> Bool {
        for answered in interceptor.takeAnswers() { take(answered) }
        if interceptor.isStopping { try leave(bus, for: .stopped, server) }
        var isIdle = true
        switch server.step() {
        case .idle: break
        case .worked: isIdle = false
        case .found(let found):
            isIdle = false
            if try meet(found, bus, server) { return true }
        case .message(let message):
            isIdle = false
            try hear(message, from: server, bus)
        case .lost(let fault, let isFinal):
            isIdle = false
            if try lose(fault, isFinal, bus, server) { return true }
        }
        switch try bus.connection.process() {
        case .idle: break
        case .worked: isIdle = false
        case .message(let message):
            isIdle = false
            try hear(message, bus, server)
        }
        try dropSilentServer(bus, server)
        try pump(bus, server)
        if case .draining(let deadline) = phase, queue.isEmpty && direct.isEmpty || deadline <= .now
        {
            return true
        }
        if isIdle { try wait(bus, server) }
        return false
    }

    private func wait(_ bus: BusLink, _ server: RealServer) throws(SystemError) {
        var interests = [try bus.connection.interest()]
        if let link = server.link, let interest = try? link.connection.interest() {
            interests.append(interest)
        }
        var times = [queue.deadline, server.wakeTime].compactMap(\.self)
        if case .draining(let deadline) = phase {
            times += [deadline] + (queue.isEmpty && direct.isEmpty ? [lastWord + Self.quiet] : [])
        }
        if let oldest = sent.first { times.append(oldest.time + Self.serverPatience) }
        BusConnection.wait(
            interests,
            [interceptor.bellNumber] + server.descriptors,
            until: times.min()
        )
    }

    // MARK: The server's coming and going

    /// - Returns: Whether it is over, as the name cannot be had.
    private func meet(
        _ found: DesktopServer,
        _ bus: BusLink,
        _ server: RealServer
    ) throws(SystemError) -> Bool {
        guard case .preparing = phase else {
            interceptor.say(.serverFound(found))
            for held in heldRelays { try relay(held, bus, server) }
            heldRelays = []
            return false
        }
        try prepareInheritance(bus)
        guard try claim(bus) else {
            let owner = try nameOwner(bus)
            end = .nameKept(
                by: try owner.map { name throws(SystemError) in
                    try program(of: name, bus)
                } ?? "another program"
            )
            heir?.dismiss()
            heir = nil
            return true
        }
        phase = .serving
        interceptor.say(.serving(found))
        return false
    }

    /// - Returns: Whether it is over.
    private func lose(
        _ fault: BusFault,
        _ isFinal: Bool,
        _ bus: BusLink,
        _ server: RealServer
    ) throws(SystemError) -> Bool {
        if case .preparing = phase {
            // What does not work at the beginning is the user's to see to.
            end = .noServer(fault)
            return true
        }
        interceptor.say(.serverLost(fault))
        try forgetServer(bus)
        if isFinal { try leave(bus, for: .noServer(fault), server) }
        return false
    }

    /// Puts back what the server has not answered, and closes what it has shown.
    private func forgetServer(_ bus: BusLink) throws(SystemError) {
        let lost = pending
        pending = [:]
        sent = Fifo()
        earlySignals = []
        var again: [InterceptQueue.Ticket] = []
        for case .ordered(let ticket) in lost.values {
            if calls[ticket]?.attempts ?? Self.attemptLimit < Self.attemptLimit {
                again.append(ticket)
            } else {
                try refuse(ticket, .noReply, bus)
            }
        }
        queue.requeue(again.sorted())
        for case .relayed(let held) in lost.values { try answer(held, with: .noReply, bus) }
        for number in callers.numbers {
            let signal = try bus.connection.makeSignal(
                "NotificationClosed",
                path: "/org/freedesktop/Notifications",
                interface: Self.name
            )
            try signal.append(number)
            // Neither its time nor the user has ended it.
            try signal.append(UInt32(4))
            try bus.connection.send(signal)
        }
        callers = CallerBook()
        numbers.serverEnded()
    }

    /// Takes a server for hung that has not answered for long.
    private func dropSilentServer(_ bus: BusLink, _ server: RealServer) throws(SystemError) {
        while let oldest = sent.first, pending[oldest.cookie] == nil { _ = sent.popFirst() }
        guard let oldest = sent.first, oldest.time + Self.serverPatience <= .now, server.isThere
        else { return }
        if case .lost(let fault, let isFinal) = server.giveUpOnAnswers() {
            _ = try lose(fault, isFinal, bus, server)
        }
    }

    // MARK: The end

    /// Begins to give the name back.
    private func leave(
        _ bus: BusLink,
        for reason: InterceptEnd,
        _ server: RealServer
    ) throws(SystemError) {
        switch phase {
        case .releasing, .draining: return
        case .preparing:
            end = reason
            phase = .draining(until: .now)
        case .serving:
            end = reason
            let cookie = try bus.connection.call("ReleaseName", of: .bus) {
                message throws(SystemError) in
                try message.append(Self.name)
            }
            phase = .releasing(cookie)
        }
    }

    /// Whether what comes now is shown without the hook.
    private var isLeaving: Bool {
        switch phase {
        case .preparing, .serving: false
        case .releasing, .draining: true
        }
    }

    /// Whether whoever has the name after us shows what is left, as our own server is gone.
    private func isPassedOn(_ server: RealServer) -> Bool {
        if case .draining = phase { !server.isThere } else { false }
    }

    // MARK: What programs ask

    private func hear(
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
    private func relay(
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

    private func keep(_ call: Pending, _ cookie: UInt64, isDirect: Bool) {
        if isDirect {
            direct[cookie] = call
        } else {
            pending[cookie] = call
            // Of another call nobody knows how long it may take.
            if case .ordered = call { sent.append((cookie, .now)) }
        }
    }

    // MARK: What the hook says

    private func take(_ answered: Interceptor.Answered) {
        guard queue.finishRun(answered.ticket) else { return }
        calls[answered.ticket]?.answer = answered.answer
    }

    private func pump(_ bus: BusLink, _ server: RealServer) throws(SystemError) {
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
                content: request.content(hasMarkup: hasMarkup)
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

    // MARK: What the server is asked

    private func send(
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

    // MARK: What the server says

    private func hear(
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

    private func hear(
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

    private func answer(
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

    private func refuse(
        _ call: Pending,
        _ refusal: BusRefusal,
        _ bus: BusLink
    ) throws(SystemError) {
        switch call {
        case .relayed(let held): try answer(held, with: refusal, bus)
        case .ordered(let ticket): try refuse(ticket, refusal, bus)
        }
    }

    private func refuse(
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

    private func conclude(_ ticket: InterceptQueue.Ticket) {
        calls[ticket] = nil
        queue.answered(ticket)
    }
}
