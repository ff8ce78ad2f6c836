// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// What a worker may do to files goes by its container: in memory where the sandbox may mount, else
/// on disk.
@Suite(.timeLimit(.minutes(2)))
struct ContainerTests {
    @Test(arguments: SandboxTests.plans)
    func `opens no container to others, and closes none of another worker`(
        _ plan: IsolationPlan
    ) async throws {
        let workshop = try Workshop()
        let host = try workshop.host(plan)
        // Both workers are kept, and so are their containers.
        let kept = try await host.run(try Workshop.push(), in: try await workshop.bundle("Keeps"))
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("ReachesOtherContainer")
        )
        await host.shutdown()
        #expect(kept.after.title == "kept", "\(kept.explanation)")
        #expect(report.after.title == "0 700 600", "\(report.explanation)")
    }

    @Test func `a container that is full says so, by bytes and by files`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        try await Self.requireMemory(host)
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("FillsContainer")
        )
        await host.shutdown()
        try #require(report.isDelivered, "\(report.verdict) \(report.explanation)")
        let numbers = report.after.title.split(separator: " ").compactMap { Int($0) }
        try #require(numbers.count == 4, "\(report.after.title)")
        #expect(numbers[0] > 50 << 20 && numbers[0] <= Int(ContainerFolder.byteLimit))
        #expect(numbers[2] > 4000 && numbers[2] < Int(ContainerFolder.inodeLimit))
        #expect(numbers[1] == Int(ENOSPC) && numbers[3] == Int(ENOSPC))
    }

    @Test func `runs no code out of a container, even before the seal`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        try await Self.requireMemory(host)
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("LoadsFromContainer")
        )
        await host.shutdown()
        #expect(report.after.title == "refused EPERM", "\(report.explanation)")
    }

    @Test(arguments: SandboxTests.plans)
    func `attaches plain files alone`(_ plan: IsolationPlan) async throws {
        let workshop = try Workshop()
        let host = try workshop.host(plan)
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("AttachesOddities")
        )
        await host.shutdown()
        #expect(report.after.title == "EPERM EPERM EPERM EPERM ok EACCES")
        let errors = report.attachments.compactMap(\.error).joined(separator: " ")
        #expect(
            errors
                == "notFound notFound notFound notFound notRegular notFound outsideContainer"
        )
        #expect(report.after.attachmentCount == 0)
    }

    @Test(arguments: SandboxTests.plans)
    func `a worker has no capability, though its zygote may mount`(
        _ plan: IsolationPlan
    ) async throws {
        let workshop = try Workshop()
        let host = try workshop.host(plan)
        let bundle = try await workshop.bundle("TellsCapabilities")
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        let sets = report.after.body.split(separator: "\n")
        #expect(sets.count == 5, "\(report.explanation)")
        // What a file could give matters where files are shown that belong to others.
        for set in sets where !(plan.namespaces.isEmpty && set.hasPrefix("CapBnd")) {
            #expect(set.hasSuffix("\t0000000000000000"), "\(set)")
        }
    }

    @Test func `attaches no picture that nobody can decode`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("AttachesLargePicture")
        )
        await host.shutdown()
        #expect(report.isDelivered)
        #expect(report.attachments.map(\.error) == ["tooManyPixels"])
        #expect(report.attachments.first?.message?.contains("100000 × 100000 pixels") == true)
    }

    @Test func `nothing of a worker's container is left in the sandbox after it`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        try await Self.requireMemory(host)
        let bundle = try await workshop.bundle("CountsContainers")
        var options = ExtensionHost.RunOptions()
        options.isFresh = true
        for _ in 0..<20 {
            let report = try await host.run(try Workshop.push(), in: bundle, options: options)
            // Its own, and at most the one before, which is unmounted while this one starts.
            let count = try #require(Int(report.after.title), "\(report.explanation)")
            #expect((1...2).contains(count))
        }
        await host.shutdown()
    }

    /// In a process of its own, for its environment.
    @Test func `nothing of any container is left on disk after it, whatever was in it`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            setenv("TMPDIR", workshop.folder.path, 1)
            unsetenv("XDG_RUNTIME_DIR")
            let files = FileManager.default
            for plan in SandboxTests.plans {
                let host = try workshop.host(plan)
                let bundle = try await workshop.bundle("CrowdsContainer")
                let report = try await host.run(try Workshop.push(), in: bundle)
                // A tree on disk that is too deep to be counted ends the run, if it is looked at in time.
                let isDelivered = report.after.title == "crowded"
                let isEnded =
                    host.configuration.isolation.namespaces.isEmpty
                    && report.ending == .fallback(.output)
                #expect(isDelivered || isEnded, "\(report.explanation)")
                await host.shutdown()
                let left = try files.contentsOfDirectory(atPath: workshop.folder.path)
                    .filter { $0.hasPrefix("belfry-\(getpid())-") }
                #expect(left.isEmpty, "\(left)")
            }
        }
    }

    @Test func `nothing of a container in memory is ever on disk`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            setenv("TMPDIR", workshop.folder.path, 1)
            unsetenv("XDG_RUNTIME_DIR")
            let host = try workshop.host()
            try await ContainerTests.requireMemory(host)
            let kept = try await host.run(
                try Workshop.push(),
                in: try await workshop.bundle("Keeps")
            )
            #expect(kept.after.title == "kept", "\(kept.explanation)")
            let files = FileManager.default
            let root = try #require(
                files.contentsOfDirectory(atPath: workshop.folder.path).first {
                    $0.hasPrefix("belfry-\(getpid())-")
                }
            )
            let containers = "\(workshop.folder.path)/\(root)/containers"
            #expect(try files.contentsOfDirectory(atPath: containers).isEmpty)
            let mounts = try String(kernelFile: "/proc/self/mountinfo")
            #expect(!mounts.contains(root))
            await host.shutdown()
        }
    }

    /// Ends the test where the machine refuses such containers, and not merely these ones.
    private static func requireMemory(_ host: ExtensionHost) async throws {
        let layers = try await host.probeLayers(.bare)
        let container = try #require(layers.first { $0.name == "container" })
        guard !container.isEnforced else { return }
        await host.shutdown()
        let isRefused =
            IsolationPlan.probe().namespaces.isEmpty || container.detail.contains("unshare")
        try #require(isRefused, "\(container.detail)")
        try Test.cancel("\(container.detail)")
    }
}
