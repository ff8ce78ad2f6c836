// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What a worker's main thread, which its zygote forked, shares with its other threads.
///
/// A lock of Swift's `Mutex` names its thread to the kernel by a number that the thread has kept.
@Suite(.timeLimit(.minutes(3)))
struct MainThreadTests {
    @Test func `the main thread takes the host's locks as every other does`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("LocksOnMainThread")
        try await Self.expectBoth(workshop, bundle)
    }

    @Test func `the main thread takes locks of the SDK as every other does`() async throws {
        let workshop = try Workshop()
        let build = try await ToolBuild(fixture: "LocksOnMainThread", in: workshop.folder)
        try await Self.expectBoth(workshop, try ExtensionBundle(at: build.path))
    }

    private static func expectBoth(
        _ workshop: borrowing Workshop,
        _ bundle: ExtensionBundle
    ) async throws {
        let host = try workshop.host()
        var options = RunOptions()
        options.isFresh = true
        for _ in 0..<5 {
            let report = try await host.run(try Workshop.push(), in: bundle, options: options)
            #expect(report.after.title == "both", "\(report.reason): \(report.explanation)")
        }
        await host.shutdown()
    }
}
