// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc
internal import Synchronization

/// The codes by which a browser signs in: each is valid once, and for a minute.
///
/// A code is in an address that a user opens, where others may see it later: by then it is worthless.
/// One that a program is started with can be read at once (man 5 proc_pid_cmdline), so that such a code
/// is valid for its own user's browser alone.
final class SignInCodes: Sendable {
    private struct Code {
        var token: AccessToken
        var user: uid_t?
        var end: ContinuousClock.Instant
    }

    /// How long a code is valid.
    static let lifetime = Duration.seconds(60)

    /// Most codes at a time; a further one ends the oldest.
    static let limit = 16

    private let codes = Mutex<[Code]>([])

    /// What becomes of a text that a browser sends.
    enum Redemption: Equatable {
        /// It was a valid code, and is none from now on.
        case taken
        /// It is no code that is valid.
        case unknown
        /// It is a code for a browser of this user alone, and stays valid.
        case other(uid_t)
    }

    /// Makes a code.
    ///
    /// - Parameters:
    ///   - user: Whose browser it is for; nil for anybody's.
    ///   - now: The time.
    /// - Returns: Its text, which an address can have as it is.
    func make(for user: uid_t? = nil, at now: ContinuousClock.Instant = .now) -> String {
        let token = AccessToken.random()
        codes.withLock { codes in
            codes.removeAll { $0.end <= now }
            if codes.count >= Self.limit { codes.removeFirst() }
            codes.append(Code(token: token, user: user, end: now + Self.lifetime))
        }
        return token.text
    }

    /// Takes a code.
    ///
    /// - Parameters:
    ///   - text: What a browser sends.
    ///   - now: The time.
    ///   - browser: Says whose the browser is, where that counts; nil where it cannot be known.
    /// - Returns: What becomes of it.
    func redeem(
        _ text: String,
        at now: ContinuousClock.Instant = .now,
        by browser: () -> uid_t? = { nil }
    ) -> Redemption {
        codes.withLock { codes in
            codes.removeAll { $0.end <= now }
            guard let index = codes.firstIndex(where: { $0.token.isEqual(to: text) }) else {
                return .unknown
            }
            if let user = codes[index].user, browser() != user { return .other(user) }
            codes.remove(at: index)
            return .taken
        }
    }
}
