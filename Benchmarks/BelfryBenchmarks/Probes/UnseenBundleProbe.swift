// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// The first run of a bundle in a host that has a zygote, which was shown another bundle.
struct UnseenBundleProbe: Probe {
    /// Like the bundle that the zygote was shown; its own host takes no part.
    let subject: Subject

    /// What the host of each round is made of.
    let configuration: ExtensionHost.Configuration

    /// A copy of the subject's bundle.
    let bundle: ExtensionBundle

    /// Where the samples go.
    let series: Series

    func measure(into round: inout Round) async throws {
        // A host of its own: the others' zygotes are not to be shown these bundles too.
        let host = try ExtensionHost(configuration)
        do {
            _ = try await run(subject.bundle, in: host)
            round.add(try await run(bundle, in: host).delivery, to: series)
        } catch {
            await host.shutdown()
            throw error
        }
        await host.shutdown()
    }

    private func run(
        _ bundle: ExtensionBundle,
        in host: ExtensionHost
    ) async throws -> Subject.Outcome {
        let subject = Subject(
            host: host,
            bundle: bundle,
            payload: subject.payload,
            mark: subject.mark
        )
        return try await subject.run(isFresh: true)
    }
}
