// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// What the expansion of a project's settings has come to, and the first setting that was too much.
///
/// A project has many settings, and each is expanded more than once: what all of them do together is
/// bounded too.
final class ExpansionWork: Sendable {
    private struct State {
        var count = 0
        var byteCount = 0
        var culprit: String?

        /// Whether all expansions together are beyond what they may do.
        var isSpent: Bool {
            count > ExpansionWork.maximumCount || byteCount > ExpansionWork.maximumByteCount
        }
    }

    private let state = Mutex(State())

    /// The settings of hundreds of targets are replaced with some 100,000.
    private static let maximumCount = 5_000_000
    private static let maximumByteCount = 512 << 20

    /// The setting that was the first to be beyond what it may do; nil while none was.
    var culprit: String? { state.withLock(\.culprit) }

    /// Whether nothing more of the project is expanded.
    var isSpent: Bool { state.withLock(\.isSpent) }

    /// Notes what an expansion has done.
    ///
    /// - Parameters:
    ///   - expansion: The expansion, at its end.
    ///   - name: The setting's name, or the text.
    /// - Returns: Whether it is within what it may do, and all of them together are.
    func note(_ expansion: BuildSettings.Expansion, of name: String) -> Bool {
        state.withLock { state in
            state.count += expansion.count
            state.byteCount += expansion.byteCount
            let isOver = expansion.isOver || state.isSpent
            if isOver { state.culprit = state.culprit ?? name }
            return !isOver
        }
    }

    /// The failure to replace the variables of something.
    ///
    /// - Parameters:
    ///   - subject: What kind of thing it is, and where.
    ///   - name: The setting's name, or the text.
    /// - Returns: The failure.
    static func failure(_ subject: String, _ name: String) -> ToolFailure {
        ToolFailure(
            "\(subject) \(name.prefix(80)) needs more than "
                + "\(BuildSettings.Expansion.maximumCount) build variables, or comes to more than "
                + "\(BuildSettings.Expansion.maximumByteCount >> 20) MB with their values; write what "
                + "it is to be",
            .badData
        )
    }
}
