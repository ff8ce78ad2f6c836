// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Testing

@testable import BelfryRuntime

@Suite(.timeLimit(.minutes(1)))
struct SystemThreadValueTests {
    @Test func `work that blocks leaves Swift's pool to others`() async {
        let count = 4 * ProcessInfo.processInfo.activeProcessorCount
        let released = Semaphore()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    await SystemThread.value(named: "belfry-test") { released.wait() }
                }
            }
            group.addTask {
                for _ in 0..<count { released.signal() }
            }
        }
    }

    @Test func `gives what the work comes to`() async {
        let value = await SystemThread.value(named: "belfry-test") { 42 }
        #expect(value == 42)
    }
}
