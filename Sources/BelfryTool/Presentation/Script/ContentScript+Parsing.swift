// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ContentScript {
    /// Reads a script.
    ///
    /// - Parameters:
    ///   - text: The script.
    ///   - name: The file, for messages.
    /// - Throws: ``ContentScriptError`` with the first fault's place and the way out.
    package init(_ text: String, name: String) throws(ContentScriptError) {
        var steps: [Step] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, content) in lines.enumerated() {
            do throws(ScriptLine.Fault) {
                let line = try ScriptLine(content)
                guard !line.pieces.isEmpty else { continue }
                var parser = ScriptParser(line)
                let instruction = try parser.instruction()
                try parser.expectEnd()
                steps.append(Step(line: index + 1, text: line.text, instruction: instruction))
            } catch {
                throw ContentScriptError(
                    name,
                    line: index + 1,
                    column: error.column,
                    error.message,
                    hint: error.hint
                )
            }
        }
        self.steps = steps
        self.name = name
    }
}

extension ContentScript {
    /// How long a wait lasts that does not say so.
    package static let waitSeconds = 5.0
}
