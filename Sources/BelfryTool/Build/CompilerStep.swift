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

    /// The command line, as a shell would take it.
    var commandLine: String {
        ([program] + arguments).map(\.quotedForShell).joined(separator: " ")
    }

    /// Runs it to its end, with its output on standard error.
    ///
    /// The program writes there itself, so that it knows whether it is a terminal.
    ///
    /// - Parameter interruption: What ends it when the tool is ended.
    /// - Throws: ``ToolFailure`` when it could not be started, or was not content.
    func run(_ interruption: Interruption) throws(ToolFailure) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.standardError
        process.standardError = FileHandle.standardError
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
        process.waitUntilExit()
        interruption.compilerEnded()
        if process.terminationReason == .uncaughtSignal {
            throw ToolFailure(
                "\(name) was ended by signal \(process.terminationStatus) and could not \(purpose); "
                    + "try again with --verbose",
                .software
            )
        }
        guard process.terminationStatus == 0 else {
            throw ToolFailure("\(name) could not \(purpose); see above", .badData)
        }
    }

    private var name: String { FilePath(program).name }
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
