// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import Foundation

/// What is measured in each round, and how often.
struct Workload {
    /// What is measured, each part with its limits.
    private let parts: [Part: [any Probe]]

    /// A thousand bundles, to see what the host holds of them.
    let catalog: CatalogProbe

    /// What can be measured apart from the rest, to look at it with a profiler.
    enum Part: String, CaseIterable {
        case warm, pipelined, prewarmed, cold, swift, command, content, catalog, peers
    }

    /// Puts the probes together; nothing has run yet.
    ///
    /// - Throws: ``BenchmarkError`` when the Swift SDK was not built, a fault in the payload.
    init(
        host: ExtensionHost,
        configuration: ExtensionHost.Configuration,
        cExtension: ExtensionBundle,
        swiftExtension: ExtensionBundle,
        contentExtension: ExtensionBundle,
        peersPath: String?,
        scratch: Scratch
    ) throws {
        let sdk = configuration.sdk
        let payload = try PushPayload.parse(SamplePayload.bytes)
        let plain = Subject(
            host: host,
            bundle: cExtension,
            payload: payload,
            mark: Subject.plainMark
        )
        let swift = Subject(
            host: host,
            bundle: swiftExtension,
            payload: payload,
            mark: Subject.swiftMark
        )
        let products = URL(fileURLWithPath: sdk.workerPath).deletingLastPathComponent().path
        let tool = [
            products + "/belfry", "run", cExtension.path, scratch.payloadPath,
            "--store", scratch.storePath,
        ]
        func limit(_ series: Series, _ arguments: [String]) -> LimitProbe {
            LimitProbe(program: products + "/belfry-limits", arguments: arguments, series: series)
        }
        let trips = ["200", "\(SamplePayload.byteCount)"]
        var load = limit(.freshLoading, ["load", swiftExtension.libraryPath])
        load.environment = ["LD_LIBRARY_PATH": try Self.searchPath(sdk)]
        load.repetitions = 2
        let pingPongs = [
            limit(.pingPongTogether, ["ping-pong", "together"] + trips),
            limit(.pingPongApart, ["ping-pong", "apart"] + trips),
        ]
        let pipelines = try [
            (1, 64, Series.pipelined1), (8, 16, .pipelined8), (64, 4, .pipelined64),
        ].map { width, count, series in
            let copy = try scratch.copy(cExtension, as: "Parallel\(width)", ["ParallelRuns": width])
            let subject = Subject(host: host, bundle: copy, payload: payload, mark: plain.mark)
            return PipelinedRunProbe(
                subject: subject,
                width: width,
                count: count,
                series: series,
                runSeries: series == .pipelined64 ? .pipelined64Run : nil
            )
        }
        let fresh = try scratch.copy(cExtension, as: "FreshAtOnce", ["ParallelRuns": 8])
        let prewarmed = try scratch.copy(cExtension, as: "Prewarmed", ["Process": "fresh"])
        catalog = try CatalogProbe(cExtension, payload: payload, scratch: scratch)
        func unseen(_ subject: Subject, _ name: String, _ series: Series) throws -> any Probe {
            UnseenBundleProbe(
                subject: subject,
                configuration: configuration,
                bundle: try scratch.copy(subject.bundle, as: name),
                series: series
            )
        }
        let peers = peersPath.map {
            Peers(directory: URL(fileURLWithPath: $0), payloadPath: scratch.payloadPath)
        }
        let touches = TouchProbe(host: host, bundle: contentExtension, count: 60, idleCount: 10)
        let fork = limit(.forkAndWait, ["fork", "20"])
        parts = [
            .warm: [WarmRunProbe(subject: plain, count: 60, idleCount: 10)] + pingPongs + [
                limit(.pingPongShared, ["shared"] + trips),
                limit(.thousandCalls, ["call", "20"]),
                limit(.sleepLateness, ["sleep", "5"]),
            ],
            .pipelined: pipelines + [pingPongs[0]],
            .prewarmed: [
                PrewarmedRunProbe(
                    subject: Subject(
                        host: host,
                        bundle: prewarmed,
                        payload: payload,
                        mark: plain.mark
                    ),
                    count: 6
                )
            ],
            .cold: [
                ColdRunProbe(subject: plain, count: 6, series: .plain),
                PipelinedRunProbe(
                    subject: Subject(host: host, bundle: fresh, payload: payload, mark: plain.mark),
                    width: 8,
                    count: 2,
                    isFresh: true,
                    series: .freshAtOnce
                ),
                try unseen(plain, "Unseen", .unseenDelivery),
                fork,
            ],
            .swift: [
                ColdRunProbe(subject: swift, count: 3, series: .swift),
                try unseen(swift, "SwiftUnseen", .swiftUnseenDelivery),
                load, fork,
            ],
            .command: [
                limit(.command, ["spawn", "2"] + tool),
                limit(.spawnTrue, ["spawn", "10", "/bin/true"]),
            ],
            .content: [touches] + pingPongs,
            .catalog: [catalog],
            .peers: peers?.probes ?? [],
        ]
    }

    /// The probes of some parts, or of all when none is named.
    func probes(of named: [Part]) -> [any Probe] {
        (named.isEmpty ? Part.allCases : named).flatMap { parts[$0] ?? [] }
    }

    /// Where the loader finds what a Swift extension needs: where the zygote's does.
    private static func searchPath(_ sdk: SDKLocation) throws -> String {
        guard let library = sdk.swiftLibraryPath, let runtime = sdk.swiftRuntimePath else {
            throw BenchmarkError(sdk.missingLibraryExplanation)
        }
        return runtime + ":" + URL(fileURLWithPath: library).deletingLastPathComponent().path
    }
}
