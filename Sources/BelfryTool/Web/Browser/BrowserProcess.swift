// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import NIOCore
internal import NIOPosix

/// A browser's process, with the pipes that it is spoken to over.
final class BrowserProcess: Sendable {
    typealias Channel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let ends: AsyncStream<Void>

    init(_ program: BrowserProgram, _ folder: BrowserFolder) {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        self.ends = ends
        process = Process()
        let own = ["TMPDIR": folder.temporary]
        process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Commands come on descriptor 3, answers go to 4.
        let script = #"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null"#
        process.arguments = ["-c", script, program.path] + program.arguments(folder)
        process.standardInput = input
        process.standardOutput = output
        process.terminationHandler = { _ in end.finish() }
    }

    /// Starts it.
    func start() async throws -> Channel {
        try process.run()
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        return try await NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .takingOwnershipOfDescriptors(
                input: dup(output.fileHandleForReading.fileDescriptor),
                output: dup(input.fileHandleForWriting.fileDescriptor)
            ) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ByteToMessageHandler(ZeroEnded())
                    )
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Ends it with all of its processes, and waits until they have.
    ///
    /// They are killed: what they would put away is in a folder that goes as a whole.
    func end() async {
        try? input.fileHandleForWriting.close()
        guard process.processIdentifier > 1 else { return }
        // Foundation starts each process in a group of its own.
        let group = -process.processIdentifier
        kill(group, SIGKILL)
        for await _ in ends {}
        let limit = ContinuousClock.now + .seconds(1)
        while kill(group, 0) == 0, ContinuousClock.now < limit {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}

/// Messages with a zero byte after each.
private struct ZeroEnded: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    mutating func decode(
        context: ChannelHandlerContext,
        buffer: inout ByteBuffer
    ) throws -> DecodingState {
        guard
            let count = buffer.readableBytesView.firstIndex(of: 0).map({ $0 - buffer.readerIndex }),
            let message = buffer.readSlice(length: count)
        else { return .needMoreData }
        buffer.moveReaderIndex(forwardBy: 1)
        context.fireChannelRead(wrapInboundOut(message))
        return .continue
    }
}
