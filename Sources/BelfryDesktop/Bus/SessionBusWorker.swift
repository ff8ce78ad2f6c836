// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What the thread of a session bus does: it connects, finds the server, asks and listens.
///
/// The bus says who sends each message, and no process can pretend to be another one there. What does
/// not come from the server, or is about a number that it has not given us, is not heeded.
final class SessionBusWorker {
    /// A call that is not answered yet.
    private enum Call {
        case bus
        case name
        case information(owner: String?)
        case capabilities(owner: String, [String])
        case show(tag: Int, owner: String, replaced: UInt32)
    }

    private static let name = "org.freedesktop.Notifications"

    /// How long the bus and the server may take to say who they are.
    private static let patience = Duration.seconds(25)

    /// How long an ending process waits for answers.
    private static let farewell = Duration.seconds(1)

    private let bus: SessionBus
    private let address: String?
    private var backoff = Backoff()

    // Of one connection.
    private var calls: [UInt64: Call] = [:]
    private var busIdentity = ""
    private var object = CenterObject()
    private var owner: String?

    /// Whether the bus may start a server.
    private var isWanted = true

    /// Whether the owner has said what it can do.
    private var isKnown = false

    /// The notifications of the owner's that are ours.
    private var numbers: Set<UInt32> = []

    /// When the search for a server is to begin again, or its answer is late.
    private var deadline: MonotonicTime?
    private var isAsking = false

    init(_ bus: SessionBus, _ address: String?) {
        self.bus = bus
        self.address = address
    }

    func run() {
        while !bus.isStopping {
            do throws(SystemError) {
                guard let address else { throw SystemError(call: "sd_bus_start", errno: ENOENT) }
                let connection = try BusConnection(to: address)
                try serve(connection)
                return
            } catch {
                lose()
                bus.say(.absent(absence(error)))
            }
            rest()
        }
    }

    /// Waits before the next attempt to connect.
    ///
    /// What is asked for meanwhile was asked of a server that has gone.
    private func rest() {
        let end = MonotonicTime.now + backoff.next()
        while !bus.isStopping, .now < end {
            bus.wait(until: end)
            _ = bus.take()
        }
    }

    private func absence(_ error: SystemError) -> BusFault {
        guard address != nil else {
            return BusFault(
                "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, nor XDG_RUNTIME_DIR"
            )
        }
        return BusFault(
            "the session bus cannot be reached: \(SystemError.sentence(of: error.errno))"
        )
    }

    // MARK: A connection

    /// Serves until the process ends.
    ///
    /// - Throws: ``SystemError`` once the connection is gone.
    private func serve(_ connection: borrowing BusConnection) throws(SystemError) {
        try begin(connection)
        var end: MonotonicTime?
        while true {
            if bus.isStopping {
                let farewell = end ?? .now + Self.farewell
                end = farewell
                guard awaitsAnswers, .now < farewell else { return }
            }
            for command in bus.take() { try obey(command, connection) }
            if let deadline, deadline <= .now { try look(connection) }
            switch try connection.process() {
            case .message(let message):
                if case .call(let interface, let member) = message.kind {
                    try take(HeldMessage(message), interface, member, connection)
                } else {
                    try hear(message, connection)
                }
            case .worked: break
            case .idle:
                let times = [deadline, end].compactMap(\.self)
                try connection.wait(bus.bellNumber, until: times.min())
            }
        }
    }

    private var awaitsAnswers: Bool {
        calls.values.contains { if case .show = $0 { true } else { false } }
    }

    private func begin(_ connection: borrowing BusConnection) throws(SystemError) {
        let rules = [
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                + "member='NameOwnerChanged',arg0='\(Self.name)'",
            "type='signal',sender='\(Self.name)',interface='\(Self.name)',"
                + "path='/org/freedesktop/Notifications'",
        ]
        for rule in rules {
            _ = try connection.call("AddMatch", of: .bus) { message throws(SystemError) in
                try message.append(rule)
            }
        }
        calls[try connection.call("GetId", of: .bus)] = .bus
        let cookie = try connection.call("RequestName", of: .bus) { message throws(SystemError) in
            try message.append(CenterObject.name)
            // Who has it keeps it, and is not waited for.
            try message.append(UInt32(4))
        }
        calls[cookie] = .name
        isAsking = true
        deadline = .now + Self.patience
    }

    /// Forgets what belongs to a connection that is gone.
    private func lose() {
        forgetServer()
        object.forget()
        calls = [:]
        busIdentity = ""
        deadline = nil
        isAsking = false
    }

    // MARK: The server

    /// Asks for a server, which the bus may start; or takes the answer for late.
    private func look(_ connection: borrowing BusConnection) throws(SystemError) {
        guard !isAsking else {
            // A bus that hangs is left; a server that does is asked again.
            if busIdentity.isEmpty { throw SystemError(call: "GetId", errno: ETIMEDOUT) }
            return miss(BusFault("the notification server does not answer"), isThere: true)
        }
        try ask(owner, connection)
    }

    /// Asks a server who it is.
    ///
    /// - Parameters:
    ///   - owner: Its name on the bus; nil for whoever there is, or the bus starts.
    ///   - connection: The connection.
    /// - Throws: ``SystemError`` once the connection is gone.
    private func ask(
        _ owner: String?,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        let cookie = try connection.call(
            "GetServerInformation",
            of: .server(owner ?? Self.name),
            starts: owner == nil && isWanted
        )
        calls[cookie] = .information(owner: owner)
        isAsking = true
        deadline = .now + Self.patience
    }

    /// Notes that there is no server that answers, and when to look again: where nobody wants one, the
    /// bus says when there is.
    private func miss(_ fault: BusFault, isThere: Bool = false) {
        forgetServer()
        isAsking = false
        deadline = isThere || isWanted ? .now + backoff.next() : nil
        bus.say(.absent(fault))
    }

    private func forgetServer() {
        owner = nil
        isKnown = false
        numbers = []
        // What the bus is asked stays: it is the same one.
        calls = calls.filter { call in
            switch call.value {
            case .bus, .name: true
            case .information, .capabilities, .show: false
            }
        }
    }

    /// Hears that another process is the server, or none.
    private func change(
        to newOwner: String,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        guard newOwner != owner else { return }
        if newOwner.isEmpty {
            guard owner != nil || isAsking else { return }
            return miss(BusFault("the notification server has ended"))
        }
        let hadServer = owner != nil
        forgetServer()
        if hadServer { bus.say(.absent(BusFault("another notification server takes over"))) }
        owner = newOwner
        guard !busIdentity.isEmpty else { return }
        try ask(newOwner, connection)
    }

    // MARK: What is asked

    private func obey(
        _ command: SessionBus.Command,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        switch command {
        case .find: want()
        case .answer(let question, let answer):
            try object.answer(question, answer, connection)
        // What was asked of a server that has gone is asked again by whoever hears that it has.
        case .adopt(let adopted, let server):
            if server == identity { numbers.formUnion(adopted) }
        case .close(let number, let server):
            guard server == identity else { return }
            numbers.remove(number)
            _ = try connection.call("CloseNotification", of: .server(server.owner)) {
                message throws(SystemError) in
                try message.append(number)
            }
        case .show(let tag, let call, let server):
            if server == identity { try show(call, tag, server.owner, connection) }
        }
    }

    /// The server that has said what it can do; nil for none.
    private var identity: DesktopServer.Identity? {
        guard let owner, isKnown else { return nil }
        return DesktopServer.Identity(bus: busIdentity, owner: owner)
    }

    private func want() {
        guard owner == nil else { return }
        isWanted = true
        if !isAsking, deadline == nil { deadline = .now }
    }

    private func show(
        _ call: NotifyCall,
        _ tag: Int,
        _ owner: String,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        do throws(SystemError) {
            let cookie = try connection.call("Notify", of: .server(owner)) {
                message throws(SystemError) in
                try message.append(call)
            }
            calls[cookie] = .show(tag: tag, owner: owner, replaced: call.replaced)
        } catch {
            guard ![ENOTCONN, ECONNRESET, EPIPE, ESTALE].contains(error.errno) else { throw error }
            let isPassing = error.errno == ENOBUFS
            bus.say(.refused(tag: tag, BusFault("\(error)"), isPassing: isPassing))
        }
    }

    // MARK: What is heard

    private func take(
        _ held: HeldMessage,
        _ interface: String,
        _ member: String,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        if case .question(let question) = try object.take(held, interface, member, connection) {
            bus.say(.asked(question))
        }
    }

    private func hear(
        _ message: borrowing BusMessage,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        switch message.kind {
        case .answer(let cookie):
            guard let call = calls.removeValue(forKey: cookie) else { return }
            try hear(message, answering: call, connection)
        case .refusal(let cookie, let name, let text):
            guard let call = calls.removeValue(forKey: cookie) else { return }
            try hear(BusRefusal(name: name, text: text), of: call, connection)
        case .signal("org.freedesktop.DBus", "NameOwnerChanged"):
            guard message.sender == "org.freedesktop.DBus", message.readText() == Self.name,
                message.readText() != nil, let newOwner = message.readText()
            else { return }
            try change(to: newOwner, connection)
        case .signal(Self.name, let member):
            guard let owner, isKnown, message.sender == owner,
                message.path == "/org/freedesktop/Notifications",
                let number = message.readNumber(), numbers.contains(number)
            else { return }
            hear(member, number, message)
        case .signal, .call, .other: break
        }
    }

    private func hear(
        _ message: borrowing BusMessage,
        answering call: Call,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        switch call {
        case .bus:
            busIdentity = message.readText() ?? "?"
            try ask(owner, connection)
        case .name:
            // 1: it is ours (D-Bus Specification, "RequestName").
            if message.readNumber() != 1 { bus.say(.nameless) }
        case .information(let asked):
            let sender = message.sender
            guard sender.hasPrefix(":"), asked == nil || asked == sender else { return }
            var information: [String] = []
            for _ in 0..<4 { information.append(message.readText() ?? "") }
            owner = sender
            let cookie = try connection.call("GetCapabilities", of: .server(sender))
            calls[cookie] = .capabilities(owner: sender, information)
        case .capabilities(let asked, let information):
            guard message.sender == asked, asked == owner else { return }
            let server = DesktopServer(
                information: information,
                capabilities: message.readTexts(limit: 256) ?? []
            )
            isKnown = true
            isAsking = false
            deadline = nil
            isWanted = false
            backoff.reset()
            bus.say(.found(server, DesktopServer.Identity(bus: busIdentity, owner: asked)))
        case .show(let tag, let asked, let replaced):
            guard message.sender == asked, asked == owner else { return }
            guard let number = message.readNumber() else {
                let fault = BusFault("the notification server's answer is no number")
                return bus.say(.refused(tag: tag, fault, isPassing: false))
            }
            if number != replaced { numbers.remove(replaced) }
            if number != 0 { numbers.insert(number) }
            bus.say(.shown(tag: tag, number: number))
        }
    }

    private func hear(
        _ refusal: BusRefusal,
        of call: Call,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        switch call {
        case .bus:
            busIdentity = "?"
            try ask(owner, connection)
        case .name: bus.say(.nameless)
        case .information, .capabilities:
            miss(refusal.absence, isThere: !refusal.isAbsence)
        case .show(let tag, _, _):
            // Where the server has gone, the bus says that apart, and everything is asked for again.
            guard !refusal.isAbsence else { return }
            bus.say(.refused(tag: tag, refusal.fault, isPassing: refusal.isPassing))
        }
    }

    /// Hears a signal about a notification of ours, after which nothing more is heard of it.
    private func hear(_ member: String, _ number: UInt32, _ message: borrowing BusMessage) {
        switch member {
        case "ActionInvoked":
            guard let key = message.readText() else { return }
            numbers.remove(number)
            bus.say(.invoked(number: number, key: key))
        case "NotificationReplied":
            guard let text = message.readText() else { return }
            numbers.remove(number)
            bus.say(.replied(number: number, text: text))
        case "NotificationClosed":
            guard let reason = message.readNumber() else { return }
            numbers.remove(number)
            // 1 is for one whose time is over, 3 for one that we have closed.
            bus.say(.closed(number: number, byUser: reason == 2))
        default: break
        }
    }
}
