// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime

/// Looks at a notification by a script, and prints what there is after each step as a line of JSON.
package struct ScriptPresenter: ContentPresenter {
    /// One line of the output (Documentation/Show.md).
    package struct Line: Codable, Equatable, Sendable {
        /// From 1; 0 is the notification as it was opened.
        package var step: Int
        package var line: Int?
        package var instruction: String?
        package var failure: String?
        package var snapshot: ContentDocument?
    }

    private let script: ContentScript
    private let surroundings: ScriptRunner.Surroundings
    private let write: @Sendable (String) -> Void

    /// A presenter of a script.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - surroundings: What it needs besides the stage.
    ///   - write: Takes a line of the output, with its end.
    package init(
        _ script: ContentScript,
        surroundings: ScriptRunner.Surroundings,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.script = script
        self.surroundings = surroundings
        self.write = write
    }

    package func present(_ stage: any ContentStage) async throws {
        var runner = ScriptRunner(stage: stage, surroundings: surroundings)
        try write(Line(step: 0, snapshot: ContentDocument(await stage.settled())))
        for (index, step) in script.steps.enumerated() {
            var line = Line(step: index + 1, line: step.line, instruction: step.text)
            do {
                line.snapshot = try await runner.perform(step).map(ContentDocument.init)
                try write(line)
            } catch let failure as ScriptFailure {
                line.failure = failure.description
                line.snapshot = ContentDocument(await stage.snapshot())
                try write(line)
                let place = "\(script.name):\(step.line): \(step.text)"
                throw ToolFailure("\(place): \(failure)", .nonconforming)
            }
        }
    }

    private func write(_ line: Line) throws { write(try JSONText.line(line)) }
}
