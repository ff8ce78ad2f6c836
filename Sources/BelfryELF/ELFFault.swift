// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A fault found while reading, before the file's name is added to it.
struct ELFFault: Error {
    let code: ELFError.Code

    /// What is wrong, to be read after the file's name.
    let problem: String

    /// What to do about it.
    let remedy: String

    /// The file ends too early.
    static let truncated = ELFFault(
        code: .truncated,
        problem: "ends before its headers say it does",
        remedy: "copy it again, or rebuild it"
    )

    /// The file contradicts itself; `problem` says where.
    static func malformed(_ problem: String) -> ELFFault {
        ELFFault(
            code: .malformed,
            problem: problem,
            remedy: "rebuild it; no linker makes such a file"
        )
    }

    /// The source failed with `reason`.
    static func unreadable(_ reason: String) -> ELFFault {
        ELFFault(code: .unreadable, problem: "cannot be read", remedy: reason)
    }
}
