// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Layers and views that draw themselves, as extensions write them, built and shown by the tool.
@Suite(.timeLimit(.minutes(3)))
struct LayerTests {
    /// A view of a snapshot.
    private struct View: Decodable {
        struct Image: Decodable {
            let source: String
        }

        struct Frame: Decodable, Equatable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
        }

        let kind: String
        let frame: Frame
        let text: String?
        let image: Image?
        let children: [View]?
    }

    private struct Line: Decodable {
        struct Snapshot: Decodable {
            let root: View
        }

        let snapshot: Snapshot
    }

    @Test func `layers are drawn in their order among the subviews`() async throws {
        let workshop = try Workshop()
        func path(_ name: String) -> String { workshop.folder.appendingPathComponent(name).path }
        let build = try await ToolBuild(fixture: "SwiftLayers", in: workshop.folder)
        #expect(build.warnings.isEmpty, "\(build.warnings)")

        let payload = #"{"aps":{"alert":{"title":"Layers"},"category":"layers"}}"#
        try Data(payload.utf8).write(to: URL(fileURLWithPath: path("push.apns")))
        try Data("dismiss\n".utf8).write(to: URL(fileURLWithPath: path("look.show")))
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let show = try await Command.run(
            tool,
            ["show", build.path, path("push.apns"), "--script", path("look.show")]
        )
        let first = try #require(show.output.split(separator: "\n").first, "\(show.errors)")
        let root = try JSONDecoder().decode(Line.self, from: Data(first.utf8)).snapshot.root
        let card = try #require(root.children?.first)
        let views = try #require(card.children)
        // The background, the gradient's card, the bar, the cross, the ring, the line, the text.
        #expect(views.count == 7)
        #expect(views[0].frame == card.frame)
        // What is drawn stands before the subviews.
        let (gradient, label) = (views[1].children?.first, views[1].children?.last)
        #expect(gradient?.image?.source == "file" && label?.text == "in front")
        for index in [2, 3, 4, 5] {
            #expect(views[index].children?.first?.image?.source == "file", "\(index)")
        }
        #expect(views[6].children?.first?.text == "a text layer")
    }
}
