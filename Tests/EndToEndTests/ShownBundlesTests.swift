// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// What a zygote sees that was there before its bundles were.
@Suite(.timeLimit(.minutes(1)), .enabled(if: IsolationPlan.probe().namespaces.contains(.mount)))
struct ShownBundlesTests {
    private static let seen = "other: refused, own: read"

    private static let fresh = {
        var options = ExtensionHost.RunOptions()
        options.isFresh = true
        return options
    }()

    @Test func `bundles that come later have the zygote there is`() async throws {
        // The processes of tests beside this one are none of its own.
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            let host = try workshop.host()
            let first = try await workshop.bundle("ReadsOtherBundle")
            _ = try await host.run(try Workshop.push(), in: first)
            let before = try Holdings.now().descendants
            for number in 1...3 {
                let later = try workshop.copy(first, to: "\(number)", as: "org.example.\(number)")
                let report = try await host.run(try Workshop.push(), in: later)
                #expect(report.after.title == Self.seen, "\(report.explanation)")
            }
            // A worker each.
            #expect(try Holdings.now().descendants == before + 3)
            await host.shutdown()
        }
    }

    @Test func `a bundle in the place of another is seen`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("ReadsOtherBundle")
        _ = try await host.run(try Workshop.push(), in: bundle, options: Self.fresh)
        let aside = bundle.path + ".old"
        try FileManager.default.moveItem(atPath: bundle.path, toPath: aside)
        let library = URL(fileURLWithPath: aside + "/ReadsOtherBundle")
        let other = try workshop.bundle("ReadsOtherBundle", library: library)
        try FileManager.default.removeItem(atPath: aside)
        let report = try await host.run(try Workshop.push(), in: other, options: Self.fresh)
        await host.shutdown()
        #expect(report.after.title == Self.seen, "\(report.explanation)")
    }

    @Test func `a mounter that is gone takes no worker along`() async throws {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            let host = try workshop.host()
            let first = try await workshop.bundle("ReadsOtherBundle")
            _ = try await host.run(try Workshop.push(), in: first)
            let zygote = try #require(try Self.child(of: getpid(), named: "belfry-zygote"))
            let mounter = try #require(try Self.child(of: zygote, named: "belfry-mounter"))
            kill(mounter, SIGKILL)
            let later = try workshop.copy(first, to: "later", as: "org.example.later")
            for (bundle, isWarm) in [(later, false), (first, true)] {
                let report = try await host.run(try Workshop.push(), in: bundle)
                #expect(report.after.title == Self.seen, "\(report.explanation)")
                #expect(report.timing?.isWarm == isWarm)
            }
            await host.shutdown()
        }
    }

    private static func child(of parent: Int32, named name: String) throws -> Int32? {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
            .first { process in
                let status = (try? String(kernelFile: "/proc/\(process)/status")) ?? ""
                return status.contains("Name:\t\(name)\n")
                    && status.contains("\nPPid:\t\(parent)\n")
            }
    }

    /// A mount that is not propagated is seen by those zygotes alone that were started after it.
    @Test(.enabled(if: getuid() == 0), arguments: ["shared", "private"])
    func `a bundle is seen on what was mounted later`(_ propagation: String) async throws {
        let workshop = try Workshop()
        let place = workshop.folder.appendingPathComponent("place").path
        let disk = place + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        try await mount(["--bind", place, place])
        defer { umount2(place, Int32(MNT_DETACH)) }
        try await mount(["--make-\(propagation)", place])

        let host = try workshop.host()
        let bundle = try await workshop.bundle("ReadsOtherBundle")
        _ = try await host.run(try Workshop.push(), in: bundle)
        try await mount(["-t", "tmpfs", "none", disk])
        defer { umount2(disk, Int32(MNT_DETACH)) }
        let later = try workshop.copy(bundle, to: "place/disk", as: "org.example.later")
        for _ in 0..<2 {
            let report = try await host.run(try Workshop.push(), in: later)
            #expect(report.after.title == Self.seen, "\(report.explanation)")
        }
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.after.title == Self.seen, "\(report.explanation)")
    }

    private func mount(_ arguments: [String]) async throws {
        let result = try await Command.run("/usr/bin/env", ["mount"] + arguments)
        guard result.status == 0 else { throw CommandError("mount", result) }
    }
}
