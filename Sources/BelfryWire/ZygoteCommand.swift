// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the host says to a zygote on its control socket.
package enum ZygoteCommand: Equatable, Sendable {
    /// The first packet: what to enter and what to preload.
    case configure(ZygoteConfiguration)

    /// Fork a worker. The packet carries four descriptors: the worker's end of the run socket, the
    /// extension's file open for reading, where its standard output goes, and its crash record.
    case spawn(WorkerSpecification)

    /// Hold a worker's private writable memory to so much from now on (RLIMIT_DATA).
    ///
    /// The zygote is of the worker's user, so that the kernel lets it without any privilege, which
    /// the host may not have; and no extension can object.
    case limitData(worker: UInt64, byteCount: UInt64)

    /// What a command's frame begins with.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case configure = 1
        case spawn = 2
        case limitData = 3
    }

    /// The command as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        switch self {
        case .configure(let configuration):
            frame.write(Kind.configure)
            configuration.write(to: &frame)
        case .spawn(let specification):
            frame.write(Kind.spawn)
            specification.write(to: &frame)
        case .limitData(let worker, let byteCount):
            frame.write(Kind.limitData)
            frame.write(worker)
            frame.write(byteCount)
        }
        return frame.bytes
    }

    /// Reads a command.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        switch try frame.readKind(Kind.self, of: "zygote command") {
        case .configure: self = .configure(try ZygoteConfiguration(from: &frame))
        case .spawn: self = .spawn(try WorkerSpecification(from: &frame))
        case .limitData: self = .limitData(worker: try frame.read(), byteCount: try frame.read())
        }
        try frame.finish()
    }
}
