// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// When a bundle's runs could write to a directory that others have too, in nanoseconds of UNIX time.
struct StorageSpan: Equatable {
    let bundle: String
    let run: UInt64
    let beginning: UInt64

    /// Nil while the run is under way.
    var end: UInt64?

    /// How much longer than a run its bundle is taken to have written: clocks of files have ticks, and
    /// some libraries write a moment later.
    private static let margin: UInt64 = 1_000_000_000

    /// Most spans that are kept of a directory, besides those of runs under way.
    private static let limit = 64

    /// The times in which another bundle than one can have written.
    static func others(than bundle: String, in spans: [StorageSpan]) -> [ClosedRange<UInt64>] {
        spans.filter { $0.bundle != bundle }.map { span in
            let end = span.end.map { $0 &+ margin } ?? .max
            let beginning = span.beginning - min(span.beginning, margin)
            return beginning...max(beginning, end)
        }
    }

    /// Forgets the oldest where there are too many: the two oldest of a bundle become one.
    static func compact(_ spans: inout [StorageSpan]) {
        while spans.count(where: { $0.end != nil }) > limit {
            guard let first = spans.firstIndex(where: { $0.end != nil }) else { return }
            let old = spans.remove(at: first)
            let next = spans.firstIndex { $0.bundle == old.bundle }
            guard let next else { continue }
            spans[next] = StorageSpan(
                bundle: old.bundle,
                run: spans[next].run,
                beginning: old.beginning,
                end: spans[next].end
            )
        }
    }
}
