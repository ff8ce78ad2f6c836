// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryBenchmarks
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct LimitProbeTests {
    @Test func `takes one sample from each line, in nanoseconds`() async throws {
        var round = Round()
        try await probe("echo 1500; echo 7").measure(into: &round)
        #expect(round[.forkAndWait] == [.nanoseconds(1500), .nanoseconds(7)])
    }

    @Test(arguments: ["echo fast", "echo 12; exit 3", "kill -9 $$"])
    func `does not take a failure for a result`(_ script: String) async throws {
        await #expect(throws: BenchmarkError.self) {
            var round = Round()
            try await probe(script).measure(into: &round)
        }
    }

    private func probe(_ script: String) -> LimitProbe {
        LimitProbe(program: "/bin/sh", arguments: ["-c", script], series: .forkAndWait)
    }
}
