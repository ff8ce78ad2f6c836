// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryReplay
@testable internal import BelfryTool
internal import BelfryReport
internal import BelfryTerminal
internal import Testing

@Suite struct ReplayScreenTests {
    /// No terminal, and so without colours.
    private static let plain = Terminal(descriptor: -1)

    private static func report(_ divergences: [Divergence] = []) -> ReplayReport {
        ReplayReport(
            identifier: "com.example.a",
            version: "1.0",
            bundle: "/b/B.appex",
            bundleIdentifier: "com.example.b",
            bundleVersion: "2.0",
            verdict: .fallback,
            reason: "crash",
            signal: "SIGSEGV",
            notes: ["another extension is run than was recorded: com.example.b"],
            recordedDigest: "00",
            digests: ["00", "01"],
            divergedRuns: divergences.isEmpty ? [] : [2],
            divergences: divergences
        )
    }

    @Test func `says what was run and how it ended when every run was alike`() {
        #expect(
            ReplayScreen(terminal: Self.plain).render(Self.report()) == """

                  /b/B.appex  com.example.b 2.0

                  note      another extension is run than was recorded: com.example.b
                  runs      2, every one as it was recorded
                  verdict   fallback: crash (SIGSEGV)
                  result    sha256 00


                """
        )
    }

    @Test func `says how it had ended when one was not`() {
        let divergence = Divergence(
            "verdict",
            expected: "fallback: crash (SIGSEGV)",
            actual: "delivered: completed"
        )
        let text = ReplayScreen(terminal: Self.plain).render(Self.report([divergence]))
        #expect(text.contains("runs      2, 1 of them not as recorded\n"))
        #expect(text.contains("verdict   recorded as fallback: crash (SIGSEGV)\n"))
        #expect(text.contains("diverged  run 2 first, at verdict\n"))
    }

    @Test func `a verdict has the colour that it has on every screen`() {
        #expect(Terminal.Style.verdict(.delivered) == .green)
        #expect(Terminal.Style.verdict(.dropped) == .yellow)
        #expect(Terminal.Style.verdict(.notCalled) == .yellow)
        #expect(Terminal.Style.verdict(.fallback) == .red)
        #expect(Terminal.Style.verdict(.rejected) == .red)
    }
}
