// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// The codes by which a browser signs in: each is valid once, and for a minute.
///
/// A code is in an address that a user opens, where others may see it later: by then it is worthless.
final class SignInCodes: Sendable {
    private struct Code {
        var token: AccessToken
        var end: ContinuousClock.Instant
    }

    /// How long a code is valid.
    static let lifetime = Duration.seconds(60)

    /// Most codes at a time; a further one ends the oldest.
    static let limit = 16

    private let codes = Mutex<[Code]>([])

    /// Makes a code.
    ///
    /// - Parameter now: The time.
    /// - Returns: Its text, which an address can have as it is.
    func make(at now: ContinuousClock.Instant = .now) -> String {
        let token = AccessToken.random()
        codes.withLock { codes in
            codes.removeAll { $0.end <= now }
            if codes.count >= Self.limit { codes.removeFirst() }
            codes.append(Code(token: token, end: now + Self.lifetime))
        }
        return token.text
    }

    /// Whether a text is a code that is still valid; from now on it is not.
    func redeem(_ text: String, at now: ContinuousClock.Instant = .now) -> Bool {
        codes.withLock { codes in
            codes.removeAll { $0.end <= now }
            guard let index = codes.firstIndex(where: { $0.token.isEqual(to: text) }) else {
                return false
            }
            codes.remove(at: index)
            return true
        }
    }
}
