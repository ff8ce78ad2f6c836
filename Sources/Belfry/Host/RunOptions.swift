// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// What may be different from one run to the next.
public struct RunOptions: Sendable, Hashable {
    /// What the run may use; nil, the default, for what its bundle asks for (``ExtensionBundle/budget``).
    ///
    /// It replaces what the bundle asks for, and stays below
    /// ``ExtensionHost/Configuration/budgetCeiling``.
    public var budget: Budget?

    /// Origins that the extension may reach besides those that its bundle lists, such as
    /// `https://example.com`.
    public var allowedOrigins: [String] = []

    /// Whether the extension gets a new process that is ended afterwards; nil, the default, does as its
    /// bundle says.
    public var usesNewProcess: Bool?

    /// What the user lets the app show.
    public var device = DeviceConditions()

    /// Options with every default.
    public init() {}

    func engine(
        for bundle: ExtensionBundle,
        _ configuration: ExtensionHost.Configuration
    ) throws(BelfryError) -> Engine.Host.RunOptions {
        var options = Engine.Host.RunOptions()
        options.budget = try configuration.budget(budget, for: bundle, from: "RunOptions.budget")
        options.allowedOrigins = allowedOrigins
        options.isFresh = usesNewProcess
        options.device = device.engine
        options.trial.isOffline = configuration.network == .none
        return options
    }
}
