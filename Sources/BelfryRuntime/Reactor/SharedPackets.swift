// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire

/// Where the packets of many sockets are received, each read before the next comes.
final class SharedPackets {
    let buffer = PacketBuffer(capacity: WorkerEvent.frameLimit)
}
