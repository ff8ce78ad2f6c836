// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a handle stands for at one moment.
enum HandleState: Equatable {
    /// A request.
    case request(isDecided: Bool)

    /// A content of this request.
    case content(request: UInt64, isDecided: Bool)

    /// Nothing: it is stale, of another process, or invented.
    case gone
}
