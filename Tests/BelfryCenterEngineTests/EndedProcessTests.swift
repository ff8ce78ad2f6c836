// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryCenterEngine
import BelfryModel
import BelfryRuntime
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// Whatever ends under a run, each notification is shown once.
@Suite(.timeLimit(.minutes(30)), .serialized)
struct EndedProcessTests {
    /// How many pushes a burst has: `BELFRY_CENTER_BURST=10000` for more.
    private static var burst: Int {
        ProcessInfo.processInfo.environment["BELFRY_CENTER_BURST"].flatMap(Int.init) ?? 1000
    }

    @Test func `loses and doubles nothing while each third extension crashes`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("CrashesOnEachThird")
        let center = try await HostedCenter(
            ledger: workshop.folder.appendingPathComponent("center.sqlite").path,
            host: try workshop.host(),
            extension: bundle.path
        )
        let count = Self.burst
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                // 50 threads of the app's, which take turns.
                group.addTask {
                    let (title, thread) = ("\(number)", "\(number % 50)")
                    try await center.push(title, title: title, thread: thread)
                }
            }
            try await group.waitForAll()
        }
        let shown = await center.presented(count)
        #expect(Set(shown.map(\.identifier)).count == count)
        let events = try await center.events().filter { $0.kind == .presented }
        #expect(events.count == count)
        for entry in shown {
            let number = try #require(Int(entry.original.title))
            #expect(entry.shown.title == (number % 3 == 0 ? "\(number)" : "\(number), changed"))
        }
        let entries = try await center.entries()
        #expect(entries.count == count)
        #expect(entries.allSatisfy { $0.state == .presented })
        let threads = Dictionary(grouping: shown, by: \.thread).values.map { $0.map(\.sequence) }
        #expect(threads.count == 50)
        #expect(threads.allSatisfy { $0 == $0.sorted() })
        await center.end()
    }

    @Test func `shows a notification once wherever its worker or zygote is killed`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            let bundle = try await workshop.bundle("Completes", ["Process": "fresh"])
            let center = try await HostedCenter(
                ledger: workshop.folder.appendingPathComponent("center.sqlite").path,
                host: try workshop.host(),
                extension: bundle.path
            )
            let count = 60
            var endings: [String: Int] = [:]
            for number in 0..<count {
                try await center.push("\(number)")
                // Later and later in the run; the oldest is the zygote, the newest a worker.
                usleep(UInt32(number / 2 * 300))
                let processes = try Holdings.descendantProcesses()
                if let process = number % 2 == 0 ? processes.last : processes.first {
                    kill(process, SIGKILL)
                }
                let shown = await center.presented(1)
                try #require(shown.map(\.identifier) == ["\(number)"])
                try #require(["before", "changed"].contains(shown[0].shown.title))
                endings[shown[0].detail.verdict?.description ?? "", default: 0] += 1
            }
            let events = try await center.events().filter { $0.kind == .presented }
            try #require(events.compactMap(\.sequence) == Array(1...count))
            // Some were killed in time.
            try #require(endings.keys.contains { !$0.hasPrefix("delivered") }, "\(endings)")
            print("endings: \(endings)")
            await center.end()
        }
    }
}
