// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryDrawing
package import BelfryRuntime
internal import BelfryTerminal

/// Looks at a notification by a script, and prints what there is after each step as a line of JSON.
package struct ScriptPresenter: ContentPresenter {
    /// One line of the output (Documentation/Show.md).
    package struct Line: Codable, Equatable, Sendable {
        /// From 1; 0 is the notification as it was opened.
        package var step: Int
        package var line: Int?
        package var instruction: String?
        package var failure: String?

        /// How the notification looks after the step; nil for a step that failed.
        package var snapshot: ContentDocument?
    }

    private let script: ContentScript
    private let surroundings: ScriptRunner.Surroundings
    private let signals: AsyncStream<PresenterSignal>
    private let write: @Sendable (String) -> Void

    /// A presenter of a script.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - surroundings: What it needs besides the stage.
    ///   - signals: What comes from elsewhere: the end of the process.
    ///   - write: Takes a line of the output, with its end.
    package init(
        _ script: ContentScript,
        surroundings: ScriptRunner.Surroundings,
        signals: AsyncStream<PresenterSignal>,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.script = script
        self.surroundings = surroundings
        self.signals = signals
        self.write = write
    }

    /// Does the script; when the process is to end, the step that is under way fails.
    package func present(_ stage: any ContentStage) async throws {
        let steps = Task { try await perform(on: stage) }
        let watch = Task { [signals] in
            for await signal in signals where signal == .ended { steps.cancel() }
        }
        defer { watch.cancel() }
        try await withTaskCancellationHandler {
            try await steps.value
        } onCancel: {
            steps.cancel()
        }
    }

    private func perform(on stage: any ContentStage) async throws {
        var runner = ScriptRunner(stage: stage, surroundings: surroundings)
        try write(Line(step: 0, snapshot: ContentDocument(await stage.settled())))
        for (index, step) in script.steps.enumerated() {
            var line = Line(step: index + 1, line: step.line, instruction: step.text)
            do {
                try Task.checkCancellation()
                line.snapshot = try await runner.perform(step).map(ContentDocument.init)
                try write(line)
            } catch {
                // Whatever it was, it is the line's: a file that is not there, a browser that is not.
                let failure = Self.sentence(of: error)
                line.failure = failure
                line.snapshot = ContentDocument(await stage.snapshot())
                try write(line)
                let place = "\(script.name):\(step.line): \(step.text)"
                throw ToolFailure("\(place): \(failure)", .nonconforming)
            }
        }
    }

    private static func sentence(of error: any Error) -> String {
        guard !Task.isCancelled else { return "ended by a signal before it was done" }
        return (error as? ScriptFailure)?.description ?? ToolFailure(error).message
    }

    private func write(_ line: Line) throws { write(try JSONText.line(line)) }
}
