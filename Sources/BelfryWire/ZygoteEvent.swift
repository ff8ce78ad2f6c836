// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a zygote, which never runs extension code, says to the host on its control socket.
package enum ZygoteEvent: Equatable, Sendable {
    /// The zygote is set up: each layer of the sandbox, and whether it is in force. The packet carries
    /// the listener that reports its workers' forbidden system calls.
    case ready([LayerRecord])

    /// Set-up failed, by a shortage on the machine or for another reason; the process ends.
    case failed(String, isShortage: Bool)

    /// A worker is forked. The packet carries, in this order, its pidfd, its container's directory,
    /// and its proxy's listener if `hasListener` says so. A container that is on disk is the host's
    /// to remove; any other goes with the worker.
    case spawned(worker: UInt64, isOnDisk: Bool, hasListener: Bool)

    /// A fork failed, by a shortage on the machine or for another reason.
    case spawnFailed(worker: UInt64, message: String, isShortage: Bool)

    /// A worker has ended.
    case exited(worker: UInt64, ProcessEnd)

    /// What an event's frame begins with.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case ready = 1
        case failed = 2
        case spawned = 3
        case spawnFailed = 4
        case exited = 5
    }

    /// The event as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        switch self {
        case .ready(let layers):
            frame.write(Kind.ready)
            frame.write(all: layers) { $1.write(to: &$0) }
        case .failed(let message, let isShortage):
            frame.write(Kind.failed)
            frame.write(message)
            frame.write(isShortage)
        case .spawned(let worker, let isOnDisk, let hasListener):
            frame.write(Kind.spawned)
            frame.write(worker)
            frame.write(isOnDisk)
            frame.write(hasListener)
        case .spawnFailed(let worker, let message, let isShortage):
            frame.write(Kind.spawnFailed)
            frame.write(worker)
            frame.write(message)
            frame.write(isShortage)
        case .exited(let worker, let end):
            frame.write(Kind.exited)
            frame.write(worker)
            end.write(to: &frame)
        }
        return frame.bytes
    }

    /// Reads an event.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        switch try frame.readKind(Kind.self, of: "zygote event") {
        case .ready:
            self = .ready(
                try frame.readAll { reader throws(WireError) in try LayerRecord(from: &reader) }
            )
        case .failed: self = .failed(try frame.readText(), isShortage: try frame.readBool())
        case .spawned:
            self = .spawned(
                worker: try frame.read(),
                isOnDisk: try frame.readBool(),
                hasListener: try frame.readBool()
            )
        case .spawnFailed:
            self = .spawnFailed(
                worker: try frame.read(),
                message: try frame.readText(),
                isShortage: try frame.readBool()
            )
        case .exited: self = .exited(worker: try frame.read(), try ProcessEnd(from: &frame))
        }
        try frame.finish()
    }
}
