// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// How many streams a client may reset in a time.
///
/// A reset throws away what the endpoint has done for the stream, while the client has given nothing
/// (CVE-2023-44487). A client that does not wait for its answers resets requests that were whole and that
/// it may make: each is a push that it sent in full, and has a place until it is in the journal. So there
/// may be more of those, and fewer of all others.
struct ResetBudget {
    /// Most resets in ``window``.
    static let limits = (whole: 10 * PushListener.streamLimit, other: PushListener.streamLimit)

    private static let window = TimeAmount.seconds(30)

    private var start = NIODeadline.distantPast
    private var counts = (whole: 0, other: 0)

    /// Counts a reset.
    ///
    /// - Parameters:
    ///   - isWhole: Whether the request was whole and admitted, and waits for its answer.
    ///   - now: The time.
    /// - Returns: Whether the client may go on.
    mutating func note(isWhole: Bool, now: NIODeadline) -> Bool {
        if now - start >= Self.window {
            start = now
            counts = (0, 0)
        }
        if isWhole { counts.whole += 1 } else { counts.other += 1 }
        return counts.whole <= Self.limits.whole && counts.other <= Self.limits.other
    }
}
