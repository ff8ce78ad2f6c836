// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// Service extensions by `belfry.hpp`: whatever an author does with exceptions and completions, one
/// notification is delivered, and the verdict and the log say what happened.
@Suite(
    .enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)),
    .timeLimit(.minutes(3))
)
struct CppServiceTests {
    static let rows =
        KitRow.shared(.cpp) + [
            KitRow(
                "throws a number",
                log: [
                    "did_receive threw: something that is no std::exception; "
                        + "the original is delivered"
                ]
            ),
            KitRow(
                "throws after moving",
                log: ["did_receive threw: no key; the original is delivered"]
            ),
            KitRow("terminates in a destructor", verdict: .fallback(.crash), log: nil),
            KitRow("throws on a thread", verdict: .fallback(.crash), log: nil),
            KitRow("loses it in what it catches", log: [Kit.cpp.abandoned]),
            KitRow("answers twice", title: "changed"),
            KitRow("answers after a move", title: "changed"),
            KitRow("moves twice", title: "changed"),
            KitRow("replaces its completion", title: "changed"),
            KitRow(
                "drops",
                log: [
                    "did_receive threw: drop: the manifest does not allow it (-5); "
                        + "the original is delivered"
                ],
                strikes: ["deniedDrop"]
            ),
        ]

    @Test func `an exception or a lost completion delivers once, with a true verdict`()
        async throws
    {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("CppService")
        try await KitRow.check(Self.rows, in: bundle, of: workshop)
    }

    @Test func `drops a notification where the manifest allows it`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("CppService", ["Filtering": true])
        try await KitRow.check([KitRow.dropped], in: bundle, of: workshop)
    }

    @Test func `reads and sets every kind of field`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("CppService")
        try await KitRow.checkFields(in: bundle, of: workshop)
    }

    @Test func `what a constructor throws is why the extension is refused`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("CppService", flags: ["-DTHROWS_IN_CONSTRUCTOR"])
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.ending == .rejected(.entry))
        #expect(
            report.explanation
                == "The extension could not be loaded: the key file is missing; put it into the bundle."
        )
    }

    @Test(arguments: ["-std=c++17", "-fno-rtti"])
    func `an extension is the same in other dialects`(_ flag: String) async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("CppService", flags: [flag])
        let rows = Self.rows.filter { ["completes", "throws"].contains($0.does) }
        try await KitRow.check(rows, in: bundle, of: workshop)
    }
}
