// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Testing

/// The kits for C++ and Rust, by the names that `belfry new --language` has for those, and how they word
/// what goes wrong.
package enum Kit: String, Sendable {
    case cpp, rust

    /// Why nothing is compiled with it here; nil where its compiler is, and in CI.
    package var whyMissing: String? {
        switch self {
        case .cpp: CPlusPlus.isNeeded ? nil : CPlusPlus.isMissing
        case .rust: Cargo.isNeeded ? nil : Cargo.isMissing
        }
    }

    /// Cancels the test case that calls this where the compiler of its language is not here, and
    /// prints which case and why: swift-testing prints nothing of a cancelled case.
    package static func require(_ language: String) throws {
        guard let why = Kit(rawValue: language)?.whyMissing else { return }
        print("skipped for \(language): \(Test.current?.displayName ?? ""): \(why)")
        try Test.cancel(Comment(rawValue: why))
    }

    /// What the log says of a callback that an exception, or a panic, has left.
    package var failed: String { self == .cpp ? "threw" : "panicked" }

    /// What the log says of a callback that a refused call has left.
    package var refused: String { self == .cpp ? "threw" : "failed" }

    /// What the log says of a service extension's completion that is gone.
    package var abandoned: String {
        "the completion was \(lost) without an answer: the original is delivered"
    }

    /// What the log says of a response's completion that is gone.
    package var abandonedResponse: String {
        "the response's completion was \(lost) without an answer: the app gets the response"
    }

    private var lost: String { self == .cpp ? "destroyed" : "dropped" }
}
