// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import NIOEmbedded
import NIOHPACK
import Testing

@testable import BelfryAPNs

/// How many streams a client may have, from its first byte on.
struct StreamAllowanceTests {
    /// The ids of the client's first streams.
    private func streams(_ count: Int) -> [UInt32] { (0..<count).map { UInt32(2 * $0 + 1) } }

    @Test func `tells the client of 1000 streams in the first frame`() throws {
        let client = try FrameClient()
        let first = try #require(try client.frames().first)
        #expect(first.kind == 4 && first.flags == 0)
        #expect(Array(first.payload.prefix(6)) == [0, 3, 0, 0, 0x03, 0xe8])
    }

    @Test func `answers 1000 requests that come before the client's acknowledgement`() throws {
        var client = try FrameClient()
        try client.send(FrameClient.greeting)
        client.door.hold()
        for stream in streams(1000) { try client.send(client.push(stream)) }
        #expect(client.door.pushes.count == 1000)
        client.door.release()
        try client.send(FrameClient.acknowledgement)
        let frames = try client.frames()
        #expect(frames.count { $0.kind == 1 && $0.flags & 1 == 1 } == 1000)
        #expect(!frames.contains { $0.kind == 7 || $0.kind == 3 })
        #expect(client.channel.isActive)
    }

    @Test(arguments: [false, true])
    func `refuses streams past 1000 alone, and pushes nothing of theirs`(
        _ isAtOnce: Bool
    ) throws {
        var client = try FrameClient()
        client.door.hold()
        var bytes = FrameClient.greeting
        if !isAtOnce { bytes += FrameClient.acknowledgement }
        for stream in streams(1300) {
            bytes += try client.push(stream)
            if !isAtOnce {
                try client.send(bytes)
                bytes = []
            }
        }
        try client.send(bytes)
        #expect(client.door.pushes.count == 1000)
        let resets = try client.frames().filter { $0.kind == 3 }
        #expect(resets.map(\.stream) == Array(streams(1300).suffix(300)))
        // REFUSED_STREAM: the sender may try again (RFC 9113, section 8.7).
        #expect(resets.allSatisfy { $0.code == 7 })
        client.door.release()
        try client.send(client.push(2601))
        let answers = try client.frames().filter { $0.kind == 1 }
        #expect(answers.count == 1001)
        #expect(client.channel.isActive)
    }

    @Test func `takes the client's bytes however they are cut`() throws {
        var client = try FrameClient()
        let bytes =
            try FrameClient.greeting + client.push(1) + FrameClient.acknowledgement
            + FrameClient.frame(6, 0, 0, Array(0..<8)) + client.push(3)
        for byte in bytes { try client.send([byte]) }
        let frames = try client.frames()
        #expect(frames.count { $0.kind == 1 && $0.flags & 1 == 1 } == 2)
        // PING has its answer, and SETTINGS one acknowledgement.
        #expect(frames.count { $0.kind == 6 && $0.flags == 1 } == 1)
        #expect(frames.count { $0.kind == 4 && $0.flags == 1 } == 1)
        #expect(client.channel.isActive)
    }

    @Test func `ends a connection whose client acknowledges what was not sent`() throws {
        var client = try FrameClient()
        let twice = FrameClient.acknowledgement + FrameClient.acknowledgement
        try client.send(FrameClient.greeting + client.push(1) + twice)
        let farewell = try #require(try client.frames().last { $0.kind == 7 })
        #expect(farewell.code == 1)
        #expect(!client.channel.isActive)
    }

    @Test func `ends a connection that does not begin with SETTINGS`() throws {
        let client = try FrameClient()
        try client.send(Array(FrameClient.greeting.prefix(24)) + FrameClient.acknowledgement)
        #expect(try client.frames().contains { $0.kind == 7 && $0.code == 1 })
        #expect(!client.channel.isActive)
    }
}
