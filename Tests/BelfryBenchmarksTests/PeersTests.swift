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

        let program = directory.appendingPathComponent("go-plugin")
        let script = "#!/bin/sh\n[ \"$*\" = \"kept 200 /push\" ] && echo 1500\n"
        try Data(script.utf8).write(to: program)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: program.path
        )
        var round = Round()
        for probe in peers.probes { try await probe.measure(into: &round) }
        #expect(round[.goPluginKept] == [.nanoseconds(1500)])
        #expect(peers.probes.count == 1)
    }

    @Test func `are held against runs of ours`() {
        let limits = Set(Series.pairs.map(\.limit))
        for (subject, peer) in Series.peers {
            #expect(!limits.contains(peer), "\(peer) is a limit and a peer")
            #expect(Series.pairs.contains { $0.subject == subject }, "\(subject) has no limit")
        }
    }
}
