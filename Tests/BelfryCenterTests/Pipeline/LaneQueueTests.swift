// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryRandom
import CenterSimulation
import Testing

@Suite struct LaneQueueTests {
    private func entry(_ sequence: Int, _ app: String, _ thread: String = "") -> WaitingEntry {
        WaitingEntry(sequence: sequence, app: app, thread: thread)
    }

    private func drain(_ queue: inout LaneQueue) -> [Int] {
        var taken: [Int] = []
        while let next = queue.next() { taken.append(next) }
        return taken
    }

    @Test func `begins one of a thread at a time, and threads beside each other`() {
        var queue = LaneQueue(width: 8, appWidth: 8)
        for (sequence, thread) in [(1, "a"), (2, "a"), (3, "b"), (4, "b")] {
            queue.append(entry(sequence, "app", thread))
        }
        #expect(drain(&queue) == [1, 3])
        queue.finish(3)
        #expect(drain(&queue) == [4])
        queue.finish(1)
        #expect(drain(&queue) == [2])
        #expect(queue.waitingCount == 0)
    }

    @Test func `lets begin at once what has nothing before it`() {
        var queue = LaneQueue(width: 3, appWidth: 2)
        let (first, second) = (entry(1, "app", "a"), entry(2, "app", "a"))
        #expect(queue.canBegin(first))
        queue.begin(first)
        #expect(!queue.canBegin(second))
        #expect(queue.canBegin(entry(3, "app", "b")))
        queue.begin(entry(3, "app", "b"))
        #expect(!queue.canBegin(entry(4, "app", "c")))
        #expect(queue.canBegin(entry(5, "other")))
        queue.begin(entry(5, "other"))
        #expect(!queue.canBegin(entry(6, "third")))
        queue.finish(5)
        queue.append(second)
        // It comes later than what waits, whatever it waits for.
        #expect(!queue.canBegin(entry(7, "third")))
        queue.finish(1)
        #expect(drain(&queue) == [2])
    }

    @Test func `gives every app its turn while one has a burst`() {
        var queue = LaneQueue(width: 4, appWidth: 3)
        for sequence in 1...100 { queue.append(entry(sequence, "busy")) }
        queue.append(entry(101, "calm"))
        let first = drain(&queue)
        #expect(first == [1, 101, 2, 3])
        queue.append(entry(102, "calm"))
        queue.finish(1)
        // The busy app has as much as it may, so the free place waits for no one else.
        #expect(drain(&queue).count == 1)
        queue.finish(2)
        #expect(drain(&queue) == [102] || queue.runningCount == 4)
    }

    @Test func `leaves places free that one app may not take`() {
        var queue = LaneQueue(width: 4, appWidth: 2)
        for sequence in 1...10 { queue.append(entry(sequence, "busy")) }
        #expect(drain(&queue) == [1, 2])
        queue.append(entry(11, "calm"))
        #expect(drain(&queue) == [11])
    }

    @Test func `puts back what could not begin, at the head of its thread`() {
        var queue = LaneQueue(width: 8, appWidth: 8)
        for sequence in 1...3 { queue.append(entry(sequence, "app", "thread")) }
        #expect(queue.next() == 1)
        queue.requeue([1])
        #expect(queue.waitingCount == 3)
        #expect(queue.runningCount == 0)
        for sequence in 1...3 {
            #expect(drain(&queue) == [sequence])
            queue.finish(sequence)
        }
    }

    @Test(arguments: 1...50)
    func `keeps each thread's order and begins everything, in any order of endings`(
        _ seed: Int
    ) {
        var random = SeededGenerator(seed: UInt64(seed))
        var queue = LaneQueue(width: 5, appWidth: 3)
        let entries = (1...200).map { sequence in
            entry(sequence, "app \(random.below(4))", "thread \(random.below(3))")
        }
        for entry in entries { queue.append(entry) }
        var running: [Int] = []
        var begun: [Int] = []
        while begun.count < entries.count || !running.isEmpty {
            let started = drain(&queue)
            running += started
            begun += started
            #expect(running.count <= 5)
            let lanes = Set(running.map { entries[$0 - 1].app + entries[$0 - 1].thread })
            #expect(lanes.count == running.count)
            if running.isEmpty { break }
            queue.finish(running.remove(at: random.below(running.count)))
        }
        #expect(begun.sorted() == Array(1...200))
        for lane in Dictionary(
            grouping: begun,
            by: { entries[$0 - 1].app + entries[$0 - 1].thread }
        ) {
            #expect(lane.value == lane.value.sorted())
        }
    }
}
