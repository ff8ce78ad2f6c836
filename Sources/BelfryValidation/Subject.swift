// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryRuntime
internal import Foundation

/// An extension under validation, and what its checks run it with.
package struct Subject: Sendable {
    /// The extension.
    package let bundle: ExtensionBundle

    /// How it is validated.
    package let options: Validator.Options

    /// The runs of the check that is under way.
    let runs: RunTally

    private let sdk: SDKLocation
    private let storePath: String

    init(
        bundle: ExtensionBundle,
        sdk: SDKLocation,
        storePath: String,
        options: Validator.Options,
        runs: RunTally
    ) {
        self.bundle = bundle
        self.runs = runs
        self.sdk = sdk
        self.storePath = storePath
        self.options = options
    }

    /// Whether its manifest asks for a process of its own for every run.
    var isAlwaysFresh: Bool { bundle.manifest.process == .fresh }

    /// Whether it draws notifications, rather than change them.
    var isContent: Bool { bundle.manifest.extensionPoint == .content }

    /// The plain payload, one that the extension is called for.
    func plainSample() throws -> SamplePayload {
        try drawable(SamplePayload.plain())
    }

    /// A payload as it reaches the extension: for one that draws it has a category that it draws.
    func drawable(_ sample: SamplePayload) throws -> SamplePayload {
        guard isContent, let category = bundle.manifest.categories.first else { return sample }
        return try sample.inCategory(category)
    }

    /// What a run may use: what the manifest asks for, then what the command line does.
    var budget: Budget {
        if let budget = options.budget { return budget }
        var budget = Budget()
        budget.apply(bundle.manifest.budget)
        return budget
    }

    /// Runs a check's work on a host of its own, so that no process of another check serves it.
    func session<Value: Sendable>(
        _ body: (Session) async throws -> Value
    ) async throws -> Value {
        var configuration = ExtensionHost.Configuration(sdk: sdk, storePath: storePath)
        configuration.showsPrivateValues = options.showsPrivateValues
        let host = try ExtensionHost(configuration)
        do {
            let value = try await body(Session(host: host, subject: self))
            await host.shutdown()
            return value
        } catch {
            await host.shutdown()
            throw error
        }
    }
}
