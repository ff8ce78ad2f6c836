// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What the address of one worker's code says about another's.
enum AddressTrials {
    static let trials = [
        Trial("of one zygote", .named("111-tells-its-addresses")) { stage, bundle in
            let first = try await addresses(stage.host, bundle)
            let second = try await addresses(stage.host, bundle)
            // What is mapped after the fork, such as a thread's stack, may lie elsewhere.
            for name in inherited { #expect(first[name] == second[name], "\(name)") }
        },
        Trial("of zygotes of their own", .named("111-tells-its-addresses")) { stage, bundle in
            var configuration = ExtensionHost.Configuration(
                sdk: try SDKLocation(executableDirectory: Workshop.products.path),
                storePath: stage.folder.appendingPathComponent("store-of-addresses").path
            )
            configuration.execsWorkers = true
            let host = try ExtensionHost(configuration)
            let first = try await addresses(host, bundle)
            let second = try await addresses(host, bundle)
            await host.shutdown()
            for name in names { #expect(first[name] != second[name], "\(name)") }
        },
    ]

    private static let inherited = ["library", "program", "canary"]
    private static let names = ["library", "program", "stack", "heap", "canary"]

    /// What a fresh worker says of its addresses.
    private static func addresses(
        _ host: ExtensionHost,
        _ bundle: ExtensionBundle
    ) async throws -> [String: String] {
        var options = try RunSettings().options()
        options.isFresh = true
        let report = try await host.run(try HostileStage.request(), in: bundle, options: options)
        #expect(report.isDelivered, "\(report.explanation)")
        let answers = report.after.body.answers
        #expect(Set(names).isSubset(of: answers.keys))
        return answers
    }
}
