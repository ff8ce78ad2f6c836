// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Synchronization
internal import Testing

/// One host with a good extension beside the hostile ones, for the trials of one row.
final class HostileStage: Sendable {
    let host: ExtensionHost

    /// Where bundles are made.
    let folder: URL

    /// Where the compiled libraries are.
    let shelf: URL

    /// The extension that does what it should.
    let good: ExtensionBundle

    /// The good extension's result on a host that has seen nothing else.
    private let expected: Mutex<Outcome.Fingerprint?> = Mutex(nil)

    init(_ workshop: borrowing Workshop, shelf: String) throws {
        folder = workshop.folder
        self.shelf = URL(fileURLWithPath: shelf)
        good = try workshop.bundle(
            "Good",
            library: self.shelf.appendingPathComponent(Fixture.good.library)
        )
        host = try workshop.host()
    }

    /// A push that every gate lets through, with something in every field.
    static func request(_ custom: String = "") throws -> RunRequest {
        let text = #"""
            {"aps":{"alert":{"title":"before","subtitle":"über \u2603","body":"text"},"badge":3,
            "sound":"chime.caf","category":"mail","thread-id":"t-1","interruption-level":"active",
            "relevance-score":0.25,"mutable-content":1},"list":[1,2.5,null,"x"]\#(custom)}
            """#
        return .push(try PushPayload.parse(Array(text.utf8)), identifier: "request-1")
    }

    /// Runs a bundle once, on the stage's host unless another is given.
    func run(
        _ bundle: ExtensionBundle,
        act: String = "",
        _ settings: RunSettings = RunSettings(),
        on other: ExtensionHost? = nil
    ) async throws -> Outcome {
        let request = try Self.request(#","act":"\#(act)""# + settings.payload)
        let deliveries = Mutex<[Outcome.Delivery]>([])
        let decisions = Mutex(0)
        let latency = Mutex(Duration.zero)
        let begin = ContinuousClock.now
        let report = try await (other ?? host).run(
            request,
            in: bundle,
            options: try settings.options()
        ) { content, verdict in
            decisions.withLock { $0 += 1 }
            guard let content else { return }
            deliveries.withLock {
                $0.append(Outcome.Delivery(content: content, verdict: verdict))
            }
            latency.withLock { $0 = ContinuousClock.now - begin }
        }
        return Outcome(
            report: report,
            original: request.content,
            decisions: decisions.withLock { $0 },
            deliveries: deliveries.withLock { $0 },
            latency: latency.withLock { $0 }
        )
    }

    /// Runs the good extension: what comes of it must be what came of it at first.
    @discardableResult
    func checkGood() async throws -> Outcome {
        let outcome = try await run(good)
        let result = try outcome.fingerprint()
        let first = expected.withLock { first in
            if first == nil { first = result }
            return first
        }
        #expect(outcome.verdict == .delivered(.completed), "\(outcome.report.explanation)")
        #expect(result == first, "the good extension's result has changed")
        return outcome
    }

    /// Bundles a library of the shelf under a name of its own.
    func bundle(
        _ name: String,
        _ fixture: Fixture,
        _ manifest: [String: Any] = [:]
    ) throws -> ExtensionBundle {
        let library = shelf.appendingPathComponent(fixture.library)
        return try bundle(name, bytes: try Data(contentsOf: library), manifest)
    }

    /// Bundles bytes that need not be a library.
    func bundle(
        _ name: String,
        bytes: Data,
        _ manifest: [String: Any] = [:]
    ) throws -> ExtensionBundle {
        try bundle(name, bytes: bytes, plist: try Workshop.manifest(name, manifest))
    }

    /// Bundles bytes with an Info.plist.
    func bundle(_ name: String, bytes: Data, plist: Data) throws -> ExtensionBundle {
        let path = folder.appendingPathComponent("\(name).appex")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        try bytes.write(to: path.appendingPathComponent(name))
        try plist.write(to: path.appendingPathComponent("Info.plist"))
        return try ExtensionBundle(at: path.path)
    }

    /// Waits until no process but the zygotes', their mounters' and the good extension's is left.
    ///
    /// - Returns: Whether it came to that within ten seconds.
    func isRidOfWorkers() async throws -> Bool {
        let perZygote = hasNamespaces ? 2 : 1
        let isRid = { (holdings: Holdings) in
            holdings.descendants <= holdings.children * perZygote + 1
        }
        return isRid(try await Holdings.settled(isRid))
    }

    /// Whether workers have mounts, processes and users of their own.
    var hasNamespaces: Bool { host.configuration.isolation.namespaces.contains(.mount) }

    /// Whether the kernel counts each worker's threads by themselves, and so refuses one too many.
    var countsThreads: Bool { hasNamespaces }

    /// Whether anything outlives workers; nothing does where the host is root and may not mount.
    var keepsFiles: Bool { hasNamespaces || geteuid() != 0 }

    /// Whether the host is let into its workers, to count what they write and to take locks for them:
    /// without namespaces a worker of an ordinary user is closed to that user (man 2 ptrace).
    var reachesWorkers: Bool { hasNamespaces || geteuid() == 0 }

    /// Whether workers can be held to the proxy, without which bundles with network are refused.
    var hasNetwork: Bool { host.configuration.isolation.namespaces.contains(.network) }
}
