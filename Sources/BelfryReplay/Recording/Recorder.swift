// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
package import BelfryReport
package import BelfryRuntime

/// Makes one run and keeps what it saw.
package struct Recorder: Sendable {
    private let bundle: ExtensionBundle
    private let configuration: ExtensionHost.Configuration
    private let options: ExtensionHost.RunOptions

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - bundle: The extension.
    ///   - configuration: What the run's host is made of.
    ///   - options: What is different about the run.
    package init(
        bundle: ExtensionBundle,
        configuration: ExtensionHost.Configuration,
        options: ExtensionHost.RunOptions
    ) {
        self.bundle = bundle
        self.configuration = configuration
        self.options = options
    }

    /// Makes the run.
    ///
    /// - Parameters:
    ///   - payload: What the extension is asked about.
    ///   - identifier: The request's.
    /// - Returns: The run's report, and the recording without the credentials of its requests.
    /// - Throws: What keeps the run from being made.
    package func record(
        _ payload: PushPayload,
        identifier: String
    ) async throws -> (report: RunReport, recording: Recording) {
        let environment = HostConfiguration.passedEnvironment
        var configuration = configuration
        configuration.tracedEnvironment = environment
        let files = try await BundleFiles.list(of: bundle)
        let host = try ExtensionHost(configuration)
        let outcome: TracedOutcome
        do {
            outcome = try await TracedOutcome(
                of: payload,
                identifier,
                in: bundle,
                on: host,
                options
            )
        } catch {
            await host.shutdown()
            throw error
        }
        await host.shutdown()
        var recording = Recording(
            bundle: Recording.Bundle(
                identifier: bundle.manifest.identifier,
                version: bundle.manifest.version,
                path: bundle.path,
                files: files,
                sdk: sdkBuild
            ),
            request: Recording.Request(
                identifier: identifier,
                payload: String(decoding: payload.bytes, as: UTF8.self)
            ),
            budget: RecordedBudget(options.budget ?? bundle.budget),
            allowedOrigins: options.allowedOrigins,
            environment: environment,
            trace: outcome.trace,
            result: outcome.result,
            redactions: []
        )
        for redaction in Redaction.always { _ = try recording.apply(redaction) }
        return (outcome.report, recording)
    }

    private var sdkBuild: String? {
        guard let image = try? bundle.readImage(), ExtensionBundle.runtime(of: image) == .swift
        else { return nil }
        return configuration.sdk.buildID(ofLibrary: SDKLocation.swiftLibraryName)
    }
}

extension ExtensionBundle {
    /// The budget that its manifest asks for.
    fileprivate var budget: Budget {
        var budget = Budget()
        budget.apply(manifest.budget)
        return budget
    }
}
