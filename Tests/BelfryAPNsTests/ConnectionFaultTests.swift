// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOEmbedded
import NIOSSL
import Testing

@testable import BelfryAPNs

/// What the log is told where Apple's set has no reason: each sentence, from the bytes that lead to it.
struct ConnectionFaultTests {
    /// How a client breaks HTTP/2, and the end of the sentence about it.
    enum Breach: String, CaseIterable {
        case otherFirstFrame = "its first frame is not SETTINGS"
        case frameOfWrongSize =
            "it sent a frame that cannot be read, or more than 64 KiB of header fields"
        case endlessFields =
            """
            a request has more than 64 KiB of header fields, and the connection cannot go on where \
            they are not read whole
            """
        case secondAcknowledgement = "it acknowledged SETTINGS that it was not sent"
        case wrongSetting = "a setting has a value that it may not have"
        case bodyPastWindow = "it sent more of a body than the window had room for"
        case windowPastEnd = "it made a window larger than 2,147,483,647 bytes"
        case windowByNothing = "it made a window larger by 0 bytes"
        case unknownStream = "it sent a frame for a stream that is not there"
        case smallerStream = "it began a stream with a smaller number than the one before"
        case fieldsInBody = "it sent header fields in the middle of a body"
        case manyPings = "it sent too many PING, SETTINGS or PRIORITY frames"
        case manyContinuations = "it sent the header fields of one request in too many frames"
        case manyEmptyFrames = "it sent too many empty DATA frames"
        case manyResets =
            "it gave too many requests up, or had too many reset for their header fields"

        /// Whether a stream alone ends.
        var isOfStream: Bool {
            [.bodyPastWindow, .windowPastEnd, .windowByNothing, .fieldsInBody].contains(self)
        }

        /// What the client sends behind its greeting.
        func bytes(_ client: inout FrameClient) throws -> [UInt8] {
            if let frames = floodOrNoise { return frames }
            if self == .manyResets { return try Self.resets(&client) }
            let begun = FrameClient.frame(1, 4, self == .smallerStream ? 5 : 1, try client.head())
            switch self {
            case .bodyPastWindow:
                let data = [UInt8](repeating: 0, count: 16_384)
                return begun + Self.repeated(5, FrameClient.frame(0, 0, 1, data))
            case .windowPastEnd: return begun + FrameClient.frame(8, 0, 1, [0x7f, 255, 255, 255])
            case .windowByNothing: return begun + FrameClient.frame(8, 0, 1, [0, 0, 0, 0])
            case .smallerStream: return begun + FrameClient.frame(1, 4, 3, try client.head())
            case .fieldsInBody:
                return begun + FrameClient.frame(1, 4, 1, try client.block([("x", "y")]))
            case .manyEmptyFrames: return begun + Self.repeated(102, FrameClient.frame(0, 0, 1))
            default: return begun
            }
        }

        private var floodOrNoise: [UInt8]? {
            switch self {
            case .otherFirstFrame: FrameClient.frame(6, 0, 0, Array(0..<8))
            case .frameOfWrongSize: FrameClient.frame(6, 0, 0, [1])
            case .endlessFields:
                FrameClient.frame(1, 0, 1, Self.fields)
                    + Self.repeated(4, FrameClient.frame(9, 0, 1, Self.fields))
            case .secondAcknowledgement: Self.repeated(2, FrameClient.acknowledgement)
            case .wrongSetting: FrameClient.frame(4, 0, 0, [0, 2, 0, 0, 0, 7])
            case .unknownStream: FrameClient.frame(0, 0, 9, [0])
            case .manyPings: Self.repeated(10_001, FrameClient.frame(6, 0, 0, Array(0..<8)))
            case .manyContinuations:
                FrameClient.frame(1, 0, 1, [0x82])
                    + Self.repeated(PushListener.continuationLimit + 1, FrameClient.frame(9, 0, 1))
            default: nil
            }
        }

        private static let fields = [UInt8](repeating: 0x82, count: 16_000)

        private static func repeated(_ count: Int, _ frame: [UInt8]) -> [UInt8] {
            Array(repeating: frame, count: count).flatMap(\.self)
        }

        private static func resets(_ client: inout FrameClient) throws -> [UInt8] {
            var bytes: [UInt8] = []
            for at in 0...ResetBudget.limits.other {
                let stream = UInt32(2 * at + 1)
                bytes += FrameClient.frame(1, 4, stream, try client.head())
                bytes += FrameClient.frame(3, 0, stream, [0, 0, 0, 8])
            }
            return bytes
        }
    }

    @Test(arguments: Breach.allCases)
    func `says in the log how a client broke HTTP/2`(_ breach: Breach) throws {
        let log = KeptLog()
        var client = try FrameClient(logger: log.logger)
        if breach == .otherFirstFrame {
            try client.send(Array(FrameClient.greeting.prefix(24)))
        } else {
            try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        }
        let bytes = try breach.bytes(&client)
        // A connection that has ended takes nothing.
        try? client.send(bytes)
        let start = breach.isOfStream ? "push stream reset" : "push connection ended"
        let line = "\(start): the client broke HTTP/2: \(breach.rawValue)"
        #expect(log.lines.last?.text == line, "\(log.lines)")
        #expect(client.channel.isActive == breach.isOfStream)
    }

    @Test func `says in the log that a client does not speak HTTP/2`() throws {
        let log = KeptLog()
        let client = try FrameClient(logger: log.logger)
        try? client.send(Array("POST /3/device/aa HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        let line =
            "push connection ended: the client does not speak HTTP/2, and APNs speaks nothing else"
        #expect(log.lines.map(\.text) == [line])
        #expect(!client.channel.isActive)
    }

    @Test func `says in the log that a client does not trust the endpoint, and what to do`() throws
    {
        let fault = try #require(
            ConnectionFault(
                NIOSSLError.handshakeFailed(.sslError([])),
                endsConnection: true
            )
        )
        #expect(fault.cause == .handshake)
        #expect(fault.sentence.hasPrefix("push connection ended: there was no TLS connection ("))
        #expect(fault.sentence.hasSuffix("belfry ca says how to have them trust it"))
    }

    @Test func `says nothing of a client that has left`() {
        #expect(ConnectionFault(NIOSSLError.uncleanShutdown, endsConnection: true) == nil)
    }

    @Test func `says what else ended a connection`() throws {
        struct Unplugged: Error, CustomStringConvertible {
            let description = "the cable is out"
        }
        let fault = try #require(ConnectionFault(Unplugged(), endsConnection: true))
        #expect(fault.sentence == "push connection ended: the cable is out")
    }
}
