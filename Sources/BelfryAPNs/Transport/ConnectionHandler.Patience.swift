// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

extension ConnectionHandler {
    /// How long a connection may be in each of its states.
    struct Patience: Sendable {
        /// From the connection to the end of the TLS handshake.
        var handshake = TimeAmount.seconds(15)

        /// Without a request.
        var idle = TimeAmount.minutes(10)

        /// From a stream's first frame to its whole request, and from its answer to its end.
        var stream = TimeAmount.seconds(60)

        /// From the farewell to the end of the last stream.
        var farewell = TimeAmount.seconds(10)

        /// From the last frame to the end, where the client does not end the connection.
        var linger = TimeAmount.seconds(5)
    }
}
