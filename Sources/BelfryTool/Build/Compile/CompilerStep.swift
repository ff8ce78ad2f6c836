// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// One call of a compiler or linker.
struct CompilerStep: Equatable {
    /// The program's path.
    let program: String

    let arguments: [String]

    /// What it is for, to be read after "could not".
    let purpose: String

    /// The arguments that give its messages colours.
    var colours: [String] = []

    /// Whether what it writes is for people too, and not only when it fails.
    var isShown = true

    /// The command line, as a shell would take it.
    var commandLine: String {
        ([program] + arguments).map(\.quotedForShell).joined(separator: " ")
    }

    /// Runs it to its end; what it writes is shown at once, and kept.
    ///
    /// - Parameters:
    ///   - interruption: What ends it when the tool is ended.
    ///   - log: Where its messages go.
    /// - Returns: What it wrote.
    /// - Throws: ``ToolFailure`` when it could not be started.
    func run(
        _ interruption: Interruption,
        log: Terminal
    ) throws(ToolFailure) -> CompilerOutcome {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = (log.isStyled ? colours : []) + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        do {
            try interruption.startCompiler {
                try process.run()
                return process.processIdentifier
            }
        } catch {
            throw ToolFailure(
                "\(program) could not be started: \(error.localizedDescription); check that it is "
                    + "a program",
                .unavailable
            )
        }
        let output = read(pipe.fileHandleForReading, log)
        process.waitUntilExit()
        interruption.compilerEnded()
        let outcome = CompilerOutcome(output: output, failure: failure(of: process))
        if !isShown, outcome.failure != nil {
            var text = CompilerText(hasColours: log.isStyled)
            log.write(text.add(outcome.output.utf8) + text.finish())
        }
        return outcome
    }

    /// Reads what it writes until it closes its end; for people as they may see it, else as it is.
    private func read(_ pipe: FileHandle, _ log: Terminal) -> String {
        var (output, raw) = ("", Data())
        var text = CompilerText(hasColours: log.isStyled)
        func show(_ lines: String) {
            log.write(lines)
            output += lines
        }
        while case let part = pipe.availableData, !part.isEmpty {
            if isShown { show(text.add(part)) } else { raw += part }
        }
        if isShown { show(text.finish()) }
        return isShown ? output : String(decoding: raw, as: UTF8.self)
    }

    private func failure(of process: Process) -> ToolFailure? {
        if process.terminationReason == .uncaughtSignal {
            return ToolFailure(
                "\(name) was ended by signal \(process.terminationStatus) and could not \(purpose); "
                    + "try again with --verbose",
                .software
            )
        }
        guard process.terminationStatus != 0 else { return nil }
        return ToolFailure("\(name) could not \(purpose); see above", .badData)
    }

    private var name: String { FilePath(program).name }
}

/// How a compiler's run ended.
struct CompilerOutcome {
    /// Everything that it wrote.
    let output: String

    /// Why it is no use; nil when all went well.
    let failure: ToolFailure?

    /// How many warnings are in a compiler's output.
    static func warningCount(in output: String) -> Int {
        let plain = output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        return plain.split(whereSeparator: \.isNewline).count { line in
            line.contains(#/^[^ ].*:[0-9]+:[0-9]+: warning: /#)
        }
    }
}

extension String {
    /// The text as one word of a POSIX shell: as it is when it is plain, else in single quotes.
    var quotedForShell: String {
        let isPlain = allSatisfy { character in
            character.isASCII
                && (character.isLetter || character.isNumber || "-_./=,+:@%".contains(character))
        }
        return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
