// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What the thread of an interceptor does where the server keeps its name: it watches what programs
/// send to the server, has the hook look at it, and sends again what the hook has changed.
///
/// The server shows each notification before anybody looks at it, so nothing is ever lost by what
/// happens here.
final class ResenderWorker {
    /// A call of a program's, by which its answer is found.
    struct CallKey: Hashable {
        let program: String
        let cookie: UInt64
    }

    /// What a program waits for an answer to.
    private struct Question {
        let ticket: InterceptQueue.Ticket

        /// The number that it wants closed; nil for a notification.
        let closing: UInt32?
    }

    /// A notification that something may still become of.
    struct Watched {
        var call: InterceptedCall

        /// The number that its program was told; 0 while it was told none.
        var number: UInt32 = 0

        /// What is sent again.
        var change = NotifyChange.silent
    }

    /// A step that the server was asked for.
    struct Request {
        let number: UInt32
        let isClose: Bool
    }

    /// What is not waited for longer than a server may take.
    enum Wait {
        case program(CallKey)
        case step(cookie: UInt64)
    }

    let interceptor: Interceptor
    private let settings: Interceptor.Settings
    private let through: String?

    var queue: InterceptQueue
    var book = ResendBook()
    var calls: [InterceptQueue.Ticket: Watched] = [:]
    private var callers = NumberBook<String>()
    var buttons = ButtonBook()
    private var lastTicket: InterceptQueue.Ticket = 0

    /// Calls of programs that the server has not answered, and ours.
    private var waiting: [CallKey: Question] = [:]
    var requests: [UInt64: Request] = [:]
    var waits = Fifo<(wait: Wait, end: MonotonicTime)>()

    /// Who has the server's name, as the messages that are watched say it.
    private var owner = ""

    /// Whether it has begun.
    private var isWatching = false

    private static let name = RealServer.standardName
    private static let driver = "org.freedesktop.DBus"

    /// How long a server may take to answer.
    static let serverPatience = Duration.seconds(30)

    private static let sizeLimit = BusMessage.SizeLimit(
        valueCount: 1 << 16,
        byteCount: 64 << 20
    )

    /// - Parameters:
    ///   - interceptor: Whose thread it is.
    ///   - through: The name of who changes notifications; nil for the server's.
    init(_ interceptor: Interceptor, through: String?) {
        self.interceptor = interceptor
        self.through = through
        settings = interceptor.settings
        queue = InterceptQueue(settings.limits)
    }

    func run() -> InterceptEnd {
        guard let address = settings.address else { return .noBus(.noAddress) }
        do throws(SystemError) {
            return try run(address)
        } catch {
            return .noBus(.unreachable(error))
        }
    }

    private func run(_ address: String) throws(SystemError) -> InterceptEnd {
        let watch = try BusLink(watching: address)
        if let fault = try watch.startOwner(of: Self.name) { return .noServer(fault) }
        owner = try watch.owner(of: Self.name) ?? ""
        if let refusal = try watch.becomeMonitor(rules) {
            return .notAllowed(
                BusFault(
                    "the session bus lets nobody watch what programs send, which --resend has to: "
                        + "it answers \(refusal.words) to BecomeMonitor; run belfry outside of the "
                        + "sandbox whose proxy the bus is behind, or without --resend"
                )
            )
        }
        let server = RealServer(settings, on: address, owner: "")
        defer { server.end() }
        do throws(BusFault) {
            try server.begin()
        } catch {
            return .noServer(error)
        }
        let ownName = try server.link?.connection.uniqueName() ?? ""
        while !interceptor.isStopping {
            if let end = try turn(watch, server, ownName) { return end }
        }
        server.link?.connection.flush()
        for ticket in calls.keys.sorted() { tell(ticket, .shownAsItCame, "ending", nil) }
        return .stopped
    }

    /// What the bus is to show: what programs send to the server, and what it says.
    private var rules: [String] {
        let server = "path='/org/freedesktop/Notifications'"
        let names = [Self.name] + [through].compactMap(\.self)
        return [
            "type='method_call',\(server),member='Notify'",
            "type='method_call',\(server),member='CloseNotification'",
            "type='signal',sender='\(Self.driver)',member='NameOwnerChanged',arg0='\(Self.name)'",
        ]
            + names.flatMap { name in
                [
                    "type='method_return',sender='\(name)'", "type='error',sender='\(name)'",
                    "type='signal',sender='\(name)',interface='\(Self.name)'",
                ]
            }
    }

    // MARK: Turns

    /// - Returns: Why it is over; nil while it is not.
    private func turn(
        _ watch: BusLink,
        _ server: RealServer,
        _ ownName: String
    ) throws(SystemError) -> InterceptEnd? {
        for answered in interceptor.takeAnswers() where queue.finishRun(answered.ticket) {
            calls[answered.ticket]?.call.answer = answered.answer
        }
        var isIdle = true
        switch try watch.connection.process() {
        case .idle: break
        case .worked: isIdle = false
        case .message(let message):
            isIdle = false
            try hear(message, server, ownName)
        }
        switch server.step() {
        case .idle: break
        case .worked: isIdle = false
        case .found(let found):
            isIdle = false
            interceptor.say(isWatching ? .serverFound(found) : .watching(found))
            isWatching = true
        case .message(let message):
            isIdle = false
            hearOfAbsence(message, server)
        case .lost(let fault, let isFinal):
            isIdle = false
            guard isWatching, !isFinal else { return .noServer(fault) }
            interceptor.say(.serverLost(fault))
            forgetServer(server)
        }
        pump(server)
        if isIdle { try wait(watch, server) }
        return nil
    }

    private func wait(_ watch: BusLink, _ server: RealServer) throws(SystemError) {
        var interests = [try watch.connection.interest()]
        if let link = server.link, let interest = try? link.connection.interest() {
            interests.append(interest)
        }
        let times = [queue.deadline, server.wakeTime, waits.first?.end].compactMap(\.self)
        BusConnection.wait(interests, [interceptor.bellNumber], until: times.min())
    }

    // MARK: What is watched

    private func hear(
        _ message: consuming BusMessage,
        _ server: RealServer,
        _ ownName: String
    ) throws(SystemError) {
        let sender = message.sender
        switch message.kind {
        case .call(let interface, let member):
            // Who changes notifications for the server is told of them by the server too.
            guard sender != ownName, interface.isEmpty || interface == Self.name,
                [Self.name, owner].contains(message.destination)
            else { return }
            let held = HeldMessage(message)
            if member == "Notify" { take(held, server) } else { takeClose(held, server) }
        case .answer(let cookie):
            if message.destination == ownName, sender == server.owner {
                guard let request = requests.removeValue(forKey: cookie) else { return }
                let number = request.isClose ? nil : message.readNumber()
                follow(book.answered(request.number, number.map { .shown($0) } ?? .closed), server)
            } else if let question = question(message, cookie) {
                answered(question, message, server)
            }
        case .refusal(let cookie, let name, let text):
            if message.destination == ownName, sender == server.owner {
                refused(cookie, BusRefusal(name: name, text: text), server)
            } else if let question = question(message, cookie) {
                refused(question, BusRefusal(name: name, text: text), server)
            }
        case .signal(Self.driver, "NameOwnerChanged"):
            guard sender == Self.driver, message.readText() == Self.name,
                message.readText() != nil, let newOwner = message.readText()
            else { return }
            owner = newOwner
        case .signal(Self.name, let member):
            guard sender == server.owner else { return }
            try heard(HeldMessage(message), member, server, ownName)
        default: break
        }
    }

    /// What the server answers with a message, of what programs have asked it.
    private func question(_ message: borrowing BusMessage, _ cookie: UInt64) -> Question? {
        guard message.sender == owner else { return nil }
        return waiting.removeValue(forKey: CallKey(program: message.destination, cookie: cookie))
    }

    private func answered(
        _ question: Question,
        _ message: borrowing BusMessage,
        _ server: RealServer
    ) {
        let ticket = question.ticket
        if let number = question.closing { return follow(book.numbered(ticket, number), server) }
        guard message.signature == "u", let number = message.readNumber() else {
            return follow(book.unshown(ticket), server)
        }
        calls[ticket]?.number = number
        callers.note(number, message.destination)
        follow(book.numbered(ticket, number), server)
    }

    private func refused(_ question: Question, _ refusal: BusRefusal, _ server: RealServer) {
        // What cannot be closed is not there, or not any more.
        if let number = question.closing {
            return follow(book.numbered(question.ticket, number), server)
        }
        follow(book.unshown(question.ticket), server, refusal: refusal)
    }

    /// Takes the wish of a program's that the server closes a notification.
    private func takeClose(_ held: HeldMessage, _ server: RealServer) {
        guard held.message.signature == "u", let number = held.message.readNumber(), number != 0
        else { return }
        lastTicket += 1
        book.closeCalled(lastTicket, number)
        guard held.message.wantsAnswer else {
            return follow(book.numbered(lastTicket, number), server)
        }
        expectAnswer(to: held.message, Question(ticket: lastTicket, closing: number))
    }

    /// Waits for the server's answer to a program.
    private func expectAnswer(to message: borrowing BusMessage, _ question: Question) {
        let key = CallKey(program: message.sender, cookie: message.cookie)
        waiting[key] = question
        waits.append((.program(key), .now + Self.serverPatience))
    }

    /// Takes a notification that a program has sent to the server.
    private func take(_ held: HeldMessage, _ server: RealServer) {
        // What is no notification the server refuses.
        guard let byteCount = held.message.byteCount(within: Self.sizeLimit),
            let request = held.message.readNotifyRequest()
        else { return }
        let program = held.message.sender
        lastTicket += 1
        let ticket = lastTicket
        calls[ticket] = Watched(
            call: InterceptedCall(call: held, program: program, kind: .notify(request))
        )
        book.called(ticket, replacing: request.replaced)
        guard held.message.wantsAnswer else {
            // Of its number nothing will be known but what it replaces.
            calls[ticket]?.call.answer = .passed("unanswered")
            return follow(
                request.replaced == 0
                    ? book.unshown(ticket)
                    : book.numbered(ticket, request.replaced) + book.decided(ticket, .asItCame),
                server
            )
        }
        expectAnswer(to: held.message, Question(ticket: ticket, closing: nil))
        let isRun = request.isWhole
        guard queue.admit(ticket, of: program, byteCount: byteCount, isRun: isRun, .now) else {
            calls[ticket]?.call.answer = .passed("excess")
            return follow(book.decided(ticket, .asItCame), server)
        }
    }

    /// Hears a signal of the server's, and hands it on where the bus has brought it to us alone.
    private func heard(
        _ held: HeldMessage,
        _ member: String,
        _ server: RealServer,
        _ ownName: String
    ) throws(SystemError) {
        guard held.message.signature.hasPrefix("u"), let number = held.message.readNumber() else {
            return
        }
        if member == "ActionInvoked", let key = held.message.readText(),
            let button = buttons.button(number, key)
        {
            return interceptor.say(.pressed(button))
        }
        // A server that tells one program alone takes us for it, as we have changed the notification.
        if held.message.destination == ownName, let program = callers[number],
            let link = server.link
        {
            let signal = try link.connection.makeSignal(
                member,
                path: held.message.path,
                interface: Self.name,
                to: program
            )
            held.message.rewind()
            try held.message.copyRest(to: signal)
            try link.connection.send(signal)
        }
        guard member == "NotificationClosed" else { return }
        callers.forget(number)
        buttons.forget(number)
        // Somebody has asked for it: that call was seen.
        if held.message.readNumber() == 3 { return }
        follow(book.dismissed(number), server)
    }

    /// Takes the bus's own error for a call of ours: no program answers it.
    private func hearOfAbsence(_ message: consuming BusMessage, _ server: RealServer) {
        guard message.sender == Self.driver,
            case .refusal(let cookie, let name, let text) = message.kind
        else { return }
        refused(cookie, BusRefusal(name: name, text: text), server)
    }

    private func refused(_ cookie: UInt64, _ refusal: BusRefusal, _ server: RealServer) {
        guard let request = requests.removeValue(forKey: cookie) else { return }
        follow(book.answered(request.number, .refused), server, refusal: refusal)
    }

    private func forgetServer(_ server: RealServer) {
        requests = [:]
        waiting = [:]
        waits = Fifo()
        callers = NumberBook()
        buttons = ButtonBook()
        follow(book.serverEnded(), server, because: "serverEnded")
    }

    // MARK: What the hook says

    private func pump(_ server: RealServer) {
        expireWaits(server)
        for ticket in queue.expire(.now) {
            calls[ticket]?.call.answer = HookAnswer(.original, verdict: "late", reason: "patience")
        }
        guard let found = server.server else { return }
        while let ticket = queue.nextRun() {
            guard let request = calls[ticket]?.call.request else {
                // It has ended before its turn.
                _ = queue.finishRun(ticket)
                continue
            }
            let name = request.replaced == 0 ? "\(ticket)" : "replacing-\(request.replaced)"
            let notification = InterceptedNotification(
                identifier: name,
                content: request.content(hasMarkup: found.has(.bodyMarkup)),
                picture: request.picture
            )
            calls[ticket]?.call.shown = notification.content
            interceptor.look(at: notification, for: ticket)
        }
        while let ticket = queue.nextSend() {
            guard calls[ticket] != nil else {
                queue.answered(ticket)
                continue
            }
            follow(book.decided(ticket, decision(ticket, found)), server)
        }
    }

    private func decision(
        _ ticket: InterceptQueue.Ticket,
        _ server: DesktopServer
    ) -> ResendBook.Decision {
        guard let call = calls[ticket]?.call, let request = call.request, let shown = call.shown
        else { return .asItCame }
        switch call.answer?.decision {
        case .dropped: return .dropped
        case .changed(let content, let picture):
            var change = NotifyChange(
                request,
                from: shown,
                to: content,
                picture: picture,
                for: server
            )
            guard !change.isEmpty else { return .asItCame }
            change.silence()
            calls[ticket]?.change = change
            return .changed
        case .original, nil: return .asItCame
        }
    }

    /// Waits no longer for what the server has not answered.
    private func expireWaits(_ server: RealServer) {
        while let first = waits.first, first.end <= .now {
            _ = waits.popFirst()
            switch first.wait {
            case .program(let key):
                if let question = waiting.removeValue(forKey: key) {
                    follow(book.unshown(question.ticket), server, because: "unanswered")
                }
            case .step(let cookie): refused(cookie, .noReply, server)
            }
        }
    }
}
