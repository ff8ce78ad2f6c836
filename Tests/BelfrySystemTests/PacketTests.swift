// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Glibc
import Testing

@testable import BelfrySystem

struct PacketTests {
    @Test func `packets keep their bounds and order`() throws {
        try Descriptor.packetPair().split { left, right in
            try left.sendPacket([1, 2])
            try left.sendPacket([3])
            let first = try right.receivePacket(capacity: 9)?.bytes
            #expect(first == [1, 2])
            let second = try right.receivePacket(capacity: 9)?.bytes
            #expect(second == [3])
        }
    }

    @Test func `a packet longer than the room for it is cut and marked`() throws {
        try Descriptor.packetPair().split { left, right in
            try left.sendPacket([1, 2, 3])
            try left.sendPacket([4])
            let cut = try received(right, capacity: 2)
            #expect(cut.isTruncated == true)
            #expect(cut.bytes == [1, 2])
            let whole = try received(right, capacity: 2)
            #expect(whole.isTruncated == false)
            #expect(whole.bytes == [4])
        }
    }

    @Test func `the other end's closing ends the stream`() throws {
        try Descriptor.packetPair().split { left, right in
            try left.sendPacket([1])
            try left.close()
            let bytes = try right.receivePacket(capacity: 9)?.bytes
            #expect(bytes == [1])
            let isOver = try right.receivePacket(capacity: 9) == nil
            #expect(isOver)
        }
    }

    @Test func `an end that closed with a packet unread is an error once, before its own packets`()
        throws
    {
        try Descriptor.packetPair().split { left, right in
            try right.sendPacket([2])
            try left.sendPacket([1])
            try left.close()
            let error = failure { () throws(SystemError) in
                _ = try right.receivePacket(capacity: 9, waits: false)
            }
            #expect(error?.errno == ECONNRESET)
            let bytes = try right.receivePacket(capacity: 9)?.bytes
            #expect(bytes == [1])
            let isOver = try right.receivePacket(capacity: 9) == nil
            #expect(isOver)
        }
    }

    @Test func `not waiting for a packet is an error at once`() throws {
        try Descriptor.packetPair().split { left, right in
            let error = failure { () throws(SystemError) in
                _ = try right.receivePacket(capacity: 9, waits: false)
            }
            #expect(error?.errno == EAGAIN)
            try left.close()
        }
    }

    @Test func `not waiting for room is an error once there is none`() throws {
        try Descriptor.packetPair().split { left, right in
            var error: SystemError?
            for _ in 0..<100_000 where error == nil {
                error = failure { () throws(SystemError) in
                    try left.sendPacket([UInt8](repeating: 0, count: 4096), waits: false)
                }
            }
            #expect(error?.errno == EAGAIN)
            try right.close()
        }
    }

    @Test func `sending to a closed end is an error, not a signal`() throws {
        try Descriptor.packetPair().split { left, right in
            try right.close()
            let error = failure { () throws(SystemError) in try left.sendPacket([1]) }
            #expect(error?.errno == EPIPE)
        }
    }

    @Test func `descriptors arrive open, in order, closed on exec`() throws {
        try Descriptor.packetPair().split { left, right in
            try Descriptor.pipe().split { reader, writer in
                try left.sendPacket([1], passing: [reader.raw, writer.raw])
                var packet = try received(right)
                guard let first = packet.descriptors.takeFirst(),
                    let second = packet.descriptors.takeFirst()
                else {
                    Issue.record("two descriptors were sent")
                    return
                }
                #expect(packet.descriptors.count == 0)
                try second.writeAll([5])
                #expect(try first.read(upTo: 2) == [5])
                #expect(fcntl(first.raw, F_GETFD) == FD_CLOEXEC)
            }
        }
    }

    @Test func `descriptors nobody takes are closed with the packet`() throws {
        try Descriptor.packetPair().split { left, right in
            try Descriptor.pipe().split { reader, writer in
                try left.sendPacket([1], passing: [writer.raw, writer.raw])
                try writer.close()
                let bytes = try right.receivePacket(capacity: 9)?.bytes
                #expect(bytes == [1])
                #expect(try reader.read(upTo: 1).isEmpty, "no writer is left")
            }
        }
    }

    @Test func `as many descriptors as fit are passed, and no more`() throws {
        try Descriptor.packetPair().split { left, right in
            let most = [Int32](repeating: left.raw, count: Packet.descriptorLimit)
            try left.sendPacket([1], passing: most)
            let packet = try received(right)
            #expect(packet.descriptors.count == Packet.descriptorLimit)
            #expect(packet.isTruncated == false)
            let error = failure { () throws(SystemError) in
                try left.sendPacket([1], passing: most + [left.raw])
            }
            #expect(error?.errno == EINVAL)
        }
    }

    /// The next packet, which there must be.
    private func received(
        _ end: borrowing Descriptor,
        capacity: Int = 9
    ) throws -> Packet {
        guard let packet = try end.receivePacket(capacity: capacity) else {
            throw SystemError(call: "recvmsg", errno: EPIPE)
        }
        return packet
    }
}
