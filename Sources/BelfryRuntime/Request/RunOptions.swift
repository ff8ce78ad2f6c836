// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What may be different from one run to the next.
package struct RunOptions: Sendable {
    /// The budget; nil takes the defaults with what the manifest asks for.
    package var budget: Budget?

    /// The installed app that the bundle is of, by its identifier; nil where it is of none.
    ///
    /// Bundles of one app and one identifier are versions, of which each may run. Any other bundle with
    /// the identifier is refused as an impostor.
    package var app: String?

    /// Origins allowed besides the manifest's.
    package var allowedOrigins: [String] = []

    /// Whether the run may reach every public origin, for whoever wants to know which it asks for.
    ///
    /// Only who starts the run can say so: no manifest, payload or extension does. The run has a
    /// worker of its own.
    package var learnsOrigins = false

    /// Whether to end the worker afterwards; nil does as the manifest says.
    package var isFresh: Bool?

    /// What the user allows.
    package var device = DeviceState()

    /// The notification centre that the extension's app has; nil for the host's own in memory.
    package var center: (any ExtensionCenter)?

    /// What else the run is put to.
    package var trial = RunTrial()

    /// For a run that waits for a debugger, with its budgets not enforced: takes what a debugger
    /// needs to know once the extension is loaded; nil for an ordinary run.
    package var debugger: (@Sendable (DebuggerInvitation) -> Void)?

    /// Keeps what the run sees, or lets it see what another saw; such a run gets a worker of its
    /// own.
    package var tracing: RunTracing?

    /// Creates options that change the budget alone.
    package init(budget: Budget? = nil) {
        self.budget = budget
    }
}
