// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryEgress
internal import BelfryModel
internal import BelfryRuntime

/// What a command that calls an extension is told about the host.
struct HostOptions: ParsableArguments {
    @Option(
        help: """
            Budgets, such as wall=5s,memory=12MB; also start, cpu, output, network, requests, \
            connections; or a profile first: ios, ios-small, ci.
            """
    )
    var budget: String?

    @Option(help: "An origin to allow besides the manifest's, such as https://example.com.")
    var allowNetwork: [String] = []

    @Option(help: "Where attachments are stored.")
    var store: String?

    @Option(help: "Where extensions keep their data, and what they share in groups.")
    var state: String?

    @Flag(
        name: .customLong("exec-workers"),
        help: """
            Give each worker a zygote of its own, so that no two have the same addresses; every cold \
            start then takes as long as a host's first.
            """
    )
    var execsWorkers = false

    @OptionGroup
    var privacyOptions: PrivacyOptions

    func validate() throws {
        for (option, path) in [("--store", store), ("--state", state)] where path?.isEmpty == true {
            throw ValidationError(EmptyValue.message(for: option, noun: "folder"))
        }
    }

    /// What a host is made of.
    ///
    /// - Throws: ``SDKLocationError`` when a part of Belfry is missing, ``ToolFailure`` for an origin
    ///   that is none.
    func configuration() throws -> ExtensionHost.Configuration {
        do throws(OriginError) {
            _ = try NetworkPolicy(allowNetwork, from: "--allow-network")
        } catch {
            throw ToolFailure("\(error)", .usage)
        }
        var configuration = ExtensionHost.Configuration(
            sdk: try SDKLocation.ofRunningTool(),
            storePath: store ?? StorePath.default
        )
        configuration.statePath = state ?? StatePath.storage
        configuration.execsWorkers = execsWorkers
        configuration.showsPrivateValues = privacyOptions.showsPrivateValues
        return configuration
    }

    /// The budget of an extension; nil for what its manifest asks for.
    func budget(of bundle: ExtensionBundle) throws(BudgetError) -> Budget? {
        guard let budget else { return nil }
        var combined = Budget()
        combined.apply(bundle.manifest.budget)
        try BudgetOption.apply(budget, to: &combined, from: "--budget")
        return combined
    }
}
