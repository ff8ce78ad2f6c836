// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What a request asks for, as far as its path and its header fields say it.
enum RequestHead: Sendable {
    case push(PushHead)
    case broadcast(BroadcastHead)
    case channels(ChannelHead)

    /// Whether all channels of an app are asked for.
    var isList: Bool {
        if case .channels(let head) = self { head.operation == .list } else { false }
    }

    /// Most bytes of the body that are kept.
    var byteLimit: Int {
        switch self {
        case .push(let head): (head.type?.payloadLimit ?? .standard).byteCount
        case .broadcast: RemoteBroadcast.payloadLimit.byteCount
        case .channels: ChannelHead.byteLimit
        }
    }
}

/// What a request asks for, whole.
enum RequestContent: Sendable {
    case push(RemotePush)
    case broadcast(RemoteBroadcast)
    case channels(ChannelRequest)
}
