// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Hummingbird
internal import NIOCore

/// How long a reader of a long answer may take none of it: who takes nothing for half a minute is
/// disconnected, so that what is held for a reader is held for no longer than that.
struct ReaderPatience: Sendable {
    private let channel: any Channel

    private static let limit = TimeAmount.seconds(30)

    /// - Parameter channel: The reader's connection.
    init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Sends a part of the answer, and returns once there is room for another.
    ///
    /// - Parameters:
    ///   - bytes: The part.
    ///   - writer: The answer.
    /// - Throws: The connection's error, once it is closed.
    @concurrent
    func send(_ bytes: ByteBuffer, to writer: inout any ResponseBodyWriter) async throws {
        let channel = channel
        let timer = channel.eventLoop.scheduleTask(in: Self.limit) { channel.close(promise: nil) }
        defer { timer.cancel() }
        try await writer.write(bytes)
    }
}
