// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import Belfry
import BelfryMetrics
import EndToEndSupport
import Foundation
import Glibc
import Synchronization
import Testing

/// Hosts as a program has them, with the worker that is built beside the tests.
@Suite(.timeLimit(.minutes(2))) struct EmbeddedHostTests {
    // MARK: Runs

    @Test func `a run says what is to be shown, why, and what it took`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Completes")
        let host = try await ExtensionHost(embedding.configuration)
        let deliveries = Mutex<[(NotificationContent?, Verdict)]>([])
        let outcome = try await host.run(try Embedding.push(), in: bundle) { content, verdict in
            deliveries.withLock { $0.append((content, verdict)) }
        }
        #expect(outcome.verdict == .delivered(.completed))
        #expect(outcome.content?.title == "changed")
        let delivered = deliveries.withLock { $0 }
        #expect(delivered.count == 1)
        #expect(delivered.first?.0 == outcome.content)
        #expect(delivered.first?.1 == outcome.verdict)
        let report = outcome.report
        #expect(report.changes == [.init(field: "title", before: "before", after: "changed")])
        #expect(report.explanation == "The extension completed; its content was delivered.")
        #expect(try #require(report.timing).wall > .zero)
        #expect(try #require(report.usage).cpu > .zero)
        #expect(report.sandbox.contains { $0.name == "seccomp" && $0.isEnforced })
        let json = try JSONSerialization.jsonObject(with: Data(report.json().utf8))
        let members = try #require(json as? [String: Any])
        #expect(members["schema"] as? Int == 1)
        #expect(members["verdict"] as? String == "delivered")
        await host.shutdown()
    }

    /// A sender writes the texts, and a program prints the report.
    @Test func `nothing in a report's JSON moves the cursor of a terminal`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Completes")
        let host = try await ExtensionHost(embedding.configuration)
        let body = "\u{9B}31m \u{202E}abc \u{7F} \u{E0041}"
        let report = try await host.run(try Embedding.push(body: body), in: bundle).report
        await host.shutdown()
        let text = try report.json()
        #expect(text.unicodeScalars.allSatisfy { (" "..."~").contains($0) }, "\(text)")
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let before = (json as? [String: Any])?["before"] as? [String: Any]
        #expect(before?["body"] as? String == body)
    }

    @Test func `a crash is a verdict, and the original is delivered`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Crashes")
        let host = try await ExtensionHost(embedding.configuration)
        let outcome = try await host.run(try Embedding.push(), in: bundle)
        #expect(outcome.verdict == .fallback(.crash))
        #expect(outcome.verdict.isFaultOfExtension)
        #expect(outcome.content?.title == "before")
        await host.shutdown()
    }

    @Test func `a dropped notification has no content`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Drops", ["Filtering": true])
        let host = try await ExtensionHost(embedding.configuration)
        let outcome = try await host.run(try Embedding.push(), in: bundle)
        #expect(outcome.verdict == .dropped(reason: "spam.v2"))
        #expect(outcome.content == nil)
        await host.shutdown()
    }

    @Test func `a condition that does not hold is the verdict`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Completes")
        let host = try await ExtensionHost(embedding.configuration)
        var options = RunOptions()
        options.device.alertsEnabled = false
        let push = try Embedding.push()
        let hidden = try await host.run(push, in: bundle, options: options)
        #expect(hidden.verdict == .notCalled(.alertsDisabled))
        #expect(hidden.report.timing == nil)
        let silent = NotificationRequest.push(
            try PushPayload(#"{"aps":{"alert":"x","mutable-content":1}}"#),
            type: .background
        )
        #expect(try await host.run(silent, in: bundle).verdict == .notCalled(.pushType))
        await host.shutdown()
    }

    @Test func `no run gets more than the ceiling, whoever asks for it`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("NeverCompletes", ["Budget": ["wall": "1h"]])
        #expect(bundle.budget.wall == .seconds(3600))
        var configuration = embedding.configuration
        var ceiling = Budget()
        ceiling.start = .seconds(30)
        ceiling.wall = .seconds(1)
        configuration.budgetCeiling = ceiling
        let host = try await ExtensionHost(configuration)
        var options = RunOptions()
        options.budget = bundle.budget
        for options in [RunOptions(), options] {
            let outcome = try await host.run(try Embedding.push(), in: bundle, options: options)
            #expect(outcome.verdict == .fallback(.timeout))
        }
        await host.shutdown()
    }

    @Test func `a host without network gives none, whatever is listed and allowed`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Completes", ["Network": ["https://example.com"]])
        #expect(bundle.origins == ["https://example.com"])
        var options = RunOptions()
        options.allowedOrigins = ["https://example.org"]
        var sessionOptions = ContentSession.Options()
        sessionOptions.allowedOrigins = options.allowedOrigins
        let content = try await embedding.content(["Network": ["https://example.com"]])
        for (network, expected) in [
            (.listed, ["https://example.com", "https://example.org"]), (.none, []),
        ] as [(ExtensionHost.Configuration.NetworkAccess, [String])] {
            var configuration = embedding.configuration
            configuration.network = network
            let host = try await ExtensionHost(configuration)
            let push = try Embedding.push()
            let run = try await host.run(push, in: bundle, options: options)
            #expect(try Self.allowedOrigins(run.report) == expected)
            let session = try await host.open(push, in: content, options: sessionOptions)
            _ = await session.frame { $0.phase == .open }
            #expect(try Self.allowedOrigins(await session.close()) == expected)
            await host.shutdown()
        }
    }

    private static func allowedOrigins(_ report: RunReport) throws -> [String] {
        let json = try JSONSerialization.jsonObject(with: Data(report.json().utf8))
        let network = (json as? [String: Any])?["network"] as? [String: Any]
        return network?["allowed"] as? [String] ?? []
    }

    @Test func `what is asked for wrongly is an error before anything runs`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Completes")
        let host = try await ExtensionHost(embedding.configuration)
        let push = try Embedding.push()
        var options = RunOptions()
        options.allowedOrigins = ["example.com/path"]
        let origin = try await failure {
            _ = try await host.run(push, in: bundle, options: options)
        }
        #expect(origin.code == .originInvalid)
        #expect(origin.message.contains("example.com/path"))
        options = RunOptions()
        options.budget = Budget()
        options.budget?.wall = .zero
        let limit = try await failure {
            _ = try await host.run(push, in: bundle, options: options)
        }
        #expect(limit.code == .limitInvalid)
        #expect(limit.place == "RunOptions.budget.wall")
        await host.shutdown()
    }

    @Test func `metrics are kept where the program wants them`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Completes")
        let registry = PrometheusRegistry([:])
        var configuration = embedding.configuration
        configuration.metrics = registry
        let host = try await ExtensionHost(configuration)
        _ = try await host.run(try Embedding.push(), in: bundle)
        await host.shutdown()
        #expect(registry.text.contains("verdict=\"delivered\""))
    }

    @Test func `the layers of the sandbox are there to be looked at`() async throws {
        let embedding = try Embedding()
        let host = try await ExtensionHost(embedding.configuration)
        let layers = try await host.sandboxLayers()
        #expect(layers.contains { $0.name == "seccomp" && $0.isEnforced })
        #expect(layers.contains { $0.name == "cgroup" })
        await host.shutdown()
    }

    // MARK: Many at once

    @Test func `many tasks at once get each its own answer`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Completes")
        let host = try await ExtensionHost(embedding.configuration)
        let bodies = try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    let push = try Embedding.push(body: "number \(number)")
                    let outcome = try await host.run(push, in: bundle)
                    #expect(outcome.verdict == .delivered(.completed))
                    return outcome.content?.body == "number \(number)"
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies == Array(repeating: true, count: 100))
        await host.shutdown()
    }

    @Test func `two hosts in a process do not know of each other`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Completes")
        let first = try await ExtensionHost(embedding.configuration)
        let second = try await ExtensionHost(embedding.configuration)
        async let one = first.run(try Embedding.push(), in: bundle)
        async let two = second.run(try Embedding.push(), in: bundle)
        #expect(try await one.verdict == .delivered(.completed))
        #expect(try await two.verdict == .delivered(.completed))
        await first.shutdown()
        let stopped = try await first.run(try Embedding.push(), in: bundle)
        #expect(stopped.verdict == .fallback(.hostShutdown))
        let last = try await second.run(try Embedding.push(), in: bundle)
        #expect(last.verdict == .delivered(.completed))
        await second.shutdown()
    }

    @Test func `a cancelled task has its notification delivered all the same`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Naps", flags: ["-DNAP_MS=200"])
        let host = try await ExtensionHost(embedding.configuration)
        let before = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await host.run(try Embedding.push(), in: bundle)
        }
        #expect(try await before.value.verdict == .delivered(.completed))
        let during = Task { try await host.run(try Embedding.push(), in: bundle) }
        while await host.workerCount == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
        during.cancel()
        let outcome = try await during.value
        #expect(outcome.verdict == .delivered(.completed))
        #expect(outcome.content?.title == "rested")
        await host.shutdown()
    }

    // MARK: The end

    @Test func `a shutdown delivers the originals of what is under way`() async throws {
        let embedding = try Embedding()
        let bundle = try await embedding.service("Sleeps", ["ParallelRuns": 4])
        let host = try await ExtensionHost(embedding.configuration)
        let push = try Embedding.push()
        let outcomes = try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { try await host.run(push, in: bundle) }
            }
            while await host.workerCount < 4 {
                try Task.checkCancellation()
                await Task.yield()
            }
            async let again: Void = host.shutdown()
            await host.shutdown()
            await again
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.map(\.verdict) == Array(repeating: .fallback(.hostShutdown), count: 8))
        #expect(outcomes.allSatisfy { $0.content == push.content })
        #expect(await host.workerCount == 0)
        await host.shutdown()
        let late = try await host.run(push, in: bundle)
        #expect(late.verdict == .fallback(.hostShutdown))
        #expect(late.content == push.content)
    }

    /// In a process of its own, where no other test has children.
    @Test func `a host that is let go ends its processes and removes its files`() async {
        await #expect(processExitsWith: .success) {
            let embedding = try Embedding()
            let bundle = try await embedding.service("Completes")
            // Where hosts have their directories.
            let folder = embedding.workshop.folder.appendingPathComponent("run").path
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            setenv("XDG_RUNTIME_DIR", folder, 1)
            try await Self.runOnce(embedding.configuration, bundle, folder)
            let holdings = try await Holdings.settled {
                $0.children == 0 && Self.names(in: folder).isEmpty
            }
            #expect(holdings.children == 0)
            #expect(Self.names(in: folder).isEmpty)
        }
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// Has a host, and lets it go with its worker idle.
    private static func runOnce(
        _ configuration: ExtensionHost.Configuration,
        _ bundle: ExtensionBundle,
        _ folder: String
    ) async throws {
        let host = try await ExtensionHost(configuration)
        let outcome = try await host.run(try Embedding.push(), in: bundle)
        #expect(outcome.verdict == .delivered(.completed))
        #expect(try Holdings.now().children > 0)
        #expect(names(in: folder).count == 1)
    }
}
