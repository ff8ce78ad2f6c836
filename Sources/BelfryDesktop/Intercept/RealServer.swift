// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// The notification server behind an interceptor, and the connection to its bus.
///
/// It finds the server, starts it where that is its part, and says who it is. It belongs to the
/// interceptor's thread.
final class RealServer {
    /// What a step has led to.
    enum Step: ~Copyable {
        case idle
        case worked

        /// The server has said who it is: it can be asked.
        case found(DesktopServer)

        /// A message that is not the search's own.
        case message(BusMessage)

        /// The server is gone, or never came.
        case lost(BusFault, isFinal: Bool)
    }

    private enum Question {
        case owner
        case information(owner: String)
        case capabilities(owner: String, [String])
    }

    /// The connection that leads to it; nil while there is none.
    private(set) var link: BusLink?

    /// Its name on its bus; nil while it is not known.
    private(set) var owner: String?

    /// Who it is; nil while it has not said.
    private(set) var server: DesktopServer?

    private let place: Interceptor.ServerPlace
    private let sessionAddress: String
    private let processes: ServerProcesses?

    /// The name by which it is found.
    private let name: String
    private var questions: [UInt64: Question] = [:]

    /// When it has to be there, and when it is started again.
    private var deadline: MonotonicTime?
    private var restart: MonotonicTime?
    private var backoff = Backoff()

    /// Whether what was started has ended without having taken the name.
    private var hasEnded = false

    /// How often it has ended soon after it was started.
    private var failures = 0
    private var foundAt = MonotonicTime.now
    private var lostAt: MonotonicTime?

    static let standardName = "org.freedesktop.Notifications"

    /// How long a server may take to begin.
    private static let patience = Duration.seconds(15)

    /// How long a program that has ended may take to have another one of its take the name.
    private static let afterlife = Duration.seconds(1)

    /// A server that ends sooner than so is one that cannot be had.
    private static let goodLife = Duration.seconds(10)
    private static let failureLimit = 4

    /// How long one that is gone is tried to be had again: programs wait 25 s for their answers.
    private static let absenceLimit = Duration.seconds(12)

    /// - Parameters:
    ///   - settings: Where it is.
    ///   - address: The session bus.
    ///   - owner: Its name there, where it has had the server's name so far.
    init(_ settings: Interceptor.Settings, on address: String, owner: String) {
        place = settings.place
        sessionAddress = address
        switch settings.place {
        case .command(let command):
            processes = ServerProcesses(command, settings.environment)
            name = Self.standardName
        case .name(let given):
            processes = nil
            name = given
        case .owner:
            processes = nil
            name = owner
        case .keeper(let given):
            processes = nil
            name = given ?? Self.standardName
        }
    }

    /// Where calls to it go.
    var target: BusConnection.Target { .server(owner ?? name) }

    /// Whether it can be asked.
    var isThere: Bool { server != nil && link != nil }

    /// When step() has something to do without a message.
    var wakeTime: MonotonicTime? { [deadline, restart].compactMap(\.self).min() }

    /// What is to be waited for besides the connection.
    var descriptors: [Int32] {
        guard server == nil, !hasEnded, let number = processes?.serverNumber, number >= 0 else {
            return []
        }
        return [number]
    }

    // MARK: Its beginning

    /// Begins to look for it, starting what has to be started.
    ///
    /// - Throws: ``BusFault`` where that cannot be done.
    func begin() throws(BusFault) {
        if let processes, link == nil { try processes.startBus() }
        do throws(SystemError) {
            if link == nil { try connect() }
        } catch {
            throw BusFault(
                "the server's bus cannot be reached: \(SystemError.sentence(of: error.errno))"
            )
        }
        try processes?.startServer()
        hasEnded = false
        // Who has waited for it before does not wait as long again.
        deadline = .now + (lostAt == nil ? Self.patience : Self.absenceLimit / 2)
    }

    private func connect() throws(SystemError) {
        let link = try BusLink(to: processes?.address ?? sessionAddress)
        let rules = [
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                + "member='NameOwnerChanged',arg0='\(name)'",
            "type='signal',sender='\(name)'",
        ]
        for rule in rules {
            _ = try link.connection.call("AddMatch", of: .bus) { message throws(SystemError) in
                try message.append(rule)
            }
        }
        let cookie = try link.connection.call("GetNameOwner", of: .bus) {
            message throws(SystemError) in
            try message.append(name)
        }
        questions[cookie] = .owner
        self.link = link
    }

    // MARK: Steps

    /// Does what is to be done next.
    func step() -> Step {
        if let restart, restart <= .now {
            self.restart = nil
            do throws(BusFault) {
                try begin()
            } catch {
                return lose(error)
            }
        }
        noticeEnd()
        if let deadline, deadline <= .now {
            return lose(
                BusFault(
                    hasEnded
                        ? "the notification server has ended before it has taken its name"
                        : "the notification server does not begin to answer"
                )
            )
        }
        guard let link else { return .idle }
        do throws(SystemError) {
            switch try link.connection.process() {
            case .idle: return .idle
            case .worked: return .worked
            case .message(let message): return try hear(message, link)
            }
        } catch {
            drop()
            let sentence = SystemError.sentence(of: error.errno)
            return lose(BusFault("the notification server's bus has ended: \(sentence)"))
        }
    }

    /// Notes that what was started has ended; it may have left another process that goes on.
    private func noticeEnd() {
        guard !hasEnded, owner == nil, let deadline, let processes, processes.hasServerEnded else {
            return
        }
        hasEnded = true
        self.deadline = min(deadline, .now + Self.afterlife)
    }

    private func hear(_ message: consuming BusMessage, _ link: BusLink) throws(SystemError) -> Step
    {
        switch message.kind {
        case .answer(let cookie):
            guard let question = questions.removeValue(forKey: cookie) else {
                return .message(message)
            }
            return try hear(message, answering: question, link)
        case .refusal(let cookie, let refused, let text):
            guard let question = questions.removeValue(forKey: cookie) else {
                return .message(message)
            }
            switch question {
            case .owner:
                // Nobody has the name so far; where nothing of ours starts one, the bus may.
                if isAwaited { try wake(link) }
                return .worked
            case .information, .capabilities:
                return lose(BusRefusal(name: refused, text: text).fault)
            }
        case .signal("org.freedesktop.DBus", "NameOwnerChanged"):
            guard message.sender == "org.freedesktop.DBus", message.readText() == name,
                message.readText() != nil, let newOwner = message.readText()
            else { return .worked }
            return try change(to: newOwner, link)
        default: return .message(message)
        }
    }

    /// Whether another one may come by the same name.
    private var isAwaited: Bool {
        switch place {
        case .name, .keeper: true
        case .command, .owner: false
        }
    }

    private func wake(_ link: BusLink) throws(SystemError) {
        _ = try link.connection.call("StartServiceByName", of: .bus) {
            message throws(SystemError) in
            try message.append(name)
            try message.append(UInt32(0))
        }
    }

    private func change(to newOwner: String, _ link: BusLink) throws(SystemError) -> Step {
        guard newOwner != owner else { return .worked }
        let had = owner != nil
        owner = newOwner.isEmpty ? nil : newOwner
        guard had else {
            if !newOwner.isEmpty { try meet(newOwner, link) }
            return .worked
        }
        let step = lose(BusFault("the notification server has ended"))
        // Another one has taken its place at once.
        if !newOwner.isEmpty, restart == nil {
            owner = newOwner
            try meet(newOwner, link)
        }
        return step
    }

    private func meet(_ owner: String, _ link: BusLink) throws(SystemError) {
        deadline = .now + Self.patience
        let cookie = try link.connection.call("GetServerInformation", of: .server(owner))
        questions[cookie] = .information(owner: owner)
    }

    private func hear(
        _ message: borrowing BusMessage,
        answering question: Question,
        _ link: BusLink
    ) throws(SystemError) -> Step {
        switch question {
        case .owner:
            let found = message.readText() ?? ""
            return found.isEmpty ? .worked : try change(to: found, link)
        case .information(let asked):
            guard asked == owner else { return .worked }
            var information: [String] = []
            for _ in 0..<4 { information.append(message.readText() ?? "") }
            let cookie = try link.connection.call("GetCapabilities", of: .server(asked))
            questions[cookie] = .capabilities(owner: asked, information)
            return .worked
        case .capabilities(let asked, let information):
            guard asked == owner else { return .worked }
            let found = DesktopServer(
                information: information,
                capabilities: message.readTexts(limit: 256) ?? []
            )
            server = found
            deadline = nil
            lostAt = nil
            foundAt = .now
            return .found(found)
        }
    }

    // MARK: Its end

    /// Takes it for hung: what was started is ended and started again.
    func giveUpOnAnswers() -> Step {
        lose(BusFault("the notification server does not answer"))
    }

    private func lose(_ fault: BusFault) -> Step {
        if server != nil, .now - foundAt >= Self.goodLife {
            failures = 0
            backoff.reset()
        }
        failures += 1
        lostAt = lostAt ?? .now
        server = nil
        owner = nil
        deadline = nil
        questions = questions.filter { if case .owner = $0.value { true } else { false } }
        let isOver =
            failures >= Self.failureLimit || lostAt.map { .now - $0 > Self.absenceLimit } ?? false
        switch place {
        case .command:
            processes?.endServer()
            guard !isOver else { return .lost(fault, isFinal: true) }
            restart = .now + backoff.next()
        case .name, .keeper:
            guard !isOver, let link else { return .lost(fault, isFinal: true) }
            deadline = .now + Self.absenceLimit
            try? wake(link)
        case .owner: return .lost(fault, isFinal: true)
        }
        return .lost(fault, isFinal: false)
    }

    private func drop() {
        link = nil
        questions = [:]
        processes?.endBus()
    }

    /// Ends what was started.
    func end() {
        link = nil
        processes?.endServer()
        processes?.endBus()
    }
}
