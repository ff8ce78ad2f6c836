// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime

/// How a run of a trial differs from the others.
struct RunSettings: Sendable {
    /// Parts of the budget, as on the command line.
    var budget = ""

    /// How long before the end of the wall budget the extension is told.
    var grace: Duration = .milliseconds(100)

    /// Whether the worker is for this run only.
    var isFresh: Bool?

    /// Further members of the payload, as JSON with a comma in front.
    var payload = ""

    /// Origins that are allowed besides the manifest's.
    var origins: [String] = []

    /// Small enough that a row which runs into its end does not hold up the suite, and large enough
    /// for a busy machine.
    static let usualBudget = "wall=4s,cpu=2s,start=10s"

    init(_ budget: String = "", fresh isFresh: Bool? = nil, payload: String = "") {
        self.budget = budget
        self.isFresh = isFresh
        self.payload = payload
    }

    /// The options of a run.
    func options() throws -> ExtensionHost.RunOptions {
        var options = ExtensionHost.RunOptions()
        var amounts = Budget()
        try amounts.apply(Self.usualBudget)
        if !budget.isEmpty { try amounts.apply(budget) }
        amounts.grace = grace
        Patience.stretch(&amounts)
        options.budget = amounts
        options.isFresh = isFresh
        options.allowedOrigins = origins
        return options
    }
}
