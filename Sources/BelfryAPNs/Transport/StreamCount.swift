// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import NIOHTTP2

/// Tells a connection's handler of its streams, on its event loop.
struct StreamCount: NIOHTTP2StreamDelegate {
    let handler: NIOLoopBound<ConnectionHandler>

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
        handler.value.streamBegan(id)
    }

    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
        handler.value.streamEnded()
    }
}
