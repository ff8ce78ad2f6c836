// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// Finds and names the frames of a crash in a process apart (`belfry-symbolise`).
///
/// The file it reads is the extension's, and libdw is large: a hole in it is then one in a process
/// that is sealed, holds nothing and is gone in two seconds.
struct Symboliser: Sendable {
    /// The `belfry-symbolise` executable.
    let path: String

    /// The user it becomes; nil for this one.
    let identity: UInt32?

    /// What it may be given to read.
    let files: CrashFiles

    /// How long it may take.
    static let timeLimit = Duration.seconds(2)

    /// Finds and names the frames; blocks, for ``timeLimit`` and a little at most.
    ///
    /// - Parameter record: The crash.
    /// - Returns: The frames, the innermost first; nil when there is no answer in time.
    func frames(of record: CrashRecord) -> [SymbolicFrames.Frame]? {
        guard let pair = try? Descriptor.packetPair() else { return nil }
        return pair.split { ours, theirs in
            guard let child = try? start(theirs) else { return nil }
            // Its end of the socket is its own alone now, so its end is ours to notice.
            try? theirs.close()
            let answer = try? ask(ours, record)
            // It has no more to say, and ends by being given up.
            _ = consume child
            return answer?.frames
        }
    }

    private func start(_ control: borrowing Descriptor) throws(SystemError) -> ChildProcess {
        let output = try Descriptor.open("/dev/null", O_WRONLY)
        return try ChildProcess(
            path: path,
            environment: [],
            namespaces: 0,
            control: control,
            output: output.raw
        )
    }

    private func ask(
        _ socket: borrowing Descriptor,
        _ record: CrashRecord
    ) throws -> SymbolicFrames {
        let end = MonotonicTime.now + Self.timeLimit
        try send(.seal(identity: identity), [], to: socket, until: end)
        for module in record.modules {
            guard let file = files.open(module.path) else { continue }
            let command = SymboliserCommand.module(begin: module.begin, name: module.path)
            try send(command, [file.raw], to: socket, until: end)
        }
        let crash = SymboliserCommand.crash(
            registers: record.registers,
            stackAddress: record.stackAddress,
            stack: record.stack
        )
        try send(crash, [], to: socket, until: end)
        try Self.wait(for: POLLIN, on: socket, until: end)
        guard
            let packet = try socket.receivePacket(capacity: WorkerEvent.frameLimit, waits: false)
        else { throw WireError("the symboliser ended without an answer") }
        return try SymbolicFrames(frame: packet.bytes)
    }

    private func send(
        _ command: SymboliserCommand,
        _ files: [Int32],
        to socket: borrowing Descriptor,
        until end: MonotonicTime
    ) throws(SystemError) {
        while true {
            do throws(SystemError) {
                return try socket.sendPacket(command.frame, passing: files, waits: false)
            } catch  where error.errno == EAGAIN {
                try Self.wait(for: POLLOUT, on: socket, until: end)
            }
        }
    }

    private static func wait(
        for event: Int32,
        on socket: borrowing Descriptor,
        until end: MonotonicTime
    ) throws(SystemError) {
        let left = (end - MonotonicTime.now).nanoseconds / 1_000_000
        var waited = pollfd(fd: socket.raw, events: Int16(event), revents: 0)
        guard left > 0, unsafe poll(&waited, 1, Int32(clamping: left)) > 0 else {
            throw SystemError(call: "poll", subject: "belfry-symbolise", errno: ETIMEDOUT)
        }
    }
}
