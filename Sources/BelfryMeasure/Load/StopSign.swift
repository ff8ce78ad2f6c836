// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Tells a measuring to begin no further run; from any thread, such as one that waits for signals.
package final class StopSign: Sendable {
    private let stream: AsyncStream<Void>
    private let raised: AsyncStream<Void>.Continuation
    private let state = Atomic(false)

    package init() {
        (stream, raised) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
    }

    /// Asks for the end.
    package func raise() {
        state.store(true, ordering: .releasing)
        raised.yield()
    }

    package var isRaised: Bool { state.load(ordering: .acquiring) }

    /// Waits until it is raised, or the task is cancelled.
    func wait() async {
        guard !isRaised else { return }
        for await _ in stream { return }
    }
}
