// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import BelfrySystem
import BelfryWire
import Glibc
import Testing

@testable import BelfryRuntime

/// What the host takes over from a zygote, which may hand over anything.
@Suite(.timeLimit(.minutes(1))) struct SpawnedZygoteTests {
    @Test func `a worker that cannot be measured is killed, and its end is seen`() async {
        await #expect(processExitsWith: .success) {
            let worker = try SpawnedZygoteTests.sleeper()
            // Nothing can be opened any more; one descriptor can be polled.
            let handed = try await SpawnedZygoteTests.handOver(
                worker.pidfd.raw,
                descriptorLimit: 1
            )
            guard case .killed(let process, let error) = handed else {
                Issue.record("\(handed)")
                return
            }
            #expect(error.errno == EMFILE)
            var end = pollfd(fd: worker.pidfd.raw, events: Int16(POLLIN), revents: 0)
            #expect(unsafe poll(&end, 1, -1) == 1)
            #expect(process.hasEnded)
        }
    }

    @Test func `what is no process is not taken for a worker`() async throws {
        let pipe = try Descriptor.pipe()
        let handed = try await Self.handOver(pipe.first.raw)
        guard case .noProcess = handed else {
            Issue.record("\(handed)")
            return
        }
    }

    /// What the host makes of a descriptor that a zygote hands over as a worker's process.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - descriptorLimit: How many descriptors this process may have as it looks at that one; nil
    ///     for as many as before.
    /// - Returns: What the host has taken.
    /// - Throws: `SystemError` where the kernel refuses what the test needs.
    private static func handOver(
        _ descriptor: Int32,
        descriptorLimit: UInt? = nil
    ) async throws -> WorkerHandover {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let directory = try HostDirectory(owner: nil)
        let sockets = try Descriptor.packetPair()
        let zygote = SpawnedZygote(
            try sleeper(),
            control: try sockets.first.duplicate(),
            mounter: try Descriptor.open("/dev/null", O_RDWR),
            ZygoteWorkshop(reactor, directory, nil)
        )
        let container = try Descriptor.openPlace("/")
        let word = ZygoteEvent.spawned(worker: 7, isOnDisk: false, hasListener: false)
        try sockets.second.sendPacket(word.frame, passing: [descriptor, container.raw])
        guard case .event(_, let handover) = try zygote.receive() else { return .nothing }
        let limits = ControlGroupLeaf.Limits(memoryByteCount: 0, threadCount: 0)
        let worker = SpawnedWorker(number: 7, isOnDisk: false, hasListener: false)
        let former = try descriptorLimit.map(limitDescriptors)
        let handed = handover.takeWorker(worker, limits, [])
        if let former { _ = try limitDescriptors(to: former) }
        await directory.remove()
        return handed
    }

    /// A process that is there until it is killed.
    private static func sleeper() throws -> ChildProcess {
        let null = try Descriptor.open("/dev/null", O_RDWR)
        return try ChildProcess(
            command: ["/bin/sleep", "60"],
            environment: [],
            requests: null,
            answers: null
        )
    }

    /// Sets how many descriptors this process may have.
    ///
    /// - Parameter count: How many.
    /// - Returns: How many it could have before.
    /// - Throws: `SystemError` of setrlimit(2).
    private static func limitDescriptors(to count: UInt) throws -> UInt {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        try checked("getrlimit") { unsafe getrlimit(resource, &limit) }
        let former = limit.rlim_cur
        limit.rlim_cur = count
        try checked("setrlimit") { unsafe setrlimit(resource, &limit) }
        return former
    }
}
