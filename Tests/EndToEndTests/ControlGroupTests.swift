// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// A worker in a control group, on a folder that stands in for a cgroup file system.
@Suite(.timeLimit(.minutes(2)))
struct ControlGroupTests {
    @Test func `a worker that its group's memory ended has used too much memory`() async throws {
        let workshop = try Workshop()
        let folder = workshop.folder.appendingPathComponent("group")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let host = try ExtensionHost(
            ExtensionHost.Configuration(
                sdk: SDKLocation(executableDirectory: Workshop.products.path),
                storePath: workshop.folder.appendingPathComponent("store").path,
                controlGroup: .success(ControlGroup(path: folder.path))
            )
        )
        #expect(host.controlGroupLayer.isEnforced)
        let bundle = try await workshop.bundle("NeverCompletes")
        async let asked = host.run(try Workshop.push(), in: bundle)
        let (process, leaf) = try await Self.confinedProcess(in: folder)
        #expect(try Self.text("memory.max", in: leaf) == "\((24 + 96) << 20)")
        // As the kernel does it: it counts, and kills.
        try Data("oom 1\noom_kill 1\n".utf8).write(to: leaf.appendingPathComponent("memory.events"))
        #expect(kill(process, SIGKILL) == 0)
        let report = try await asked
        await host.shutdown()
        #expect("\(report.verdict): \(report.reason)" == "fallback: memory")
        #expect(report.after.title == "before")
    }

    /// Waits for a worker to be in a leaf.
    private static func confinedProcess(in folder: URL) async throws -> (Int32, URL) {
        let files = FileManager.default
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let leaves = try files.contentsOfDirectory(
                at: folder,
                includingPropertiesForKeys: nil
            )
            for leaf in leaves {
                guard let text = try? text("cgroup.procs", in: leaf), let process = Int32(text)
                else { continue }
                return (process, leaf)
            }
            await Task.yield()
        }
        throw CancellationError()
    }

    private static func text(_ name: String, in leaf: URL) throws -> String {
        try String(contentsOf: leaf.appendingPathComponent(name), encoding: .utf8)
    }
}
