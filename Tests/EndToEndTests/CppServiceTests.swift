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
@Suite(.timeLimit(.minutes(3)))
struct CppServiceTests {
    static let abandoned =
        "the completion was destroyed without an answer: the original is delivered"

    static let rows = [
        KitRow("completes", title: "changed"),
        KitRow("throws", log: ["did_receive threw: no key; the original is delivered"]),
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
        // The log ends with the answer, which came first.
        KitRow("throws in a destructor", title: "changed", log: nil),
        KitRow("terminates in a destructor", verdict: .fallback(.crash), log: nil),
        KitRow("throws on a thread", verdict: .fallback(.crash), log: nil),
        KitRow("answers on a thread", title: "changed"),
        KitRow("forgets", log: [abandoned]),
        KitRow("loses it in what it catches", log: [abandoned]),
        KitRow("answers twice", title: "changed"),
        KitRow("answers after a move", title: "changed"),
        KitRow("moves twice", title: "changed"),
        KitRow("replaces its completion", title: "changed"),
        KitRow("uses what is gone", title: "changed"),
        KitRow(
            "is refused",
            log: [
                "did_receive threw: set_text: it is over a limit of the host (-4); "
                    + "the original is delivered"
            ]
        ),
        KitRow(
            "waits for the end",
            verdict: .delivered(.atExpiry),
            title: "best attempt",
            budget: "wall=1500ms"
        ),
        KitRow(
            "throws at the end",
            verdict: .fallback(.timeout),
            budget: "wall=1500ms",
            log: ["will_expire threw: no best attempt"]
        ),
        KitRow(
            "throws with the answer at the end",
            verdict: .delivered(.atExpiry),
            budget: "wall=1500ms",
            log: ["will_expire threw: no best attempt; the original is delivered"]
        ),
        KitRow("asks the centre", title: "[]"),
        KitRow(
            "throws in a reply",
            verdict: .delivered(.atExpiry),
            title: "best attempt",
            budget: "wall=1500ms",
            log: ["a reply of the centre threw: no such answer"]
        ),
        KitRow(
            "throws with the answer in a reply",
            log: ["a reply of the centre threw: no such answer; the original is delivered"]
        ),
        KitRow(
            "throws at a pressure",
            verdict: .fallback(.cpu),
            budget: "cpu=300ms",
            log: ["cpu_pressure threw: not so fast"]
        ),
        KitRow(
            "throws at a pressure of memory",
            verdict: .delivered(.atExpiry),
            title: "best attempt",
            budget: "wall=1500ms",
            log: ["memory_pressure threw: not so much"]
        ),
        KitRow(
            "crashes after a checkpoint",
            verdict: .delivered(.checkpoint),
            title: "best so far",
            log: nil
        ),
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
        let bundle = try await workshop.cpp("CppService")
        try await KitRow.check(Self.rows, in: bundle, of: workshop)
    }

    @Test func `drops a notification where the manifest allows it`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.cpp("CppService", ["Filtering": true])
        let row = KitRow("drops", verdict: Verdict(.dropped, reason: "duplicate"), title: nil)
        try await KitRow.check([row], in: bundle, of: workshop)
    }

    @Test func `reads and sets every kind of field`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.cpp("CppService")
        let custom =
            #","does":"reads","deep":{"a \"b\" \u00fc":"\u2603\ud83d\ude00\n"},"list":[1,[2],-3],"#
            + #""yes":true"#
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(custom), in: bundle)
        await host.shutdown()
        #expect(report.after.title == "☃😀\n|1|-|-3|none|yes|com.example.fixture.CppService")
        #expect(report.after.badge == 42)
        #expect(report.strikes.isEmpty)
        #expect(report.log.isEmpty, "\(report.log)")
    }

    @Test func `what a constructor throws is why the extension is refused`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.cpp("CppService", flags: ["-DTHROWS_IN_CONSTRUCTOR"])
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
        let bundle = try await workshop.cpp("CppService", flags: [flag])
        let rows = Self.rows.filter { ["completes", "throws"].contains($0.does) }
        try await KitRow.check(rows, in: bundle, of: workshop)
    }
}
