// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import BelfrySystem
import Testing

@testable import BelfryDesktop

/// Whose call is next, by the order in which calls, answers and times come.
@Suite struct InterceptQueueTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000)

    private func queue(
        runs: Int = 2,
        _ change: (inout InterceptQueue.Limits) -> Void = { _ in }
    ) -> InterceptQueue {
        var limits = InterceptQueue.Limits()
        limits.runs = runs
        change(&limits)
        return InterceptQueue(limits)
    }

    private func admit(
        _ queue: inout InterceptQueue,
        _ ticket: InterceptQueue.Ticket,
        of program: String,
        _ byteCount: Int = 1,
        isRun: Bool
    ) -> Bool {
        queue.admit(ticket, of: program, byteCount: byteCount, isRun: isRun, Self.start)
    }

    private func finish(_ queue: inout InterceptQueue, _ ticket: InterceptQueue.Ticket) -> Bool {
        queue.finishRun(ticket)
    }

    private func runs(_ queue: inout InterceptQueue) -> [InterceptQueue.Ticket] {
        var tickets: [InterceptQueue.Ticket] = []
        while let ticket = queue.nextRun() { tickets.append(ticket) }
        return tickets
    }

    private func sends(_ queue: inout InterceptQueue) -> [InterceptQueue.Ticket] {
        var tickets: [InterceptQueue.Ticket] = []
        while let ticket = queue.nextSend() { tickets.append(ticket) }
        return tickets
    }

    @Test func `sends the calls of one program in their order, whichever run ends first`() {
        var queue = queue(runs: 4)
        for ticket in 1...3 as ClosedRange<UInt64> {
            #expect(admit(&queue, ticket, of: "a", isRun: true))
        }
        // A call that asks for no run keeps its place as well.
        #expect(admit(&queue, 4, of: "a", isRun: false))
        #expect(runs(&queue) == [1, 2, 3])
        #expect(finish(&queue, 3) && finish(&queue, 2))
        #expect(sends(&queue) == [])
        #expect(finish(&queue, 1))
        #expect(sends(&queue) == [1, 2, 3, 4])
    }

    @Test func `lets another program pass one whose run has not ended`() {
        var queue = queue()
        _ = admit(&queue, 1, of: "a", isRun: true)
        _ = admit(&queue, 2, of: "b", isRun: true)
        #expect(runs(&queue) == [1, 2])
        #expect(finish(&queue, 2))
        #expect(sends(&queue) == [2])
    }

    @Test func `gives programs turns, and the last free run to one that has none`() {
        var queue = queue(runs: 3)
        for ticket in 1...10 as ClosedRange<UInt64> {
            _ = admit(&queue, ticket, of: "flood", isRun: true)
        }
        #expect(runs(&queue) == [1, 2])
        _ = admit(&queue, 11, of: "b", isRun: true)
        #expect(runs(&queue) == [11])
        _ = admit(&queue, 12, of: "c", isRun: true)
        #expect(runs(&queue) == [])
        _ = queue.finishRun(1)
        #expect(runs(&queue) == [12])
    }

    @Test func `has a call wait for its run no longer than it may`() {
        var queue = queue(runs: 1) { $0.patience = .seconds(8) }
        for ticket in 1...2 as ClosedRange<UInt64> {
            let time = Self.start + .seconds(Int64(ticket))
            _ = queue.admit(ticket, of: "a", byteCount: 1, isRun: true, time)
        }
        #expect(runs(&queue) == [1])
        #expect(queue.deadline == Self.start + .seconds(9))
        #expect(queue.expire(Self.start + .seconds(8)) == [])
        #expect(queue.expire(Self.start + .seconds(9)) == [1])
        #expect(sends(&queue) == [1])
        // The run goes on, and holds its place, but its end says nothing any more.
        #expect(runs(&queue) == [])
        #expect(!finish(&queue, 1))
        #expect(runs(&queue) == [2])
        #expect(queue.expire(nil) == [2])
        #expect(queue.deadline == nil)
    }

    @Test func `refuses what is too much of one program, and takes another's`() {
        var queue = queue {
            $0.programCount = 3
            $0.byteCount = 100
        }
        for ticket in 1...3 as ClosedRange<UInt64> {
            #expect(admit(&queue, ticket, of: "a", 30, isRun: true))
        }
        #expect(!admit(&queue, 4, of: "a", isRun: true))
        // Past the limit of all, one call of each program has room.
        #expect(admit(&queue, 5, of: "b", 30, isRun: true))
        #expect(!admit(&queue, 6, of: "b", isRun: true))
        #expect(admit(&queue, 7, of: "c", 30, isRun: true))
    }

    @Test func `gives the server no more calls of one program than it may leave unanswered`() {
        var queue = queue { $0.window = 2 }
        for ticket in 1...3 as ClosedRange<UInt64> {
            _ = admit(&queue, ticket, of: "a", isRun: false)
        }
        _ = admit(&queue, 4, of: "b", isRun: false)
        #expect(sends(&queue).sorted() == [1, 2, 4])
        queue.answered(2)
        #expect(sends(&queue) == [3])
        for ticket in [1, 3, 4] as [UInt64] { queue.answered(ticket) }
        #expect(queue.isEmpty)
    }

    @Test func `puts what a server has not answered back in its place`() {
        var queue = queue { $0.window = 2 }
        for ticket in 1...3 as ClosedRange<UInt64> {
            _ = admit(&queue, ticket, of: "a", isRun: false)
        }
        #expect(sends(&queue) == [1, 2])
        queue.requeue([1, 2])
        #expect(sends(&queue) == [1, 2])
        queue.answered(1)
        #expect(sends(&queue) == [3])
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `sends each call once and in its program's order, whatever happens`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var queue = queue(runs: Int.random(in: 1...4, using: &random)) {
            $0.window = 3
            $0.programCount = 20
        }
        var now = Self.start
        var (running, sent, last) = ([UInt64](), [UInt64](), UInt64(0))
        var answered: [UInt64] = []
        var owners: [UInt64: String] = [:]
        func step() {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2:
                last += 1
                let program = ["a", "b", "c"].randomElement(using: &random) ?? "a"
                let isRun = Bool.random(using: &random)
                if queue.admit(last, of: program, byteCount: 1, isRun: isRun, now) {
                    owners[last] = program
                }
            case 3: running += runs(&queue)
            case 4:
                if let index = running.indices.randomElement(using: &random) {
                    _ = queue.finishRun(running.remove(at: index))
                }
            case 5: sent += sends(&queue)
            case 6:
                if let ticket = sent.first {
                    sent.removeFirst()
                    answered.append(ticket)
                    queue.answered(ticket)
                } else {
                    queue.requeue(sent)
                    sent = []
                }
            default:
                now = now + .milliseconds(Int64.random(in: 0...5000, using: &random))
                _ = queue.expire(now)
            }
        }
        for _ in 0..<400 { step() }
        while !queue.isEmpty {
            running += runs(&queue)
            for ticket in running { _ = queue.finishRun(ticket) }
            running = []
            for ticket in sent + sends(&queue) {
                answered.append(ticket)
                queue.answered(ticket)
            }
            sent = []
        }
        #expect(Set(answered).count == answered.count && answered.count == owners.count)
        for program in ["a", "b", "c"] {
            let order = answered.filter { owners[$0] == program }
            try #require(order == order.sorted(), "seed \(seed)")
        }
    }
}
