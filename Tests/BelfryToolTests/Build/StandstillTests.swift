// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
internal import BelfryTerminal
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// A program of a build that waits for itself for ever is ended and begun again.
@Suite(.timeLimit(.minutes(2))) struct StandstillTests {
    private static let silent = Terminal(descriptor: -1)

    private func step(_ script: String, in folder: URL) -> CompilerStep {
        CompilerStep(
            program: "/bin/sh",
            arguments: ["-c", script],
            purpose: "build Bells",
            folder: folder.path,
            standstill: Standstill(limit: .milliseconds(400))
        )
    }

    @Test func `is begun again, and is done then`() async throws {
        let workshop = try Workshop()
        let script = "echo begun; if [ -e once ]; then exit; fi; : >once; exec sleep 1000"
        let outcome = try await step(script, in: workshop.folder).run(log: Self.silent)
        #expect(outcome.failure == nil && !outcome.hasStoodStill)
        #expect(outcome.output == "begun\n")
    }

    @Test func `is given up where it stands still each time, and says so`() async throws {
        let workshop = try Workshop()
        let script = "echo >>begun; exec sleep 1000"
        let outcome = try await step(script, in: workshop.folder).run(log: Self.silent)
        let failure = try #require(outcome.failure)
        #expect(outcome.hasStoodStill)
        #expect(failure.message == "sh stood still and could not build Bells; try again")
        let begun = workshop.folder.appendingPathComponent("begun")
        #expect(try Data(contentsOf: begun).count == 3)
    }

    @Test(arguments: [
        "sleep 3; exit", "i=0; while [ $i -lt 2000000 ]; do i=$((i + 1)); done",
    ])
    func `does not stand still while it works, or what it has started runs`(
        _ script: String
    ) async throws {
        let workshop = try Workshop()
        var step = step(script, in: workshop.folder)
        step.standstill = Standstill(limit: .seconds(1))
        let outcome = try await step.run(log: Self.silent)
        #expect(outcome.failure == nil)
    }
}
