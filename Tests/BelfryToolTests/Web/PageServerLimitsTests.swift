// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
internal import NIOCore
internal import Testing

/// What programs that do not know the address can do to the page's server: nothing that lasts.
@Suite(.timeLimit(.minutes(1)))
struct PageServerLimitsTests {
    @Test func `silent connections make room for who has the address`() async throws {
        let stage = StandInStage(StandInScene.snapshot)
        var silent: [any Channel] = []
        let status = try await PageServer.serve(stage) { server in
            let request = RawRequest("", address: server.address)
            for _ in 0..<140 { silent.append(try await RawClient.connect(port: request.port)) }
            return try await RawClient.exchange(request)
        }
        #expect(status.hasPrefix("HTTP/1.1 200 "), "\(status)")
        // With the server all have ended, those too that it had not come to.
        for channel in silent { try await channel.closeFuture.get() }
    }

    @Test func `who has shown the address is not put out`() async throws {
        let stage = StandInStage(StandInScene.snapshot)
        try await PageServer.serve(stage) { server in
            let request = RawRequest("events", address: server.address)
            async let stream = RawClient.exchange(request)
            while stage.viewerCount == 0, !Task.isCancelled { await Task.yield() }
            for _ in 0..<140 { _ = try await RawClient.connect(port: request.port) }
            stage.close()
            #expect(try await stream.contains("event: end"))
        }
    }

    @Test func `a request has to come within its time, however its bytes do`() async throws {
        let stage = StandInStage(StandInScene.snapshot)
        try await PageServer.serve(stage, requestLimit: .seconds(3)) { server in
            let request = RawRequest("", address: server.address)
            let channel = try await RawClient.connect(port: request.port)
            var bytes = Array(request.text.utf8.dropLast(2))
            // A header that never ends.
            while channel.isActive {
                try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
                bytes = [UInt8(ascii: "x")]
                try await Task.sleep(for: .milliseconds(20))
            }
            let whole = try await RawClient.exchange(request)
            #expect(whole.hasPrefix("HTTP/1.1 200 "))
        }
    }
}
