// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing
internal import BelfryRuntime
internal import BelfryTool
internal import Foundation
internal import Synchronization
internal import Testing

/// What scripts do and print.
@Suite struct ScriptPresenterTests {
    private final class Output: Sendable {
        private let text = Mutex("")

        func write(_ line: String) { text.withLock { $0 += line } }

        var lines: [ScriptPresenter.Line] {
            get throws {
                try text.withLock { $0 }.split(separator: "\n").map {
                    try JSONDecoder().decode(ScriptPresenter.Line.self, from: Data($0.utf8))
                }
            }
        }
    }

    /// Runs a script on a stage and gives what it printed.
    private static func lines(
        _ text: String,
        on stage: RedGreenStage = RedGreenStage(),
        signals: AsyncStream<PresenterSignal> = AsyncStream { $0.finish() }
    ) async throws -> (lines: [ScriptPresenter.Line], failure: ToolFailure?) {
        let output = Output()
        let script = try ContentScript(text, name: "a.script")
        let surroundings = ScriptRunner.Surroundings(
            receive: { path in "nothing is received from \(path)" },
            png: { path, _ in throw ToolFailure("no browser for \(path)", .unavailable) }
        )
        let presenter = ScriptPresenter(script, surroundings: surroundings, signals: signals) {
            output.write($0)
        }
        do {
            try await presenter.present(stage)
            return (try output.lines, nil)
        } catch let failure as ToolFailure {
            return (try output.lines, failure)
        }
    }

    @Test func `does what a user does, and prints the notification after each step`() async throws {
        let (lines, failure) = try await Self.lines(
            """
            expect actions rotate,comment
            action rotate
            expect angle "1 taps" 20
            expect actions rotate,reset
            action rotate
            expect angle "2 taps" 40
            drag #opacity 0.5
            expect alpha "2 taps" 0.5
            expect value #opacity 0.5
            toggle #sound on
            expect switch #sound on
            action reset
            expect angle "0 taps" 360
            open
            expect app default
            tap "Remove"
            wait closed
            expect phase closed
            """
        )
        #expect(failure == nil)
        #expect(lines.map(\.step) == Array(0...18))
        #expect(lines[0].snapshot?.phase == "open")
        #expect(lines[1].snapshot == nil, "what only looks changes nothing")
        let label = try #require(lines[2].snapshot?.root.children?.first)
        #expect(label.text == "1 taps")
        #expect(label.angle == 20)
        #expect(lines[5].instruction == "action rotate")
        #expect(lines[5].line == 5)
    }

    @Test func `types letter by letter, into one field after the other`() async throws {
        let stage = RedGreenStage()
        let (_, failure) = try await Self.lines(
            """
            type view 5 "Hi"
            return view 5
            expect label "Hi"
            """,
            on: stage
        )
        #expect(failure == nil)
        let inputs = await stage.inputs
        #expect(
            inputs == [
                .beginEditing(view: 5), .edit(view: 5, text: "H"), .edit(view: 5, text: "Hi"),
                .pressReturn(view: 5),
            ]
        )
    }

    @Test func `waits for an answer that comes late`() async throws {
        let stage = RedGreenStage()
        async let outcome = Self.lines(
            """
            action comment "Fine"
            wait answered 30
            expect app comment "Fine"
            """,
            on: stage
        )
        for await snapshot in await stage.snapshots() where snapshot.phase != .open {
            await stage.finishAnswering()
            break
        }
        let (lines, failure) = try await outcome
        #expect(failure == nil)
        #expect(lines.last?.step == 3)
    }

    @Test func `a wait for a time takes that long`() async throws {
        let begin = ContinuousClock.now
        let (lines, failure) = try await Self.lines("wait 60ms\ndismiss")
        #expect(failure == nil)
        #expect(lines.map(\.step) == [0, 1, 2])
        #expect(ContinuousClock.now - begin >= .milliseconds(60))
    }

    @Test func `a wait ends in its time, whatever the extension does`() async throws {
        let stage = RedGreenStage(isEverSettled: false)
        var runner = ScriptRunner(
            stage: stage,
            surroundings: ScriptRunner.Surroundings(receive: { _ in nil }, png: { _, _ in nil })
        )
        let script = try ContentScript("wait settled 0.05", name: "a.script")
        var message = ""
        do {
            _ = try await runner.perform(script.steps[0])
        } catch let failure as ScriptFailure {
            message = failure.description
        }
        #expect(
            message.hasPrefix("expected that the extension is at rest within 0.05 s"),
            "\(message)"
        )
        await stage.settle()
    }

    @Test func `a signal ends the step that is under way`() async throws {
        let signals = AsyncStream.makeStream(of: PresenterSignal.self)
        signals.continuation.yield(.ended)
        let script = "tree\nwait label \"never\" 3600\ntree"
        let (lines, failure) = try await Self.lines(script, signals: signals.stream)
        let message = try #require(failure).message
        #expect(message.hasSuffix(": ended by a signal before it was done"), "\(message)")
        #expect(lines.last?.failure == "ended by a signal before it was done")
        #expect(lines.last?.step != 3)
    }

    @Test(arguments: [
        (
            "action rotate\nexpect angle \"1 taps\" 40",
            "a.script:2: expect angle \"1 taps\" 40: expected an angle of 40, found 20"
        ),
        (
            "expect actions rotate",
            "a.script:1: expect actions rotate: expected actions rotate, found rotate,comment"
        ),
        (
            "expect label \"Going!\"",
            """
            a.script:1: expect label "Going!": expected a label "Going!", found "0 taps", "Remove"
            """
        ),
        (
            "expect app default",
            """
            a.script:1: expect app default: expected that the app was told default, found nothing
            """
        ),
        ("tap \"Reset\"", "expected \"Reset\", found \"0 taps\", \"Remove\""),
        ("action vanish", "a.script:1: action vanish: there is no action vanish"),
        ("wait label \"Going!\" 0.01", "expected a label \"Going!\" within 0.01 s"),
        ("receive a.apns", "nothing is received from a.apns"),
        ("tree\npng a.png", "a.script:2: png a.png: no browser for a.png"),
        ("expect value #opacity 1e19", "expected a value of 1e+19, found 1"),
        ("expect refused action rotate", "expected that it is refused, found it was done"),
    ])
    func `a failed step says what was expected and what there was`(
        _ text: String,
        _ message: String
    ) async throws {
        let (lines, failure) = try await Self.lines(text)
        let found = try #require(failure)
        #expect(found.status == .nonconforming)
        #expect(found.message.contains(message), "\(found.message)")
        #expect(lines.last?.failure != nil)
        #expect(lines.last?.snapshot != nil)
    }
}
