// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc

@testable import BelfryRuntime

/// What starts zygotes without processes.
final class SimulatedZygotes: ZygoteStarting {
    private let clock: SimulatedClock
    private let numbers: NumberSource

    /// The zygotes that are not gone, in the order of their numbers.
    private(set) var all: [SimulatedZygote] = []

    /// How often one was asked for.
    private(set) var startCount = 0

    /// The zygotes that were asked for each worker, until it is forgotten.
    private(set) var asked: [UInt64: [Int32]] = [:]

    /// Why the next ones cannot be started, and how many of them.
    private var failures: [any Error] = []

    /// Whether the next directory that the host looks for is not there.
    var lacksDirectory = false

    /// Whether the next one is stopped before it is set up.
    var stopsNext = false

    /// Which directories the bundles are now: an update may put another in a bundle's place.
    var generation: UInt64 = 1

    init(_ clock: SimulatedClock, _ numbers: NumberSource) {
        self.clock = clock
        self.numbers = numbers
    }

    func start(_ runtime: ExtensionBundle.Runtime) throws -> Zygote {
        startCount += 1
        if let failure = failures.popLast() { throw failure }
        let number = Int32(startCount)
        let process = SimulatedZygote(number, clock) { [weak self] in self?.note($0, number) }
        process.isStopped = stopsNext
        stopsNext = false
        all.append(process)
        return Zygote(
            number: ZygoteNumber(value: numbers.next()),
            runtime: runtime,
            view: ZygoteView(isBounded: true, identify: identify),
            process,
            clock
        )
    }

    private func note(_ worker: UInt64, _ zygote: Int32) {
        if asked[worker]?.contains(zygote) != true { asked[worker, default: []].append(zygote) }
    }

    /// Forgets a worker.
    func forget(_ worker: UInt64) {
        asked[worker] = nil
    }

    private func identify(_ path: String) throws(SystemError) -> FileIdentity {
        if lacksDirectory {
            lacksDirectory = false
            throw SystemError(call: "lstat", errno: ENOENT)
        }
        return FileIdentity(device: 1, inode: path.hasSuffix(".appex") ? generation : 1)
    }

    /// Has the next ones not be started.
    func fail(_ count: Int, isShortage: Bool) {
        let failure: any Error =
            isShortage
            ? SystemError(call: "clone3", errno: EAGAIN) : HostError("the SDK lacks a part")
        failures = Array(repeating: failure, count: count)
    }

    /// Has the host hear that nothing is left of a zygote that it has killed.
    func bury(_ zygote: SimulatedZygote) {
        all.removeAll { $0 === zygote }
        zygote.vanish()
    }

    /// Forgets all zygotes, with what they refer to.
    func stop() {
        for zygote in all { zygote.stop() }
        all = []
    }
}
