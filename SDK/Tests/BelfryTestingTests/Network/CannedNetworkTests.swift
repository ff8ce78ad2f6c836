// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTesting
internal import Foundation
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct CannedNetworkTests {
    static let url = "https://pictures.example/a%20b/monkey.png?size=large&id=1"

    @Test(arguments: ["data", "download", "configured", "contents", "upload"])
    func `every way to ask is answered, https too`(_ way: String) async throws {
        let network: CannedNetwork = [Self.url: .data(Sample.png, type: "image/png")]
        let outcome = try await ServiceExtensionHarness(DownloadingService.self, network: network)
            .deliver(json: Sample.picture(Self.url, by: way))
        #expect(outcome.content.body == "200")
        #expect(outcome.content.attachments.map(\.type) == ["public.png"])
        #expect(outcome.attachmentProblems.isEmpty)
        let request = try #require(outcome.requests.first)
        #expect(outcome.requests.count == 1)
        #expect(request.url == Self.url)
        #expect(request.method == (way == "upload" ? "POST" : "GET"))
        #expect(String(decoding: request.body, as: UTF8.self) == (way == "upload" ? "seen" : ""))
    }

    @Test func `a request without an answer fails the test with its URL`() async throws {
        let harness = ServiceExtensionHarness(DownloadingService.self)
        let error = await #expect(throws: ServiceExtensionHarness.UnexpectedRequests.self) {
            try await harness.deliver(json: Sample.picture(Self.url))
        }
        let text = try #require(error).description
        #expect(text.hasPrefix("the extension asked for GET \(Self.url), which its CannedNetwork"))
    }

    @Test func `statuses, files, redirects and broken connections`() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try Sample.png.write(to: file)
        let network: CannedNetwork = [
            "https://a.example/gone": .status(404),
            "https://a.example/file": .file(file),
            "https://a.example/moved": .redirect(to: "https://b.example/file"),
            "https://b.example/file": .file(file),
            "http://a.example/lost": .connectionLost,
        ]
        let harness = ServiceExtensionHarness(DownloadingService.self, network: network)
        let gone = try await harness.deliver(json: Sample.picture("https://a.example/gone"))
        #expect(gone.content.body == "404")
        let found = try await harness.deliver(json: Sample.picture("https://a.example/file"))
        #expect(found.content.attachments.count == 1)
        let moved = try await harness.deliver(json: Sample.picture("https://a.example/moved"))
        #expect(moved.content.attachments.count == 1)
        #expect(moved.requests.map(\.url) == ["https://a.example/moved", "https://b.example/file"])
        let lost = try await harness.deliver(json: Sample.picture("http://a.example/lost"))
        #expect(lost.content.body.hasPrefix("error -"))
    }

    @Test func `a server that is too slow is over with its delivery`() async throws {
        let clock = ManualClock()
        let network: CannedNetwork = [Self.url: .held]
        let harness = ServiceExtensionHarness(
            DownloadingService.self,
            network: network,
            clock: clock
        )
        let outcome = try await harness.deliver(json: Sample.picture(Self.url)) { delivery in
            await delivery.waitForRequest(of: Self.url)
            clock.advance(by: .seconds(30))
        }
        #expect(outcome.ending == .never)
        #expect(outcome.requests.map(\.url) == [Self.url])
    }

    @Test func `a closure answers by the whole request`() async throws {
        let network = CannedNetwork { request in
            request.headers["user-agent"] == nil ? nil : .text(request.method)
        }
        let outcome = try await ServiceExtensionHarness(DownloadingService.self, network: network)
            .deliver(json: Sample.picture(Self.url))
        #expect(outcome.content.body == "200")
    }
}
