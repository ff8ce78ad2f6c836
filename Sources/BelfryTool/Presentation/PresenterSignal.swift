// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a presenter is told by the process, and not by the notification or its input.
package enum PresenterSignal: Sendable {
    /// The terminal has another size.
    case resized
    /// The process is to end.
    case ended
}
