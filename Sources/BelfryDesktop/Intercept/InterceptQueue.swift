// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem

/// The calls that programs have made of an intercepted server, and which of them is next.
///
/// Calls of one program reach the server in the order in which they were made, although their runs may
/// end in another one. Programs take turns: one that floods has neither the runs nor the room of others.
/// It is a value without a bus or a clock.
package struct InterceptQueue: Sendable {
    /// A call, by a number that is larger for a later one.
    package typealias Ticket = UInt64

    /// How much there may be of everything.
    package struct Limits: Sendable {
        /// Runs at the same time.
        package var runs = 2

        /// Calls of one program that the server has not answered.
        package var window = 32

        /// Calls of one program that wait.
        package var programCount = 8192
        /// Bytes of one program's calls.
        package var programByteCount = 64 << 20

        /// Bytes of all calls; a program that has none waiting may pass it by one call.
        package var byteCount = 256 << 20

        /// How long a call may wait for its run's end.
        package var patience = Duration.seconds(8)

        package init() {}
    }

    private enum Stage {
        case waiting, running, ready, sent
    }

    private struct Item {
        let program: String
        let byteCount: Int
        let arrival: MonotonicTime
        var stage: Stage
    }

    /// What one program has.
    private struct Line {
        /// Calls that the server was not given, in their order.
        var order = Fifo<Ticket>()

        /// Those of them whose runs have not begun; some may be late.
        var unrun = Fifo<Ticket>()
        var byteCount = 0
        var runCount = 0
        var sentCount = 0
        var isInTurn = false
        var isEmpty: Bool { order.isEmpty && sentCount == 0 && runCount == 0 }
    }

    private let limits: Limits
    private var items: [Ticket: Item] = [:]
    private var lines: [String: Line] = [:]

    /// Whose each run is that goes on, also when its call is late.
    private var runs: [Ticket: String] = [:]

    /// Programs that have something to run, in turn.
    private var turns = Fifo<String>()

    /// Programs that may have something to send.
    private var senders = Fifo<String>()

    /// Calls that wait for a run or its end, the oldest first; some may be done.
    private var clocks = Fifo<Ticket>()
    private var byteCount = 0

    package init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Whether nothing waits and all is answered.
    package var isEmpty: Bool { items.isEmpty }

    /// How many calls wait or are not answered.
    package var count: Int { items.count }

    // MARK: Calls

    /// Takes a call.
    ///
    /// - Parameters:
    ///   - ticket: The call.
    ///   - program: Who has made it.
    ///   - byteCount: How large it is.
    ///   - isRun: Whether there is to be a run about it; else it only keeps its place.
    ///   - now: The time.
    /// - Returns: Whether there is room for it.
    package mutating func admit(
        _ ticket: Ticket,
        of program: String,
        byteCount: Int,
        isRun: Bool,
        _ now: MonotonicTime
    ) -> Bool {
        var line = lines[program] ?? Line()
        let isFirst = line.order.isEmpty
        guard
            isFirst
                || line.order.count < limits.programCount
                    && line.byteCount + byteCount <= limits.programByteCount
                    && self.byteCount + byteCount <= limits.byteCount
        else { return false }
        items[ticket] = Item(
            program: program,
            byteCount: byteCount,
            arrival: now,
            stage: isRun ? .waiting : .ready
        )
        line.order.append(ticket)
        line.byteCount += byteCount
        self.byteCount += byteCount
        if isRun {
            line.unrun.append(ticket)
            clocks.append(ticket)
            if !line.isInTurn {
                line.isInTurn = true
                turns.append(program)
            }
        } else {
            senders.append(program)
        }
        lines[program] = line
        return true
    }

    // MARK: Runs

    /// The call whose run begins now; nil for none, or while there are enough runs.
    ///
    /// The last free run is for a program that has none: one whose runs hang never has all of them.
    package mutating func nextRun() -> Ticket? {
        var rest = turns.count
        while rest > 0, runs.count < limits.runs, let program = turns.popFirst() {
            rest -= 1
            guard var line = lines[program] else { continue }
            dropLate(&line)
            let mayRun = line.runCount == 0 || runs.count < limits.runs - 1
            guard mayRun, let ticket = line.unrun.popFirst() else {
                line.isInTurn = !line.unrun.isEmpty
                if line.isInTurn { turns.append(program) }
                lines[program] = line
                continue
            }
            items[ticket]?.stage = .running
            runs[ticket] = program
            line.runCount += 1
            dropLate(&line)
            line.isInTurn = !line.unrun.isEmpty
            if line.isInTurn { turns.append(program) }
            lines[program] = line
            return ticket
        }
        return nil
    }

    private func dropLate(_ line: inout Line) {
        while let ticket = line.unrun.first, items[ticket]?.stage != .waiting {
            _ = line.unrun.popFirst()
        }
    }

    /// Takes the end of a run.
    ///
    /// - Parameter ticket: The call.
    /// - Returns: Whether its call still waits for it.
    package mutating func finishRun(_ ticket: Ticket) -> Bool {
        guard let program = runs.removeValue(forKey: ticket) else { return false }
        change(program) { $0.runCount -= 1 }
        guard items[ticket]?.stage == .running else { return false }
        items[ticket]?.stage = .ready
        senders.append(program)
        return true
    }

    /// Has calls wait no longer that have waited too long.
    ///
    /// - Parameter now: The time; nil ends the waiting of all.
    /// - Returns: The calls, which go to the server as they came.
    package mutating func expire(_ now: MonotonicTime?) -> [Ticket] {
        var late: [Ticket] = []
        while let ticket = clocks.first {
            if let item = items[ticket], item.stage == .waiting || item.stage == .running {
                if let now, now < item.arrival + limits.patience { break }
                items[ticket]?.stage = .ready
                senders.append(item.program)
                late.append(ticket)
            }
            _ = clocks.popFirst()
        }
        return late
    }

    /// When expire(_:) has something to do; nil for never.
    package var deadline: MonotonicTime? {
        clocks.all.lazy.compactMap { ticket in
            items[ticket].flatMap { item in
                item.stage == .waiting || item.stage == .running
                    ? item.arrival + limits.patience : nil
            }
        }.first
    }

    // MARK: The server

    /// The call that goes to the server now; nil for none.
    package mutating func nextSend() -> Ticket? {
        while let program = senders.popFirst() {
            guard var line = lines[program], line.sentCount < limits.window,
                let ticket = line.order.first, items[ticket]?.stage == .ready
            else { continue }
            _ = line.order.popFirst()
            line.sentCount += 1
            lines[program] = line
            items[ticket]?.stage = .sent
            senders.append(program)
            return ticket
        }
        return nil
    }

    /// Takes a call for answered.
    package mutating func answered(_ ticket: Ticket) {
        guard let item = items[ticket], item.stage == .sent else { return }
        items[ticket] = nil
        byteCount -= item.byteCount
        change(item.program) { line in
            line.sentCount -= 1
            line.byteCount -= item.byteCount
        }
        senders.append(item.program)
    }

    /// Puts calls back that no server answers any more, each in its place.
    package mutating func requeue(_ tickets: [Ticket]) {
        for ticket in tickets {
            guard let item = items[ticket], item.stage == .sent else { continue }
            items[ticket]?.stage = .ready
            change(item.program) { line in
                line.sentCount -= 1
                line.order.insert(ticket) { $0 > ticket }
            }
            senders.append(item.program)
        }
    }

    private mutating func change(_ program: String, _ body: (inout Line) -> Void) {
        guard var line = lines[program] else { return }
        body(&line)
        lines[program] = line.isEmpty ? nil : line
    }
}
