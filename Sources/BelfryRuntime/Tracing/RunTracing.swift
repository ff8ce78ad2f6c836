// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// That what a run sees is kept, or is what another run saw.
package struct RunTracing: Sendable {
    /// What the other run saw; nil to keep what this one does.
    package var replayed: RunTrace?

    /// Takes what the run saw, once everything about it is known.
    package var collect: @Sendable (RunTrace) -> Void

    /// Traces a run, or replays one that was traced before.
    package init(replaying trace: RunTrace? = nil, collect: @escaping @Sendable (RunTrace) -> Void)
    {
        replayed = trace
        self.collect = collect
    }
}
