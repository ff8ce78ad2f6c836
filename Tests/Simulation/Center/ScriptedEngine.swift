// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryCenter

/// An engine whose runs end when, and as, its owner says.
package final class ScriptedEngine: ExtensionEngine {
    /// The runs that were begun and have not ended, in order.
    package private(set) var running: [ExtensionWork] = []

    /// All runs that were ever begun.
    package private(set) var begun: [ExtensionWork.Lease] = []

    /// Files that no notification owns any more, in the order in which they were freed.
    package private(set) var freed: [String] = []

    /// The runs whose outcomes the centre has dealt with, in order.
    package private(set) var settledLeases: [ExtensionWork.Lease] = []

    private let plan: CrashPlan?

    package init(plan: CrashPlan? = nil) {
        self.plan = plan
    }

    package func begin(_ work: ExtensionWork) {
        // A crash here ends the process before the extension was asked.
        if let plan, (try? plan.step()) == nil { return }
        running.append(work)
        begun.append(work.lease)
    }

    package func settled(_ lease: ExtensionWork.Lease) {
        settledLeases.append(lease)
    }

    package func free(_ files: [String]) {
        freed += files
    }

    /// Takes a run off the list, to end it.
    package func take(_ index: Int) -> ExtensionWork {
        running.remove(at: index)
    }

    /// Forgets the runs, as the end of the process does.
    package func reset() {
        running = []
    }
}
