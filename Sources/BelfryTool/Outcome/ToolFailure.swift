// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryEgress
internal import BelfryMeasure
internal import BelfryModel
internal import BelfryReplay
internal import BelfryRuntime
internal import BelfrySystem
internal import BelfryTerminal
internal import Glibc

/// A failure of the tool itself: one line for people, and how to end.
package struct ToolFailure: Error, Equatable {
    /// What, where, and the way out, in one line.
    package let message: String

    /// What the tool ends with.
    package let status: ExitStatus

    package init(_ message: String, _ status: ExitStatus) {
        self.message = message
        self.status = status
    }

    /// What any error means for the tool's user.
    package init(_ error: any Error) {
        switch error {
        case let failure as ToolFailure: self = failure
        case let error as BundleError: self.init(error.message, Self.status(of: error))
        case let error as PayloadError: self.init(error.message, .badData)
        case let error as ManifestError: self.init(error.message, .badManifest)
        case let error as BudgetError: self.init("--budget: \(error)", .usage)
        case let error as GateError: self.init("--fail-on: \(error)", .usage)
        case let error as OriginError: self.init("\(error)", .badManifest)
        case let error as ContentSessionError:
            let status: ExitStatus =
                switch error.code {
                case .bundle: .usage
                case .attachment: .noInput
                case .categories: .badData
                }
            self.init("\(error)", status)
        case let error as SDKLocationError: self.init("\(error)", .unavailable)
        case let error as QuarantineError: self.init("\(error)", .cannotCreate)
        case let error as RecordingError: self.init(error.message, Self.status(of: error))
        case let error as HostError: self.init("\(error)", .system)
        case let error as SystemError: self.init("\(error)", .system)
        default: self.init("\(error)", .software)
        }
    }

    /// Prints the failure, or the help that was asked for.
    ///
    /// - Returns: How the process is to end.
    static func report(_ error: any Error, of command: any ParsableCommand.Type) -> ExitStatus {
        // The parser's own errors, and requests for help, are its to word.
        let code = command.exitCode(for: error)
        if code != .failure || error is ValidationError {
            let stream = code == .success ? Terminal.standardOutput : .standardError
            let message = command.fullMessage(for: error)
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            stream.write(lines.map { String($0).neutralised() + "\n" }.joined())
            return ExitStatus(code: code.rawValue)
        }
        let failure = ToolFailure(error)
        Terminal.standardError.write("belfry: \(failure.message.neutralised())\n")
        return failure.status
    }

    private static func status(of error: RecordingError) -> ExitStatus {
        switch error.code {
        case .cannotRead: .noInput
        case .cannotWrite: .cannotCreate
        case .malformed: .badData
        case .redaction: .usage
        }
    }

    private static func status(of error: BundleError) -> ExitStatus {
        switch error.code {
        case .notFound, .notADirectory, .noManifest: .noInput
        case .manifest, .certificate: .badManifest
        case .library: .noInput
        case .shortage: .system
        case .elf, .sdk: .badData
        }
    }
}
