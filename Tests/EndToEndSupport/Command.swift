// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
package import Subprocess
internal import SystemPackage

/// Runs a program to its end.
package enum Command {
    /// How a program ended and what it said.
    package struct Result: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String
    }

    /// What a program may say at most, on either stream.
    private static let outputLimit = 1 << 26

    /// Waits without holding one of the few threads that Swift's tasks share, a host's among them.
    package static func run(
        _ path: String,
        _ arguments: [String],
        input: String = ""
    ) async throws -> Result {
        let standardInput = try filledPipe(input)
        let result = try await Subprocess.run(
            .path(FilePath(path)),
            arguments: Arguments(arguments),
            input: .fileDescriptor(
                FileDescriptor(rawValue: standardInput.raw),
                closeAfterSpawningProcess: false
            ),
            output: .string(limit: outputLimit),
            error: .string(limit: outputLimit)
        )
        return Result(
            status: result.terminationStatus.shellStatus,
            output: result.standardOutput,
            errors: result.standardError
        )
    }

    /// A pipe that holds a program's whole input.
    ///
    /// Nothing is written once the program runs: it may end before it has read its input, and then a
    /// write would raise SIGPIPE in this process.
    private static func filledPipe(_ input: String) throws(SystemError) -> Descriptor {
        precondition(input.utf8.count <= pipeCapacity, "an input of this size needs a file")
        let pipe = try Descriptor.pipe()
        try pipe.second.writeAll(Array(input.utf8))
        return try pipe.first.duplicate()
    }

    /// What a pipe takes before it is read (man 7 pipe).
    private static let pipeCapacity = 1 << 16
}

extension TerminationStatus {
    /// The exit status; of a program that a signal ended, 128 and the signal.
    package var shellStatus: Int32 {
        switch self {
        case .exited(let status): status
        case .signaled(let signal): 128 + signal
        }
    }
}

/// A program that did not do what it was run for.
package struct CommandError: Error, CustomStringConvertible {
    /// The program's name and what it said.
    package let description: String

    package init(_ program: String, _ result: Command.Result) {
        description = "\(program) ended with \(result.status): \(result.errors)\(result.output)"
    }
}
