// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTerminal
internal import Subprocess
internal import SystemPackage

/// One call of a compiler or linker.
struct CompilerStep: Equatable {
    /// The program's path.
    let program: String

    let arguments: [String]

    /// What it is for, to be read after "could not".
    let purpose: String

    /// The arguments that give its messages colours.
    var colours: [String] = []

    /// What the author wrote where its messages quote something else.
    var authors = AuthorLines()

    /// Whether what it writes is for people too, and not only when it fails.
    var isShown = true

    /// Whether it says in between how far it is, which is left out.
    var hasProgress = false

    /// Where it is started; nil for where the tool was.
    var folder: String?

    /// What it finds in its environment.
    var environment = Environment.inherit

    /// When it counts as one that waits for itself for ever, and is begun again; nil for never.
    var standstill: Standstill?

    /// How often it is begun where it stands still each time.
    var attemptLimit = 3

    /// The command line, as a shell would take it.
    var commandLine: String {
        ([program] + arguments).map(\.quotedForShell).joined(separator: " ")
    }

    /// Runs it to its end; what it writes is shown at once, and kept.
    ///
    /// When the task is cancelled, the program ends with all that it has started.
    ///
    /// - Parameter log: Where its messages go.
    /// - Returns: What it wrote.
    /// - Throws: ``ToolFailure`` when it could not be started, and when the task is cancelled.
    func run(log: Terminal) async throws(ToolFailure) -> CompilerOutcome {
        var ended = try await end(log)
        var attemptCount = 1
        while ended.hasStoodStill, !Task.isCancelled {
            log.write("belfry: \(name) stood still and was ended\n")
            guard attemptCount < attemptLimit else { break }
            ended = try await end(log)
            attemptCount += 1
        }
        guard !Task.isCancelled else {
            throw ToolFailure("\(name) was interrupted and could not \(purpose)", .software)
        }
        let outcome = CompilerOutcome(
            output: ended.output,
            failure: failure(ended),
            hasStoodStill: ended.hasStoodStill
        )
        if !isShown, outcome.failure != nil {
            var text = text(log)
            log.write(text.add(outcome.output.utf8) + text.finish())
        }
        return outcome
    }

    /// How it ended.
    private struct End {
        let output: String
        let status: TerminationStatus
        let hasStoodStill: Bool
    }

    /// Starts it in a process group of its own, which a terminal's signals do not reach.
    private func end(_ log: Terminal) async throws(ToolFailure) -> End {
        do {
            let result = try await Subprocess.run(
                .path(SystemPackage.FilePath(program)),
                arguments: Arguments((log.isStyled ? colours : []) + arguments),
                environment: environment,
                workingDirectory: folder.map { SystemPackage.FilePath($0) },
                platformOptions: .endingTogether,
                input: .none,
                output: .sequence,
                error: .combinedWithOutput
            ) { execution in
                let process = execution.processIdentifier.value
                let watch = Task { await standstill?.end(process) ?? false }
                defer { watch.cancel() }
                let output = try await read(execution.standardOutput, log)
                watch.cancel()
                return (output: output, hasStoodStill: await watch.value)
            }
            return End(
                output: result.closureResult.output,
                status: result.terminationStatus,
                hasStoodStill: result.closureResult.hasStoodStill
            )
        } catch {
            throw ToolFailure(
                "\(program) could not be started: \(error); check that it is a program",
                .unavailable
            )
        }
    }

    /// Reads what it writes until it closes its end; for people as they may see it, else as it is.
    private func read(_ parts: SubprocessOutputSequence, _ log: Terminal) async throws -> String {
        var (output, raw) = ("", [UInt8]())
        var text = text(log)
        func show(_ lines: String) {
            log.write(lines)
            output += lines
        }
        for try await part in parts {
            let bytes = unsafe part.withUnsafeBytes { unsafe Array($0) }
            if isShown { show(text.add(bytes)) } else { raw += bytes }
        }
        if isShown { show(text.finish()) }
        return isShown ? output : String(decoding: raw, as: UTF8.self)
    }

    private func text(_ log: Terminal) -> CompilerText {
        CompilerText(hasColours: log.isStyled, authors: authors, hasProgress: hasProgress)
    }

    private func failure(_ end: End) -> ToolFailure? {
        if end.hasStoodStill {
            return ToolFailure("\(name) stood still and could not \(purpose); try again", .software)
        }
        return switch end.status {
        case .exited(0): nil
        case .exited: ToolFailure("\(name) could not \(purpose); see above", .badData)
        case .signaled(let signal):
            ToolFailure(
                "\(name) was ended by signal \(signal) and could not \(purpose); "
                    + "try again with --verbose",
                .software
            )
        }
    }

    private var name: String { FilePath(program).name }
}

extension PlatformOptions {
    /// A process group of its own, all of which ends when the task that waits for it is cancelled:
    /// a compiler starts others, and linkers.
    static var endingTogether: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
        ]
        return options
    }
}

/// How a compiler's run ended.
struct CompilerOutcome {
    /// Everything that it wrote.
    let output: String

    /// Why it is no use; nil when all went well.
    let failure: ToolFailure?

    /// Whether it stood still each time that it was begun.
    var hasStoodStill = false

    /// How many warnings are in a compiler's output.
    static func warningCount(in output: String) -> Int {
        let plain = output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        return plain.split(whereSeparator: \.isNewline).count { line in
            line.contains(#/^[^ ].*:[0-9]+:[0-9]+: warning: /#)
        }
    }
}
