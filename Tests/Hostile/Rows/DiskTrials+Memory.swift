// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Testing

/// Row 124: what bundles put on a disk that is memory.
extension DiskTrials {
    /// Files on a tmpfs, whose bytes the kernel does not count as written: nothing of them may be left,
    /// named or not.
    static let memory: [Trial] = [
        inMemory("with files of no name", act: "unlinked", .output),
        inMemory("with pieces of no name", act: "pieces", .hostResource),
        inMemory("with files", act: "write", .output),
        inMemory("with mapped holes", act: "map", .memory),
    ]

    private static func inMemory(_ name: String, act: String, _ reason: Verdict.Fallback) -> Trial {
        Trial(name, filler) { stage, bundle in
            let path = "/dev/shm/belfry-hostile-\(getpid())-\(act)"
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false
            )
            defer { try? FileManager.default.removeItem(atPath: path) }
            #expect(
                FileSystemKind(at: path)?.isMemory == true,
                "/dev/shm is no tmpfs; mount one there"
            )
            let before = try #require(FileSystemRoom(at: path)).freeByteCount
            var configuration = stage.host.configuration
            configuration.statePath = path
            let host = try ExtensionHost(configuration)
            let outcome = try await stage.run(bundle, act: act, settings, on: host)
            // A run whose bytes cannot be counted may have taken them, and others too.
            let isUncounted = !stage.reachesWorkers && act == "unlinked"
            let expectation = Expectation.fallback(isUncounted ? .hostResource : reason)
            (stage.keepsFiles ? expectation : nothing).check(outcome)
            await host.shutdown()
            let after = try #require(FileSystemRoom(at: path)).freeByteCount
            #expect(before - min(before, after) < 300 << 20, "\(before) became \(after)")
        }
    }
}
