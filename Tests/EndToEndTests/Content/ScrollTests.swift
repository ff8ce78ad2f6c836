// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Sizes that extensions of other people count on, built and shown by the tool.
@Suite(.timeLimit(.minutes(3)))
struct ScrollTests {
    private struct View: Decodable {
        struct Frame: Decodable, Equatable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
        }

        let frame: Frame
        let text: String?
        let label: String?
        let children: [View]?

        var all: [View] { [self] + (children ?? []).flatMap(\.all) }
    }

    private struct Line: Decodable {
        struct Snapshot: Decodable {
            let root: View
        }

        let snapshot: Snapshot
    }

    @Test func `rules to a scroll view's edges say how much there is to scroll`() async throws {
        let views = try await shown()
        #expect(views.contains { $0.text == "672 points to scroll" })
        let days = views.filter { $0.text?.hasPrefix("day ") == true }.map(\.frame)
        #expect(days.map(\.width) == Array(repeating: 80, count: 8))
        #expect(days.map(\.x) == (0..<8).map { Double($0) * 80 })
        let row = views.first { $0.children?.contains { $0.text == "day 1" } == true }
        #expect(row?.frame == View.Frame(x: 16, y: 0, width: 640, height: 60))
    }

    @Test func `a switch that was given no size has its own`() async throws {
        let views = try await shown()
        let toggle = views.first { $0.label == "toggle" }?.frame
        #expect(toggle?.width == 51)
        #expect(toggle?.height == 31)
        #expect((toggle?.x ?? 0) + 51 == views[0].frame.width)
    }

    @Test func `a button is as large as its title and its subtitle`() async throws {
        let views = try await shown()
        let button = try #require(views.first { $0.text == "Call\nfree of charge" }?.frame)
        #expect(button.height > 45)
        #expect(button.width > 100)
    }

    private func shown() async throws -> [View] {
        let workshop = try Workshop()
        func path(_ name: String) -> String { workshop.folder.appendingPathComponent(name).path }
        let bundle = try await ToolBuild(fixture: "SwiftScrolls", in: workshop.folder).path
        let payload = #"{"aps":{"alert":{"title":"Scrolls"},"category":"scrolls"}}"#
        try Data(payload.utf8).write(to: URL(fileURLWithPath: path("push.apns")))
        try Data("tree".utf8).write(to: URL(fileURLWithPath: path("tree.show")))
        let show = try await Command.run(
            Workshop.products.appendingPathComponent("belfry").path,
            ["show", bundle, path("push.apns"), "--script", path("tree.show")]
        )
        #expect(show.status == 0, "\(show.errors)")
        let line = try #require(show.output.split(separator: "\n").last)
        return try JSONDecoder().decode(Line.self, from: Data(line.utf8)).snapshot.root.all
    }
}
