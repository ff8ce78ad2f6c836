// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Testing

extension TemporaryFolder {
    /// Runs an extension that was built in the folder on a push.
    ///
    /// - Parameter bundle: The extension's bundle, in the folder.
    /// - Returns: The title of the notification that it delivers.
    /// - Throws: What kept it from delivering one.
    func deliveredTitle(by bundle: String = "Service.appex") async throws -> String {
        let workshop = try Workshop()
        let host = try workshop.host()
        let report = try await host.run(
            try Workshop.push(),
            in: try ExtensionBundle(at: self(bundle))
        )
        await host.shutdown()
        try #require(report.verdict == .delivered, "\(report.explanation)")
        return report.after.title
    }
}
