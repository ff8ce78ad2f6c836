// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryModel
@testable internal import BelfryRuntime
@testable internal import BelfryTool
@testable internal import BelfryValidation
import BelfryTerminal
internal import Foundation
internal import Subprocess
internal import Testing

/// What is said while something takes its time, where somebody sees it.
@Suite(.timeLimit(.minutes(3))) struct LiveLineTests {
    private static let nowhere = Terminal(descriptor: -1)

    @Test func `a run says what it waits for and how full its budgets are`() {
        let line = RunLine(name: "Bell", budget: Budget())
        #expect(line.line(after: .seconds(1), nil).name == "waiting for a process of Bell")
        let use = PresentUse(cpu: .milliseconds(120), memoryByteCount: 3 << 20)
        let running = line.line(after: .seconds(15), use)
        #expect(running.name == "waiting for Bell to complete")
        #expect(running.share == 0.5)
        #expect(running.facts == ["15 s of 30 s", "cpu 120 ms of 10 s", "memory 3 MB of 24 MB"])
        let wide = running.text(on: Self.nowhere, columns: 120)
        #expect(wide.count { $0 == "█" } == wide.count { $0 == "░" })
        for columns in [10, 40, 80, 120] {
            #expect(running.text(on: Self.nowhere, columns: columns).cellCount < columns)
        }
    }

    @Test(arguments: [
        (150, "waiting for MyNotificationServiceExtension to complete"),
        (100, "MyNotificationServiceExtension"), (80, "MyNotific…Extension"), (40, "MyNo…ion"),
    ])
    func `a narrow terminal has fewer words for the name, and the figures`(
        columns: Int,
        name: String
    ) {
        let line = RunLine(name: "MyNotificationServiceExtension", budget: Budget())
        let use = PresentUse(cpu: .milliseconds(120), memoryByteCount: 3 << 20)
        let running = line.line(after: .seconds(15), use)
        let text = running.text(on: Self.nowhere, columns: columns)
        #expect(text.hasPrefix("  \(name)  "), "\(text)")
        #expect(columns < 80 || text.hasSuffix(running.facts.joined(separator: " · ")))
        #expect(text.cellCount < columns)
    }

    @Test func `no name of a bundle reaches the terminal as it is`() {
        let line = LiveLine(name: "\u{1b}[2Jx", share: 0, facts: ["\u{9b}2J"])
        let text = line.text(on: Self.nowhere, columns: 120)
        #expect(!text.unicodeScalars.contains { $0.value < 32 || (127...159).contains($0.value) })
    }

    @Test func `work whose length nobody knows has no bar`() {
        let line = LiveLine(name: "the daemon copies Bell.app", facts: ["3 s"])
        #expect(line.text(on: Self.nowhere, columns: 80) == "  the daemon copies Bell.app  3 s")
    }

    @Test func `a validation says which check is under way and what failed`() {
        let results = [
            CheckResult(.manifest, .pass("")), CheckResult(.library, .fail("it does not hold")),
        ]
        let runs = RunTally()
        let progress = ValidationProgress(
            check: .leaks,
            results: results,
            checkCount: 4,
            runs: runs
        )
        let line = ValidationScreen.line(progress, after: .milliseconds(2900))
        #expect(line.name == "leaks")
        #expect(line.share == 0.5)
        #expect(line.facts == ["2 of 4 checks", "library FAIL", "1 failed", "2 s"])
        runs.add()
        runs.add()
        #expect(ValidationScreen.line(progress, after: .zero).facts.first == "run 2")
    }

    /// A service extension that never completes.
    private static let hanging = Samples.swift.replacing(
        "contentHandler(request.content)",
        with: "while true {}"
    )

    @Test func `a run that hangs is shown as it hangs, and the line is taken away`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.hanging, to: "Hang.swift")
        try folder.write(#"{"aps": {"alert": "x", "mutable-content": 1}}"#, to: "push.json")
        let build = try await folder.belfry("build", "Hang.swift")
        try #require(build.status == 0, "\(build.errors)")
        let terminal = try PseudoTerminal(rows: 24, columns: 100)
        let run = ["run", "Hang.appex", "push.json", "--budget", "wall=3s,cpu=20s"]
        let paths = ["--state", folder("state"), "--store", folder("store")]
        let end = try await folder.belfry.running(
            run + paths,
            in: terminal,
            environment: ["TERM": "xterm"]
        ) { _ in
            await terminal.wait { $0.contains("waiting for Hang") }
            await terminal.wait { $0.contains("fallback: timeout") }
        }
        #expect(end == .exited(1))
        #expect(!terminal.text.contains("waiting for Hang"))
    }

    @Test func `standard input that nothing comes from is said to be read`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Samples.plist(), to: "Small.appex/Info.plist")
        let terminal = try PseudoTerminal(rows: 24, columns: 100)
        let end = try await folder.belfry.running(
            ["explain", "Small.appex", "-"],
            in: terminal,
            environment: ["TERM": "xterm"]
        ) { _ in
            await terminal.wait { $0.contains("reading the payload from standard input; Ctrl-D") }
            try terminal.type("{\"aps\": {\"alert\": \"x\", \"mutable-content\": 1}}\n\u{4}")
        }
        #expect(end == .exited(0))
    }

    /// A service extension that takes its time.
    private static let slow = """
        import Foundation

        """
        + Samples.swift.replacing(
            "contentHandler(request.content)",
            with: "Thread.sleep(forTimeInterval: 0.02); contentHandler(request.content)"
        )

    /// The run that a validation's line speaks of; 0 where there is no line.
    private static func run(in text: String) -> Int {
        text.firstMatch(of: /repeats .*run (\d+) · 0 of 1 checks/).flatMap { Int($0.1) } ?? 0
    }

    @Test func `a validation counts its runs as it makes them, and a run says what it reads`()
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.write(Self.slow, to: "Slow.swift")
        let build = try await folder.belfry("build", "Slow.swift")
        try #require(build.status == 0, "\(build.errors)")
        let validation = try PseudoTerminal(rows: 40, columns: 120)
        let end = try await folder.belfry.running(
            ["validate", "Slow.appex", "--only", "repeats", "--runs", "2000", "--seed", "1"],
            in: validation,
            environment: ["TERM": "xterm"]
        ) { _ in
            await validation.wait { Self.run(in: $0) > 0 }
            let early = Self.run(in: validation.text)
            await validation.wait { Self.run(in: $0) > early || $0.contains("PASS") }
            await validation.wait { $0.contains("PASS") }
        }
        #expect(end == .exited(0))
        #expect(validation.text.contains("200 runs"), "\(validation.text)")
        #expect(Self.run(in: validation.text) == 0, "the line is taken away")

        let reading = try PseudoTerminal(rows: 40, columns: 100)
        let run = ["run", "Slow.appex", "-"]
        let ran = try await folder.belfry.running(
            run + ["--state", folder("state"), "--store", folder("store")],
            in: reading,
            environment: ["TERM": "xterm"]
        ) { _ in
            await reading.wait { $0.contains("reading the payload from standard input; Ctrl-D") }
            try reading.type("{\"aps\": {\"alert\": \"x\", \"mutable-content\": 1}}\n\u{4}")
            await reading.wait { $0.contains("delivered: completed") }
        }
        #expect(ran == .exited(0))
    }
}
