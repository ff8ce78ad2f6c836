// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Whoever knows the devices and keeps the notifications that an endpoint receives.
package protocol PushDoor: Sendable {
    /// Takes a push, or refuses it.
    ///
    /// - Parameters:
    ///   - push: The push.
    ///   - done: Is called once, on any thread: with what the push is known by, if it is still, once
    ///     that is on the disk, or with why it is refused.
    func accept(
        _ push: RemotePush,
        done: @escaping @Sendable (Result<String?, PushRefusal>) -> Void
    )

    /// Takes a push to a channel, or refuses it.
    ///
    /// - Parameters:
    ///   - push: The push.
    ///   - done: Is called once, on any thread, once what it does is on the disk.
    func broadcast(
        _ push: RemoteBroadcast,
        done: @escaping @Sendable (Result<Void, PushRefusal>) -> Void
    )

    /// Makes, reads or removes channels.
    ///
    /// - Parameters:
    ///   - request: What is to be done.
    ///   - done: Is called once, on any thread, once that is on the disk.
    func manage(
        _ request: ChannelRequest,
        done: @escaping @Sendable (Result<ChannelRequest.Answer, PushRefusal>) -> Void
    )
}
