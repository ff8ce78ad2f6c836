// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySandbox
public import CoreMetrics
internal import Foundation

extension ExtensionHost {
    /// What a host is made of.
    public struct Configuration: Sendable {
        /// Where Belfry's own parts are: the worker, the symboliser and the SDK's library.
        public var parts = Parts.automatic

        /// The folder that attachments of delivered notifications are stored in.
        ///
        /// It is made when it is needed. By default `belfry/attachments` in the user's data directory
        /// (`XDG_DATA_HOME`), where the tool stores them too.
        public var attachmentsPath: String

        /// The folder for what extensions keep; nil, the default, for as long as the host lasts.
        public var statePath: String?

        /// The file in which failures of extensions are counted.
        ///
        /// An extension that fails too often is not tried for a while
        /// (``Verdict/Rejection/quarantined``). Nil, the default, tries every one always.
        public var quarantinePath: String?

        /// The most that a run or a session gets of anything, whatever its bundle asks for.
        ///
        /// It holds for ``RunOptions/budget`` as well. Nil, the default, gives what bundles ask for,
        /// which is right for your own bundles and wrong for those of strangers.
        public var budgetCeiling: Budget?

        /// What extensions may reach of the network.
        public var network = NetworkAccess.listed

        /// What the host may use as a whole.
        public var limits = HostLimits()

        /// Whether each worker gets a template process of its own, so that no two workers have the same
        /// addresses; each cold start then takes as long as a host's first.
        public var separatesAddresses = false

        /// What keeps the host's counters and histograms; nil, the default, to count nothing.
        ///
        /// Their names are in `Documentation/Metrics.md`. Give `MetricsSystem.factory` for those of the
        /// process.
        public var metrics: (any MetricsFactory)?

        /// A configuration with every default.
        public init() {
            attachmentsPath = Self.dataDirectory + "/belfry/attachments"
        }

        /// A configuration with every default.
        public static var `default`: Configuration { Configuration() }

        /// The user's data directory (XDG Base Directory Specification).
        private static var dataDirectory: String {
            let environment = ProcessInfo.processInfo.environment
            let data = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
            return data ?? NSHomeDirectory() + "/.local/share"
        }
    }
}

extension ExtensionHost.Configuration {
    /// What extensions may reach of the network.
    public enum NetworkAccess: Sendable, Hashable, CaseIterable {
        /// The origins that their bundles list, and those that options allow besides.
        case listed
        /// Nothing, whatever bundles list and options allow.
        case none
    }

    /// The process's own control group is divided once, whatever the number of hosts.
    private static let controlGroup = ControlGroup.takeOver()

    /// What the engine is made of.
    func engine() throws(BelfryError) -> Engine.Host.Configuration {
        _ = try budgetCeiling?.checked(from: "Configuration.budgetCeiling")
        try limits.check()
        var made = Engine.Host.Configuration(
            sdk: try parts.located(),
            storePath: attachmentsPath,
            controlGroup: Self.controlGroup
        )
        made.statePath = statePath
        made.quarantine = quarantinePath.map { QuarantineRegister(path: $0) }
        made.metrics = metrics
        made.execsWorkers = separatesAddresses
        limits.apply(to: &made.limits)
        return made
    }

    /// The budget of a run: what was chosen or else what the bundle asks for, below the ceiling.
    func budget(
        _ chosen: Budget?,
        for bundle: ExtensionBundle,
        from place: String
    ) throws(BelfryError) -> Engine.Budget {
        let budget = try chosen?.checked(from: place) ?? bundle.budget
        return budgetCeiling.map(budget.limited)?.engine ?? budget.engine
    }
}
