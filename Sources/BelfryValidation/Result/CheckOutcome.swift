// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a check found.
package enum CheckOutcome: Sendable, Equatable {
    /// It holds; the text says how that was seen.
    case pass(String)

    /// It holds, and something is odd.
    case warn(String, details: [String] = [])

    /// It does not hold; the text names the place and the way out.
    case fail(String, details: [String] = [])

    /// It could not be asked; the text says why.
    case skip(String)
}
