// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// What makes runs side by side, and is made anew for every session.
package final class SourceRack: Sendable {
    /// Makes one source, which nothing else uses.
    package typealias Maker = @Sendable () throws -> any RunSource

    private let makers: [Maker]
    private let current = Mutex<[any RunSource]>([])

    /// - Parameter makers: One for each lane.
    package init(_ makers: [Maker]) {
        self.makers = makers
    }

    /// How many lanes there are.
    var count: Int { makers.count }

    /// Ends what there is and makes all anew.
    ///
    /// - Parameter order: Which is made first, and so on.
    /// - Returns: The sources, lane by lane.
    /// - Throws: What keeps one from being made.
    func renew(inOrder order: [Int]) async throws -> [any RunSource] {
        await stop()
        var sources: [Int: any RunSource] = [:]
        for lane in order {
            let source = try makers[lane]()
            current.withLock { $0.append(source) }
            sources[lane] = source
        }
        return makers.indices.compactMap { sources[$0] }
    }

    /// Ends what there is, runs in flight too.
    func stop() async {
        let sources = current.withLock { sources in
            defer { sources = [] }
            return sources
        }
        for source in sources { await source.stop() }
    }
}
