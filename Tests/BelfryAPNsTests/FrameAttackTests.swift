// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import NIOEmbedded
import NIOExtras
import Testing

@testable import BelfryAPNs

/// Clients that break HTTP/2, and what that costs: the real frames are in Tests/Conformance/APNs.
struct FrameAttackTests {
    private static let settings: UInt8 = 4
    private static let window: UInt8 = 8

    /// The number of a setting, and its value.
    private func setting(_ name: UInt8, _ value: UInt32) -> [UInt8] {
        [0, name] + bytes(value)
    }

    private func bytes(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// Requests that are whole with their header fields, and refused by them.
    private func refused(_ count: Int, _ client: inout FrameClient) throws -> [UInt8] {
        try (0..<count).flatMap { at in
            FrameClient.frame(
                1,
                5,
                UInt32(2 * at + 1),
                try client.head([("apns-priority", "7")])
            )
        }
    }

    @Test func `answers a thousand refusals that come at once`() throws {
        var client = try FrameClient()
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        try client.send(try refused(1000, &client))
        let frames = try client.frames()
        #expect(frames.count { $0.kind == 0 && $0.flags == 1 } == 1000)
        #expect(!frames.contains { $0.kind == 3 || $0.kind == 7 })
    }

    @Test func `keeps 8 refusals for a client without a window, and resets the others`() throws {
        var client = try FrameClient()
        let narrow = FrameClient.frame(Self.settings, 0, 0, setting(4, 0))
        try client.send(FrameClient.greeting + FrameClient.acknowledgement + narrow)
        try client.send(try refused(1000, &client))
        let frames = try client.frames()
        #expect(!frames.contains { $0.kind == 0 || $0.kind == 7 })
        #expect(frames.filter { $0.kind == 3 }.map(\.code) == Array(repeating: 11, count: 992))
        // Those that were kept go out once there is a window.
        try client.send(FrameClient.frame(Self.settings, 0, 0, setting(4, 65_535)))
        #expect(try client.frames().count { $0.kind == 0 && $0.flags == 1 } == 8)
        try client.send(try client.push(2001))
        #expect(try client.frames().contains { $0.kind == 1 && $0.stream == 2001 })
    }

    /// By how much a window grows, and the error of that.
    static let increments: [(UInt32, UInt32)] = [(0, 1), (UInt32(Int32.max), 3)]

    @Test(arguments: increments)
    func `resets a stream whose window cannot be, and the connection goes on`(
        _ increment: UInt32,
        _ code: UInt32
    ) throws {
        var client = try FrameClient()
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        try client.send(
            FrameClient.frame(1, 4, 1, try client.head())
                + FrameClient.frame(Self.window, 0, 1, bytes(increment))
        )
        let frames = try client.frames()
        #expect(frames.filter { $0.kind == 3 }.map(\.code) == [code])
        try client.send(try client.push(3))
        #expect(try client.frames().contains { $0.kind == 1 && $0.stream == 3 })
        #expect(client.channel.isActive)
    }

    /// A frame by itself, which is sent again and again.
    static let floods: [(String, [UInt8])] = [
        ("ping", FrameClient.frame(6, 0, 0, Array(repeating: 0, count: 8))),
        ("settings", FrameClient.frame(4, 0, 0)),
        ("table size", FrameClient.frame(4, 0, 0, [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 16, 0])),
        ("priority", FrameClient.frame(2, 0, 3, [0, 0, 0, 1, 16])),
        ("continuation", FrameClient.frame(1, 0, 1, [0x82]) + FrameClient.frame(9, 0, 1)),
        ("empty data", FrameClient.frame(0, 0, 1)),
    ]

    @Test func `takes header fields in as many frames as they have bytes`() throws {
        var client = try FrameClient()
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        let head = try client.head([("apns-collapse-id", String(repeating: "x", count: 60))])
        try #require(head.count > 50)
        var bytes = FrameClient.frame(1, 0, 1, [head[0]])
        for byte in head.dropFirst().dropLast() { bytes += FrameClient.frame(9, 0, 1, [byte]) }
        bytes += FrameClient.frame(9, 4, 1, [head[head.count - 1]])
        bytes += FrameClient.frame(0, 1, 1, Array(#"{"aps":{"alert":"x"}}"#.utf8))
        try client.send(bytes)
        #expect(try client.frames().filter { $0.stream == 1 }.map(\.kind) == [1])
        #expect(client.door.pushes.count == 1)
        #expect(client.channel.isActive)
    }

    @Test(arguments: floods)
    func `ends a flood with ENHANCE_YOUR_CALM`(_ name: String, _ frame: [UInt8]) throws {
        var client = try FrameClient()
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        var frame = frame
        if name == "empty data" {
            try client.send(FrameClient.frame(1, 4, 1, try client.head()))
        } else if name == "continuation" {
            try client.send(Array(frame.prefix(10)))
            frame = Array(frame.dropFirst(10))
        }
        let many = Array(repeating: frame, count: 100).flatMap(\.self)
        var farewell: FrameClient.Frame?
        for _ in 0..<200 where farewell == nil {
            // A connection that has ended takes nothing.
            try? client.send(many)
            farewell = try client.frames().first { $0.kind == 7 }
        }
        #expect(farewell?.payload[4..<8] == [0, 0, 0, 11])
        #expect(!client.channel.isActive)
    }

    /// Sends requests and gives each of them up, until the connection says something.
    ///
    /// - Returns: How many it took.
    private func giveUp(
        _ count: Int,
        isWhole: Bool,
        _ client: inout FrameClient
    ) throws -> Int {
        client.door.hold()
        for at in 0..<count {
            let stream = UInt32(2 * at + 1)
            let request =
                try isWhole
                ? client.push(stream) : FrameClient.frame(1, 4, stream, try client.head())
            try client.send(request)
            try client.send(FrameClient.frame(3, 0, stream, bytes(8)))
            guard try client.frames().allSatisfy({ $0.kind != 7 || $0.payload[7] != 11 }) else {
                return at
            }
        }
        return count
    }

    @Test func `lets a client give up a thousand requests that it has not sent whole`() throws {
        var client = try FrameClient()
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        #expect(try giveUp(1200, isWhole: false, &client) == 1000)
        #expect(!client.channel.isActive)
    }

    @Test func `lets a client whose pushes take too long give more of them up`() throws {
        var client = try FrameClient()
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        #expect(try giveUp(1200, isWhole: true, &client) == 1200)
        #expect(client.channel.isActive)
        #expect(client.door.pushes.count == 1200)
    }

    @Test func `bounds what a client gives up in 30 seconds`() {
        let start = NIODeadline.uptimeNanoseconds(1)
        for isWhole in [false, true] {
            var budget = ResetBudget()
            let limit = isWhole ? ResetBudget.limits.whole : ResetBudget.limits.other
            let within = (0..<limit).count { _ in budget.note(isWhole: isWhole, now: start) }
            #expect(within == limit)
            let further = budget.note(isWhole: isWhole, now: start + .seconds(29))
            let later = budget.note(isWhole: isWhole, now: start + .seconds(30))
            #expect(!further && later)
        }
    }

    @Test func `answers what is under way when a push comes after the farewell`() throws {
        var client = try FrameClient()
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        client.door.hold()
        try client.send(try client.push(1))
        client.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(try client.frames().contains { $0.kind == 7 && $0.payload[4..<8] == [0, 0, 0, 0] })
        // The client has not read the farewell yet.
        try client.send(try client.push(3))
        try client.send(FrameClient.frame(Self.window, 0, 3, bytes(1)))
        try client.send(FrameClient.frame(3, 0, 3, bytes(8)))
        #expect(try client.frames().isEmpty)
        #expect(client.channel.isActive)
        client.door.release()
        client.channel.embeddedEventLoop.run()
        let frames = try client.frames()
        #expect(frames.map(\.stream) == [1])
        #expect(frames.map(\.kind) == [1])
        #expect(client.door.pushes.count == 1)
        #expect(!client.channel.isActive)
    }

    @Test func `ends a connection whose streams are reset again and again`() throws {
        var client = try FrameClient()
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        var farewell: FrameClient.Frame?
        for at in 0..<1000 where farewell == nil {
            let stream = UInt32(2 * at + 1)
            // A connection that has ended takes nothing.
            try? client.send(
                FrameClient.frame(1, 4, stream, try client.head())
                    + FrameClient.frame(Self.window, 0, stream, bytes(0))
            )
            farewell = try client.frames().first { $0.kind == 7 }
        }
        #expect(farewell?.payload[4..<8] == [0, 0, 0, 11])
        #expect(!client.channel.isActive)
    }
}
