// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Notifications that a server shows by itself, and what it is asked once an extension has looked at
/// them.
///
/// The server and its programs go on meanwhile: a program replaces or closes a notification, the user
/// dismisses it. What is shown in the end is what the program sent last, as the extension has made it,
/// and nothing that was closed. The book knows in which order the server has said things, and nothing
/// else. It is a value without a bus or a clock.
struct ResendBook {
    typealias Ticket = InterceptQueue.Ticket

    /// What is to become of a notification.
    enum Decision {
        case asItCame, changed, dropped
    }

    /// How a notification has ended here.
    enum Outcome: Equatable {
        /// It stays as the server shows it, or was sent again as it came.
        case shownAsItCame
        case changed
        case dropped

        /// Its program has sent another one in its place.
        case replaced

        /// It was closed before the extension had looked at it.
        case closed

        /// The server has not shown it, or has not told its number.
        case unshown

        /// The server has refused to change or close it.
        case refused
    }

    /// What is to be done.
    enum Step: Equatable {
        /// Have the server show a notification in place of what has the number.
        case send(Ticket, at: UInt32)

        /// Have the server close what has the number.
        case close(UInt32)

        /// Nothing more comes of a notification.
        case end(Ticket, Outcome)
    }

    /// What the server has answered to a step.
    enum Answer {
        /// It shows a notification, by this number.
        case shown(UInt32)
        case closed
        case refused
    }

    private struct Item {
        /// What the program replaces; 0 for nothing.
        let replaced: UInt32

        /// The server's number; nil until it has answered.
        var number: UInt32?
        var decision: Decision?

        /// Whether a step of ours may have come to the server after it.
        var isOverwritten = false

        /// Whether the program wants nothing shown any more, instead of a notification.
        var isClose = false

        /// The number that it has, or will have unless the server gives it another one.
        var place: UInt32 { number ?? replaced }
    }

    /// A step that the server has not answered.
    private struct Operation {
        /// The notification that it is for; nil for one that tidies up after another step.
        let ticket: Ticket?
        let isClose: Bool

        /// Whether the number was closed meanwhile, by its program or the user.
        var isClosed = false
    }

    private var items: [Ticket: Item] = [:]

    /// The notifications of a number, the oldest first.
    private var lines: [UInt32: [Ticket]] = [:]
    private var operations: [UInt32: Operation] = [:]

    /// Whether nothing is under way.
    var isEmpty: Bool { items.isEmpty && operations.isEmpty }

    // MARK: What programs and the server say

    /// Notes that a program has sent a notification.
    mutating func called(_ ticket: Ticket, replacing replaced: UInt32) {
        items[ticket] = Item(replaced: replaced)
        if replaced != 0 { lines[replaced, default: []].append(ticket) }
    }

    /// Notes that a program has asked the server to close a number; the server's answer to that, of
    /// whatever kind, is noted by ``numbered(_:_:)``.
    mutating func closeCalled(_ ticket: Ticket, _ number: UInt32) {
        items[ticket] = Item(replaced: number, decision: .dropped, isClose: true)
        lines[number, default: []].append(ticket)
    }

    /// Notes that the server shows a notification.
    mutating func numbered(_ ticket: Ticket, _ number: UInt32) -> [Step] {
        guard let item = items[ticket], item.number == nil else { return [] }
        leave(ticket, item.place)
        items[ticket]?.number = number
        let line = lines[number, default: []]
        let index = line.firstIndex { $0 > ticket } ?? line.endIndex
        lines[number, default: []].insert(ticket, at: index)
        let current = operations[number]?.ticket
        let older = line.filter { $0 < ticket && $0 != current && items[$0]?.number != nil }
        return older.map { end($0, item.isClose ? .closed : .replaced) } + proceed(number)
    }

    /// Notes that nothing will be shown of a notification, or nothing known by a number.
    mutating func unshown(_ ticket: Ticket) -> [Step] {
        guard let item = items[ticket], item.number == nil else { return [] }
        return [end(ticket, .unshown)]
    }

    /// Notes that the user has dismissed a number, or that its time is over.
    ///
    /// That somebody has asked the server to close it is noted by ``closeCalled(_:_:)``, and done here.
    mutating func dismissed(_ number: UInt32) -> [Step] {
        operations[number]?.isClosed = true
        let current = operations[number]?.ticket
        return (lines[number] ?? []).filter { $0 != current && items[$0]?.number == number }
            .map { end($0, .closed) }
    }

    /// Notes that the server has ended with all that it has shown.
    mutating func serverEnded() -> [Step] {
        let steps = items.keys.sorted().map { end($0, .unshown) }
        operations = [:]
        return steps
    }

    // MARK: What becomes of them

    /// Notes what is to become of a notification.
    mutating func decided(_ ticket: Ticket, _ decision: Decision) -> [Step] {
        guard let item = items[ticket], item.decision == nil else { return [] }
        items[ticket]?.decision = decision
        return item.number.map { proceed($0) } ?? []
    }

    /// Notes the server's answer to the step about a number.
    mutating func answered(_ number: UInt32, _ answer: Answer) -> [Step] {
        guard let operation = operations.removeValue(forKey: number) else { return [] }
        var steps: [Step] = []
        if case .refused = answer {
            if let ticket = operation.ticket { steps.append(end(ticket, .refused)) }
            return steps + proceed(number)
        }
        let isChange = operation.ticket.flatMap { items[$0]?.decision } == .changed
        if let ticket = operation.ticket {
            steps.append(
                end(ticket, operation.isClose ? .dropped : isChange ? .changed : .shownAsItCame)
            )
        }
        // Whether the server has heard of these before that step nobody knows.
        for ticket in lines[number] ?? []
        where !(operation.isClose && items[ticket]?.isClose == true) {
            items[ticket]?.isOverwritten = true
        }
        if case .shown(let shown) = answer, !operation.isClose {
            // It was closed, and is there again; or the server has left the old one beside it.
            if operation.isClosed {
                steps += close(shown, for: nil)
            } else if shown != number {
                steps += close(number, for: nil)
            }
        }
        return steps + proceed(number)
    }

    /// Does what can be done about a number.
    private mutating func proceed(_ number: UInt32) -> [Step] {
        var steps: [Step] = []
        for ticket in lines[number] ?? [] where operations[number] == nil {
            guard let item = items[ticket], item.number == number, let decision = item.decision
            else { continue }
            switch decision {
            case .asItCame where !item.isOverwritten: steps.append(end(ticket, .shownAsItCame))
            case .asItCame, .changed:
                operations[number] = Operation(ticket: ticket, isClose: false)
                steps.append(.send(ticket, at: number))
            case .dropped where item.isClose && !item.isOverwritten:
                steps.append(end(ticket, .closed))
            case .dropped: steps += close(number, for: ticket)
            }
        }
        return steps
    }

    private mutating func close(_ number: UInt32, for ticket: Ticket?) -> [Step] {
        guard operations[number] == nil else { return [] }
        operations[number] = Operation(ticket: ticket, isClose: true)
        return [.close(number)]
    }

    private mutating func end(_ ticket: Ticket, _ outcome: Outcome) -> Step {
        if let item = items.removeValue(forKey: ticket) { leave(ticket, item.place) }
        return .end(ticket, outcome)
    }

    private mutating func leave(_ ticket: Ticket, _ number: UInt32) {
        lines[number]?.removeAll { $0 == ticket }
        if lines[number]?.isEmpty == true { lines[number] = nil }
    }
}
