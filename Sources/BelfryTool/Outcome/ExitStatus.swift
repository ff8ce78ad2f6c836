// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport
internal import Glibc

/// How the tool ends: verdicts first, then the numbers of sysexits.h for what the tool could not do.
package struct ExitStatus: Error, Equatable, Sendable {
    package let code: Int32

    /// The extension's content was delivered, or it was let drop it, or the tool did what it was asked.
    package static let delivered = ExitStatus(code: 0)

    /// The original was delivered although the extension was called.
    package static let fallback = ExitStatus(code: 1)

    /// The extension could not be loaded.
    package static let rejected = ExitStatus(code: 2)

    /// The extension was not called.
    package static let notCalled = ExitStatus(code: 3)

    /// The extension does not do what extensions must, or what a script expects.
    package static let nonconforming = ExitStatus(code: 4)

    /// What was measured is past a limit that was given (measure --fail-on).
    package static let pastLimit = ExitStatus(code: 5)

    /// The user ended it early; what there was until then is printed.
    static func interrupted(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }

    /// A replayed run was not like the recorded one.
    package static let diverged = ExitStatus(code: 6)

    /// The command line is wrong.
    package static let usage = ExitStatus(code: EX_USAGE)

    /// The payload, or the extension's file, is not what it must be.
    package static let badData = ExitStatus(code: EX_DATAERR)

    /// A file that was named is not there or cannot be read.
    package static let noInput = ExitStatus(code: EX_NOINPUT)

    /// A part of Belfry, or a compiler, is missing.
    package static let unavailable = ExitStatus(code: EX_UNAVAILABLE)

    /// Something failed that should not.
    package static let software = ExitStatus(code: EX_SOFTWARE)

    /// The machine refused something.
    package static let system = ExitStatus(code: EX_OSERR)

    /// A file could not be written.
    package static let cannotCreate = ExitStatus(code: EX_CANTCREAT)

    /// The daemon cannot do it now, and can do it later.
    package static let temporary = ExitStatus(code: EX_TEMPFAIL)

    /// The daemon does not let the caller in, or does not allow it.
    package static let noPermission = ExitStatus(code: EX_NOPERM)

    /// The bundle's Info.plist is wrong.
    package static let badManifest = ExitStatus(code: EX_CONFIG)

    /// The status of a verdict.
    package static func verdict(_ verdict: Verdict.Kind) -> ExitStatus {
        switch verdict {
        case .delivered, .dropped: .delivered
        case .fallback: .fallback
        case .rejected: .rejected
        case .notCalled: .notCalled
        }
    }
}
