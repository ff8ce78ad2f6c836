// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@Suite struct MainLoopTests {
    /// The probe is a program of its own: in a test process the main thread is taken.
    @Test(.timeLimit(.minutes(1)))
    func `serves queue, timers and actor on the main thread, and idles without work`() async throws
    {
        let probe = Repository.products.appendingPathComponent("user-notifications-main-loop")
        let run = try await Command(probe, [])
        #expect(run.status == 0, "\(run.output)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.prefix(3) == ["queue true", "timer true", "actor true"])
        let report = try #require(lines.last?.split(separator: " "))
        let microseconds = try #require(report.last.flatMap { Int($0) })
        // 300 ms idle: a loop that polled or spun would have spent most of it.
        #expect(report.first == "cpu" && microseconds < 150_000)
    }
}
