// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryBenchmarks
internal import Foundation
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct PeersTests {
    @Test func `measures those that are there, and leaves the others out`() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-peers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let peers = Peers(directory: directory, payloadPath: "/push")
        #expect(peers.probes.isEmpty)

        // It says what it is asked, which is no duration. A file written here could not be run while
        // another test forks.
        let program = directory.appendingPathComponent("go-plugin").path
        try FileManager.default.createSymbolicLink(
            atPath: program,
            withDestinationPath: "/bin/echo"
        )
        #expect(peers.probes.count == 1)
        let error = await #expect(throws: BenchmarkError.self) {
            var round = Round()
            for probe in peers.probes { try await probe.measure(into: &round) }
        }
        #expect(error?.description.contains("printed \"kept 200 /push\"") == true)
    }

    @Test func `are held against runs of ours`() {
        let limits = Set(Series.pairs.map(\.limit))
        for (subject, peer) in Series.peers {
            #expect(!limits.contains(peer), "\(peer) is a limit and a peer")
            #expect(Series.pairs.contains { $0.subject == subject }, "\(subject) has no limit")
        }
    }
}
