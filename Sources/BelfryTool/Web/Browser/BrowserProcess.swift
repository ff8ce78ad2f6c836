// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import Foundation
internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A browser's process, with the pipes that it is spoken to over.
///
/// Chromium reads commands from descriptor 3 and writes answers to 4, and swift-subprocess (1.0) gives
/// a child its three standard streams only: this program alone starts as the host's own children do.
final class BrowserProcess: Sendable {
    typealias Channel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Our ends of what it is spoken to over.
    private typealias Ends = (answers: Int32, commands: Int32)

    private let program: BrowserProgram
    private let folder: BrowserFolder
    private let process = Mutex<ChildProcess?>(nil)

    init(_ program: BrowserProgram, _ folder: BrowserFolder) {
        self.program = program
        self.folder = folder
    }

    /// Starts it, with something in its environment beside this program's.
    func start(_ environment: [String: String]) async throws -> Channel {
        let (answers, commands) = try startProcess(environment)
        return try await channel(from: answers, to: commands)
    }

    /// Starts it in a sandbox.
    func start(sealedBy seal: BrowserSeal) async throws -> Channel {
        let ends: Ends = try await withCheckedThrowingContinuation { continuation in
            let start: @Sendable () -> Void = { [self] in
                continuation.resume(with: Result { try startProcess(sealedBy: seal) })
            }
            // It waits for what the sandbox says, so it has a thread of its own wherever there can be one.
            do { try SystemThread.start(named: "browser-start", start) } catch { start() }
        }
        return try await channel(from: ends.answers, to: ends.commands)
    }

    private func channel(from answers: Int32, to commands: Int32) async throws -> Channel {
        try await NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .takingOwnershipOfDescriptors(input: answers, output: commands) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ByteToMessageHandler(ZeroEnded())
                    )
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Starts the process; our ends of its two pipes.
    private func startProcess(_ additions: [String: String]) throws(SystemError) -> Ends {
        let commands = try Descriptor.pipe()
        let answers = try Descriptor.pipe()
        var environment = ProcessInfo.processInfo.environment
        environment.merge(additions) { $1 }
        environment["TMPDIR"] = folder.temporary
        let variables = environment.map { "\($0)=\($1)" }
        try process.withLock { process throws(SystemError) in
            process = try ChildProcess(
                command: [program.path] + program.arguments(folder),
                environment: variables,
                requests: commands.first,
                answers: answers.second
            )
        }
        return (
            try answers.first.duplicate().release(), try commands.second.duplicate().release()
        )
    }

    /// Starts the process that makes the sandbox, and hands on the way to the network that it makes; our
    /// end of the browser's socket, for each way.
    private func startProcess(sealedBy seal: BrowserSeal) throws -> Ends {
        let launch = BrowserLaunch(
            folder: folder.path,
            program: program.engine,
            arguments: BrowserProgram.arguments(sealedIn: folder.path + "/own")
        )
        for name in [launch.root, launch.own] {
            try checked("mkdir", name) { unsafe mkdir(name, 0o700) }
        }
        try BrowserProgram.writePreferences(sealedIn: launch.own)
        let environment = [
            "HOME=\(launch.own)", "TMPDIR=\(launch.own)", "PATH=/usr/local/bin:/usr/bin:/bin",
        ]
        return try Descriptor.streamPair().split { ours, theirs in
            try process.withLock { process throws(SystemError) in
                process = try ChildProcess(
                    command: [seal.launcher] + launch.words,
                    environment: environment,
                    requests: theirs,
                    answers: theirs
                )
            }
            try theirs.close()
            guard ours.waitUntilReadable(until: .now + Self.sealTime),
                var packet = try ours.receivePacket(capacity: 4096)
            else { throw ToolFailure("its sandbox was not made", .unavailable) }
            let answer = String(decoding: packet.bytes, as: UTF8.self)
            guard answer == BrowserLaunch.readiness,
                let listener = packet.descriptors.takeFirst()
            else { throw ToolFailure("there is no sandbox for it: \(answer)", .unavailable) }
            seal.openNetwork(listener)
            return (try ours.duplicate().release(), ours.release())
        }
    }

    /// How long a sandbox may take to be made.
    private static let sealTime = Duration.seconds(10)

    /// Ends it with all of its processes, and waits until they have.
    ///
    /// They are killed: what they would put away is in a folder that goes as a whole.
    func end() async {
        await withCheckedContinuation { continuation in
            let end: @Sendable () -> Void = { [self] in
                process.withLock { $0.take()?.endSession(within: .seconds(1)) }
                continuation.resume()
            }
            // It blocks, so it has a thread of its own wherever there can be one.
            do { try SystemThread.start(named: "browser-end", end) } catch { end() }
        }
    }
}
