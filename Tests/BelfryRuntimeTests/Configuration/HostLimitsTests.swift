// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc
import Testing

@testable import BelfryRuntime

@Suite struct HostLimitsTests {
    @Test(arguments: [
        MachineCapacity(memoryByteCount: 0, coreCount: 1, processCount: 0),
        MachineCapacity(memoryByteCount: 512 << 20, coreCount: 1, processCount: 1024),
        MachineCapacity(memoryByteCount: 24 << 30, coreCount: 2, processCount: 32_768),
        MachineCapacity(memoryByteCount: .max, coreCount: .max >> 13, processCount: .max),
    ])
    func `every machine has limits that let something run`(machine: MachineCapacity) {
        let limits = HostLimits(for: machine)
        #expect(limits.workerCount >= 4)
        #expect(limits.processCount >= 12)
        #expect(limits.threadCount >= 24)
        #expect(limits.memoryByteCount <= machine.memoryByteCount)
        #expect(limits.availableMemoryByteCount <= machine.memoryByteCount / 8)
    }

    @Test func `this machine has what a host needs`() {
        let machine = MachineCapacity.ofThisMachine()
        #expect(machine.memoryByteCount > 64 << 20)
        #expect(machine.coreCount > 0)
        #expect(machine.processCount > 0)
    }

    /// Each says `max`, or a number; what is not there says nothing.
    @Test func `a control group that gives less is what the machine has`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-groups-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let groups = try [("200\n", "max\n"), ("max\n", "134217728\n"), (nil, nil)].enumerated()
            .map { index, texts in
                let group = folder.appendingPathComponent("\(index)")
                try FileManager.default.createDirectory(
                    at: group,
                    withIntermediateDirectories: true
                )
                for (name, text) in [("pids.max", texts.0), ("memory.max", texts.1)] {
                    try text?.write(
                        to: group.appendingPathComponent(name),
                        atomically: false,
                        encoding: .utf8
                    )
                }
                return group.path
            }
        let machine = MachineCapacity.ofThisMachine(in: groups)
        #expect(machine.processCount == 200)
        #expect(machine.memoryByteCount == 128 << 20)
        #expect(HostLimits(for: machine).processCount == 100)
    }

    @Test func `other parts of the program keep some descriptors`() {
        #expect(HostLimits.descriptors(under: 1024) == 960)
        #expect(HostLimits.descriptors(under: 64) == 56)
        #expect(HostLimits.descriptors(under: 0) == 0)
        #expect(HostLimits.descriptors(under: .max) == UInt64.max - 64)
    }

    @Test func `a small file system has a small reserve`() {
        #expect(HostLimits.freeSpace(ofFileSystem: 200 << 30) == 64 << 20)
        #expect(HostLimits.freeSpace(ofFileSystem: 20 << 20) == 1 << 20)
    }

    @Test func `the monitor counts this process's descriptors`() throws {
        let monitor = MachineMonitor(storedPaths: [], controlGroup: nil)
        let before = try #require(monitor.descriptorCount)
        var held: [[Int32]] = []
        for _ in 0..<200 {
            let pair = try Descriptor.pipe()
            held.append(pair.split { [$0.release(), $1.release()] })
        }
        // Other tests open and close theirs meanwhile.
        let after = try #require(monitor.descriptorCount)
        for descriptor in held.joined() { close(descriptor) }
        #expect(after > before + 200)
    }

    @Test func `the monitor looks at the machine no oftener than it needs`() throws {
        let monitor = MachineMonitor(
            storedPaths: ["/tmp/belfry-is-not-there/below"],
            controlGroup: nil
        )
        var limits = HostLimits(for: .ofThisMachine())
        let first = MonotonicTime(nanoseconds: 1)
        #expect(monitor.isDue(at: first))
        let machine = monitor.look(limits, at: first)
        #expect(try #require(machine.availableMemory) > 0)
        #expect(machine.kernelMemory == nil)
        let space = try #require(machine.space)
        #expect(space.byteCount > 0 && space.reserve <= 64 << 20)
        limits.freeSpaceByteCount = 7
        #expect(!monitor.isDue(at: first + .milliseconds(99)))
        #expect(monitor.look(limits, at: first + .milliseconds(99)).space?.reserve == space.reserve)
        #expect(monitor.look(limits, at: first + .milliseconds(100)).space?.reserve == 7)
    }

    @Test func `the limit of descriptors follows the process's own`() {
        let monitor = MachineMonitor(storedPaths: [], controlGroup: nil)
        var limits = HostLimits(for: .ofThisMachine())
        let kernel = HostLimits.descriptors(under: MachineCapacity.softLimit(RLIMIT_NOFILE))
        #expect(monitor.descriptorLimit(limits) == kernel)
        limits.descriptorCount = 10
        #expect(monitor.descriptorLimit(limits) == 10)
        limits.descriptorCount = .max
        #expect(monitor.descriptorLimit(limits) == kernel)
    }
}
