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
    enum Phase {
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
    var phase = Phase.preparing
    private var end = InterceptEnd.stopped
    private var heir: ServerHeir?

    var queue: InterceptQueue
    var calls: [InterceptQueue.Ticket: InterceptedCall] = [:]
    var numbers = NotificationNumbers()
    var callers = NumberBook<String>()
    var buttons = ButtonBook()

    /// Calls to the real server, and to whoever has the name after us, by their cookies.
    var pending: [UInt64: Pending] = [:]
    var direct: [UInt64: Pending] = [:]
    var sent = Fifo<(cookie: UInt64, time: MonotonicTime)>()

    /// Calls that are to be handed on as soon as the server can be asked.
    var heldRelays: [HeldMessage] = []

    /// Signals about numbers that no answer has told of yet.
    var earlySignals: [HeldMessage] = []
    var lastTicket: InterceptQueue.Ticket = 0

    /// When a program was last heard, or answered.
    var lastWord = MonotonicTime.now

    /// How long what is under way may take at the end.
    static let farewell = Duration.seconds(5)

    /// How long no program may have said anything before this connection is closed: who has asked what
    /// the server can do goes on to show something, and knows this connection by its own name.
    private static let quiet = Duration.milliseconds(500)

    /// How long a server may take to answer.
    private static let serverPatience = Duration.seconds(30)

    /// Most calls that are handed on and not answered, beside those that keep an order.
    static let relayLimit = 1024

    /// How often a server is given a call that its end has kept from being answered.
    private static let attemptLimit = 2

    static let sizeLimit = BusMessage.SizeLimit(
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
            return .noBus(.noAddress)
        }
        do throws(SystemError) {
            let bus = try BusLink(to: address)
            return try run(bus, address)
        } catch {
            heir?.dismiss()
            return .noBus(.unreachable(error))
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

    static let name = RealServer.standardName

    /// Who has the name; one is started where it is to be used.
    private func currentOwner(
        _ bus: BusLink
    ) throws(SystemError) -> (owner: String, fault: BusFault?) {
        guard settings.place == .owner else { return ("", nil) }
        if let fault = try bus.startOwner(of: Self.name) { return ("", fault) }
        return (try bus.owner(of: Self.name) ?? "", nil)
    }

    /// Has a server ready that the bus would not start once we are gone.
    private func prepareInheritance(_ bus: BusLink) throws(SystemError) {
        guard try !bus.isActivatable(Self.name), case .command(let command) = settings.place else {
            return
        }
        heir = try? ServerHeir(command, settings.environment)
    }

    /// Has the server started on the session bus where nobody else shows notifications from now on.
    private func settleInheritance(_ bus: BusLink) throws(SystemError) {
        guard let heir else { return }
        if case .nameKept = end { return heir.dismiss() }
        if try bus.owner(of: Self.name) == nil { heir.inherit() } else { heir.dismiss() }
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
        guard try bus.claim(Self.name) else {
            let owner = try bus.owner(of: Self.name)
            end = .nameKept(
                by: try owner.map { name throws(SystemError) in
                    try bus.program(of: name)
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
        callers = NumberBook()
        buttons = ButtonBook()
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
    var isLeaving: Bool {
        switch phase {
        case .preparing, .serving: false
        case .releasing, .draining: true
        }
    }

    /// Whether whoever has the name after us shows what is left, as our own server is gone.
    func isPassedOn(_ server: RealServer) -> Bool {
        if case .draining = phase { !server.isThere } else { false }
    }
}
