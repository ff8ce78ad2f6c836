// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import BelfrySystem
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// A worker in a control group, on a folder that stands in for a cgroup file system.
@Suite(.timeLimit(.minutes(2)))
struct ControlGroupTests {
    /// Memory of a group besides its worker's budget.
    private static let allowance = 96 << 20

    @Test func `a worker that its group's memory ended has used too much memory`() async throws {
        let workshop = try Workshop()
        let isMemory = FileSystemKind(at: workshop.folder.path)?.isMemory == true
        let kept = isMemory ? 512 << 20 : 0
        let report = try await Self.killedRun(in: workshop, state: workshop.statePath) { leaf in
            let limit = try Self.text("memory.max", in: leaf)
            #expect(limit == "\(24 << 20 + Self.allowance + kept)")
        }
        #expect(report.explanation == "It used more than 24576 KB of memory.")
    }

    @Test(.enabled(if: FileSystemKind(at: "/dev/shm")?.isMemory == true))
    func `a group has room for what is kept on a tmpfs, and files beyond are named`() async throws {
        let workshop = try Workshop()
        let state = "/dev/shm/belfry-groups-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: state) }
        let report = try await Self.killedRun(in: workshop, state: state) { leaf in
            let limit = try Self.text("memory.max", in: leaf)
            #expect(limit == "\(24 << 20 + Self.allowance + 512 << 20)")
            try Data("anon 0\nkernel 4919296\nshmem 600000000\n".utf8)
                .write(to: leaf.appendingPathComponent("memory.stat"))
        }
        #expect(
            report.explanation == "It used more than 24576 KB of memory: its control group may "
                + "have 632 MB, and 572 MB of that were files on a tmpfs."
        )
    }

    /// Runs an extension whose worker the kernel kills for the memory of its group.
    ///
    /// - Parameters:
    ///   - workshop: Where its bundle is.
    ///   - state: Where is what extensions keep.
    ///   - prepare: Looks at the worker's group before that.
    /// - Returns: The report.
    /// - Throws: What keeps the run from beginning, and what `prepare` throws.
    private static func killedRun(
        in workshop: borrowing Workshop,
        state: String,
        _ prepare: (URL) throws -> Void
    ) async throws -> RunReport {
        let folder = workshop.folder.appendingPathComponent("group")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = ExtensionHost.Configuration(
            sdk: try SDKLocation(executableDirectory: Workshop.products.path),
            storePath: workshop.folder.appendingPathComponent("store").path,
            controlGroup: .success(ControlGroup(path: folder.path))
        )
        configuration.statePath = state
        let host = try ExtensionHost(configuration)
        #expect(host.configuration.controlGroupLayer.isEnforced)
        let bundle = try await workshop.bundle("NeverCompletes")
        async let asked = host.run(try Workshop.push(), in: bundle)
        let (process, leaf) = try await Self.confinedProcess(in: folder)
        try prepare(leaf)
        // As the kernel does it: it counts, and kills.
        try Data("oom 1\noom_kill 1\n".utf8).write(to: leaf.appendingPathComponent("memory.events"))
        #expect(kill(process, SIGKILL) == 0)
        let report = try await asked
        await host.shutdown()
        #expect(report.ending == .fallback(.memory))
        #expect(report.after.title == "before")
        return report
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
