// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation

/// Runs as many at once as the manifest lets there be, with workers that are there already or with a
/// new one for each.
struct PipelinedRunProbe: Probe {
    let subject: Subject

    /// How many runs there are at once (`ParallelRuns`).
    let width: Int

    /// How many runs each of them makes in a round.
    let count: Int

    /// Whether each run has a worker of its own.
    var isFresh = false

    /// Where the time per run goes.
    let series: Series

    /// Where the time of each whole run goes; nil for nowhere.
    var runSeries: Series?

    func measure(into round: inout Round) async throws {
        // The workers may have gone, or never have been.
        if !isFresh { _ = try await runs(of: 1) }
        let begin = MonotonicTime.now
        let times = try await runs(of: count)
        round.add((.now - begin) / (width * count), to: series)
        if let runSeries { for time in times { round.add(time, to: runSeries) } }
    }

    /// Makes so many runs one after the other, as often as there are runs at once.
    ///
    /// - Returns: How long each took.
    private func runs(of count: Int) async throws -> [Duration] {
        try await withThrowingTaskGroup(of: [Duration].self) { group in
            for _ in 0..<width {
                group.addTask {
                    var times: [Duration] = []
                    for _ in 0..<count {
                        times.append(try await subject.run(isFresh: isFresh).total)
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}

extension Scratch {
    /// Copies a bundle, under another identifier and with other keys of ours.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - name: The copy's name, with which its identifier ends too.
    ///   - keys: What is to be in `BFExtension`.
    /// - Returns: The copy.
    /// - Throws: What copying throws.
    func copy(
        _ bundle: ExtensionBundle,
        as name: String,
        _ keys: [String: Any] = [:]
    ) throws -> ExtensionBundle {
        let copy = directory.appendingPathComponent(name + ".appex")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: bundle.path), to: copy)
        let plist = copy.appendingPathComponent("Info.plist")
        let read = try unsafe PropertyListSerialization.propertyList(
            from: Data(contentsOf: plist),
            format: nil
        )
        guard var members = read as? [String: Any] else {
            throw BenchmarkError("\(plist.path) is no dictionary")
        }
        members["CFBundleIdentifier"] = bundle.manifest.identifier + "." + name
        members["BFExtension"] = keys
        try PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)
            .write(to: plist)
        return try ExtensionBundle(at: copy.path)
    }
}
