// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryLedger
internal import CenterSimulation
internal import Foundation

/// Runs the centre in a process of its own, for tests that end it from outside.
@main
enum CenterProbe {
    private static let usage = """
        usage: center-probe simulate SECONDS [SEED]
               center-probe golden LEDGER OUTSIDE [STOP]   one of everything, acknowledged in OUTSIDE
               center-probe recover LEDGER OUTSIDE         takes up what golden left, and checks it
               center-probe backup LEDGER COPY             a copy, and a word once it is there
               center-probe restore LEDGER COPY            the copy in the ledger's place
               center-probe fixture LEDGER                 a ledger with one of every state
               center-probe fill LEDGER DELIVERED PENDING  how fast arrivals are committed
               center-probe accept LEDGER COUNT CALLERS    the same of callers that wait for each
               center-probe search LEDGER WORDS            how fast words are indexed and found
               center-probe open LEDGER                    how soon a centre is ready
               center-probe clock                          the machine's uptime in milliseconds
        """

    static func main() async {
        do {
            guard try await run(Array(CommandLine.arguments.dropFirst())) else {
                print(usage)
                exit(64)
            }
        } catch {
            print("\(error)")
            exit(1)
        }
    }

    /// Runs a command; false where there is none of that name.
    private static func run(_ arguments: [String]) async throws -> Bool {
        switch (arguments.first, arguments.count) {
        case ("simulate", 2...3): try await simulate(arguments)
        case ("golden", 3...4):
            let stop = arguments.count == 4 ? Int(arguments[3]) : nil
            try GoldenRun(ledger: arguments[1], outside: arguments[2], stop: stop).run()
        case ("recover", 3): try GoldenRun(ledger: arguments[1], outside: arguments[2]).recover()
        case ("backup", 3):
            try LedgerFile(arguments[1]).backUp(to: arguments[2])
            print("done")
        case ("restore", 3):
            _ = try LedgerFile(arguments[1]).restore(from: arguments[2])
            print("done")
        case ("fixture", 2): try LedgerFixture.write(to: arguments[1])
        case ("fill", 4):
            try LedgerLoad.fill(
                arguments[1],
                delivered: Int(arguments[2]) ?? 0,
                pending: Int(arguments[3]) ?? 0
            )
        case ("accept", 4):
            try await ArrivalLoad.measure(
                arguments[1],
                count: Int(arguments[2]) ?? 0,
                callers: max(1, Int(arguments[3]) ?? 1)
            )
        case ("search", 3): try LedgerLoad.search(arguments[1], arguments[2])
        case ("open", 2): try LedgerLoad.open(arguments[1])
        case ("clock", 1): print(SystemClock().uptime)
        default: return false
        }
        return true
    }

    /// Plays schedules beside each other, one on each processor.
    private static func simulate(_ arguments: [String]) async throws {
        let seconds = Double(arguments[1]) ?? 1
        let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
        let start = ContinuousClock.now
        let width = ProcessInfo.processInfo.activeProcessorCount
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for lane in 0..<width {
                group.addTask {
                    try await simulate(
                        seed + UInt64(lane),
                        by: UInt64(width),
                        until: start + .seconds(seconds)
                    )
                }
            }
            return try await group.reduce(0, +)
        }
        print("\(count) schedules in \(ContinuousClock.now - start), \(width) at a time")
    }

    /// Plays every so many-th schedule.
    ///
    /// - Returns: How many there were.
    @concurrent
    private static func simulate(
        _ first: UInt64,
        by step: UInt64,
        until end: ContinuousClock.Instant
    ) async throws -> Int {
        var seed = first
        var count = 0
        while ContinuousClock.now < end {
            do {
                try CenterSchedule(seed: seed, over: MemoryStore()).run()
            } catch {
                print("seed \(seed):")
                throw error
            }
            seed += step
            count += 1
        }
        return count
    }
}
