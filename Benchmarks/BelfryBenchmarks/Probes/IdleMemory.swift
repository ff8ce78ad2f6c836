// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime

/// What idle workers hold each, with several of them there.
struct IdleMemory {
    /// How many workers there are.
    static let count = 8

    /// The kind of extension.
    let kind: String

    /// The median worker's own memory.
    let kibibytes: Double

    /// The note for the report.
    var note: String {
        "an idle worker of \(Self.count), \(kind)=\(Int(kibibytes)) KiB of its own"
    }

    /// Has workers made by a host of their own, and looks at them between runs; nil where this user may
    /// not.
    ///
    /// - Parameters:
    ///   - kind: What the report calls the extension.
    ///   - bundle: The extension.
    ///   - mark: What it puts behind the title.
    ///   - scratch: Where a copy of the bundle goes, which may have so many workers, and the host's files.
    /// - Throws: What a run throws; ``BenchmarkError`` when there are fewer workers.
    init?(
        _ kind: String,
        of bundle: ExtensionBundle,
        mark: String,
        _ scratch: Scratch
    ) async throws {
        let copy = try scratch.copy(bundle, as: "Idle" + kind, ["ParallelRuns": Self.count])
        let host = try ExtensionHost(ExtensionHost.Configuration(scratch))
        let payload = try PushPayload.parse(SamplePayload.bytes)
        let subject = Subject(host: host, bundle: copy, payload: payload, mark: mark)
        let held: [Double]
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.count {
                    group.addTask { _ = try await subject.run(isFresh: false) }
                }
                try await group.waitForAll()
            }
            let workers = WorkerWatch.all
            held = workers.compactMap(\.own)
            guard workers.count == Self.count else {
                throw BenchmarkError(
                    "\(workers.count) workers of \(copy.path) in place of \(Self.count)"
                )
            }
        } catch {
            await host.shutdown()
            throw error
        }
        await host.shutdown()
        guard let median = Distribution(held)?.median, held.count == Self.count else { return nil }
        self.kind = kind
        kibibytes = median
    }
}
