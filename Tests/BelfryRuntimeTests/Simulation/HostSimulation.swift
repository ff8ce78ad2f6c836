// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation

/// The simulation of the host as a program.
@main
enum HostSimulation {
    private static let usage = """
        usage: host-simulation search SECONDS [SEED [THREADS]]   new seeds; status 1 for a broken promise
               host-simulation play SEED                         one schedule, event by event
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.dropFirst().compactMap { UInt64($0) }
        let bundles = try SimulatedBundles()
        let simulator = HostSimulator(bundles: bundles.all)
        let status: Int32
        switch (arguments.first, numbers.count, arguments.count - 1) {
        case ("search", 1...3, numbers.count): status = await search(simulator, numbers)
        case ("play", 1, 1): status = show(numbers[0], simulator)
        default:
            print(usage)
            status = 64
        }
        bundles.remove()
        exit(status)
    }

    private static func search(_ simulator: HostSimulator, _ numbers: [UInt64]) async -> Int32 {
        let begin = ContinuousClock.now
        let threadCount = numbers.count > 2 ? Int(clamping: numbers[2]) : 2
        let found = await simulator.search(
            for: .seconds(Int(clamping: numbers[0])),
            from: numbers.count > 1 ? numbers[1] : .random(in: 0...(.max)),
            threadCount: max(1, threadCount)
        )
        let time = (ContinuousClock.now - begin) / .seconds(1)
        let count = Double(found.scheduleCount)
        let cpu = Double(MonotonicTime.read(CLOCK_PROCESS_CPUTIME_ID) ?? 0) / count / 1_000_000
        print(
            "\(found.scheduleCount) schedules of \(found.stepCount / found.scheduleCount) steps in "
                + "\(rounded(time, 1)) s on \(threadCount) threads: \(Int(count / time)) a second, "
                + "\(rounded(cpu, 3)) ms of CPU time each"
        )
        guard let seed = found.failedSeed else { return 0 }
        return show(seed, simulator)
    }

    private static func rounded(_ number: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", number)
    }

    private static func show(_ seed: UInt64, _ simulator: HostSimulator) -> Int32 {
        let outcome = simulator.play(seed, isTold: true)
        for line in outcome.history { print(line) }
        guard let failure = outcome.failure else {
            print("seed \(seed): every promise was kept")
            return 0
        }
        print("seed \(seed): \(failure); `make simulate SEED=\(seed)` shows it again")
        return 1
    }
}
