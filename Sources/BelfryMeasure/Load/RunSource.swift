// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
package import BelfryRuntime

/// What makes runs for whoever measures: the host, or a stand-in whose runs are known.
package protocol RunSource: Sendable {
    /// Makes one run.
    ///
    /// - Parameters:
    ///   - payload: What the extension is asked about.
    ///   - budget: What it may use.
    ///   - isFresh: Whether it gets a new worker, which ends with it.
    /// - Returns: Its report.
    /// - Throws: What keeps every run from being made; a run that fails has a verdict.
    func run(_ payload: MeasuredPayload, budget: Budget, isFresh: Bool) async throws -> RunReport
}

/// A payload with the name that tables call it by.
package struct MeasuredPayload: Sendable {
    /// The file's name.
    package let name: String
    package let push: PushPayload

    package init(name: String, push: PushPayload) {
        self.name = name
        self.push = push
    }
}

/// Runs of one bundle in a host.
package struct HostRunSource: RunSource {
    private let host: ExtensionHost
    private let bundle: ExtensionBundle
    private let allowedOrigins: [String]

    package init(host: ExtensionHost, bundle: ExtensionBundle, allowedOrigins: [String] = []) {
        self.host = host
        self.bundle = bundle
        self.allowedOrigins = allowedOrigins
    }

    package func run(
        _ payload: MeasuredPayload,
        budget: Budget,
        isFresh: Bool
    ) async throws -> RunReport {
        var options = ExtensionHost.RunOptions()
        options.budget = budget
        options.isFresh = isFresh
        options.allowedOrigins = allowedOrigins
        return try await host.run(
            .push(payload.push, identifier: payload.name),
            in: bundle,
            options: options
        )
    }
}
