// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What Combine has here beside OpenCombine, seen from an extension.
@Suite(.timeLimit(.minutes(3)))
struct SwiftCombineTests {
    private static let hasCombine: Bool = {
        let sdk = try? SDKLocation(executableDirectory: Workshop.products.path)
        return FileManager.default.fileExists(atPath: "\(sdk?.librariesPath ?? "")/libCombine.so")
    }()

    /// What each scene of the fixture writes, by its name.
    private static let scenes = [
        ("two", #"CombineLatest (2, "a") (3, "a") (3, "b")"#),
        (
            "three and four",
            #"CombineLatest 1a2 1b2 CombineLatest (1, "a", 2, "x") (1, "b", 2, "x")"#
        ),
        ("finish", "CombineLatest 1a 1b finished"),
        ("empty", "1 CombineLatest finished"),
        ("fail", "CombineLatest Refusal() cancelled"),
        ("fail at once", "CombineLatest Refusal()"),
        ("demand", #"3 3 CombineLatest (1, "a") (1, "b") (2, "d") max(2) max(1)"#),
        ("more", #"CombineLatest (1, "a") (2, "a") (3, "a") max(1) max(1) max(1)"#),
        ("cancel", #"(1, "a") cancelled"#),
        ("again", #"CombineLatest (1, "a") (11, "b")"#),
        ("endless", #"("a", 1001)"#),
        ("threads", "(2000, 2000) ordered all"),
        ("merge", "1 2 4 finished, 0 1 3 2 Refusal(), 1 3 finished"),
    ]

    @Test(.enabled(if: hasCombine, "make sdk builds it"))
    func `combineLatest and merge send, ask, end and fail as Apple documents it`() async throws {
        let workshop = try Workshop()
        let fixtures = Workshop.root.appendingPathComponent("Tests/EndToEndTests/Fixtures")
        let source = fixtures.appendingPathComponent("SwiftCombine.swift").path
        let output = workshop.folder.appendingPathComponent("Latest.appex").path
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let result = try await Command.run(tool, ["build", source, "-o", output])
        try #require(result.status == 0, "\(result.errors)")
        let bundle = try ExtensionBundle(at: output)
        let host = try workshop.host()
        for (scene, expected) in Self.scenes {
            let push = try Workshop.push(#","scene":"\#(scene)""#)
            let report = try await host.run(push, in: bundle)
            #expect(report.after.body == expected, "\(scene): \(report.explanation)")
        }
        await host.shutdown()
    }
}
