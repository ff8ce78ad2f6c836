// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
@testable internal import BelfryTool
internal import BelfryWire
internal import Testing

/// Views as the wire lets an extension have them, made to cost as much as they can.
///
/// Without bounds they cost minutes even so few of them, so that the suite's time is the measure.
@Suite(.timeLimit(.minutes(3))) struct HostileDrawingTests {
    private static let viewCount = 250

    private static func draw(
        _ views: SampleTree,
        height: Double = 1_000_000
    ) -> NotificationDrawing {
        NotificationRenderer.drawing(
            of: TerminalScene(views.snapshot(height: height)),
            columns: 60,
            DrawingOptions(isColored: true)
        )
    }

    @Test func `transforms in each other may leave the numbers`() {
        for scale in [1_000_000.0, -1_000_000] {
            var views = SampleTree()
            var inner = ViewTree.root
            for _ in 0..<62 {
                inner = views.add(.plain, (0, 0, 100, 100), in: inner) {
                    $0.transform.a = scale
                    $0.transform.d = scale
                }
            }
            views.add(.label, (0, 0, 100, 20), text: "far", in: inner)
            let snapshot = views.snapshot(height: 200)
            for view in snapshot.shownViews {
                #expect(view.frame.x.isFinite && view.frame.width.isFinite)
            }
            _ = Self.draw(views)
        }
    }

    @Test(arguments: [ViewKind.textView, .slider, .image, .plain])
    func `huge views are drawn in no more than the screen`(_ kind: ViewKind) {
        var views = SampleTree()
        for _ in 0..<Self.viewCount {
            views.add(kind, (0, 0, 1_000_000, 1_000_000), text: "text") {
                $0.integers[.backgroundColor] = 0x8080_8080
            }
        }
        #expect(Self.draw(views).grid.height <= CellScale.mostRows + 20)
    }

    @Test func `lines that pile up end where nobody reads on`() {
        var views = SampleTree()
        let text = String(repeating: "\n", count: 201)
        for _ in 0..<Self.viewCount {
            views.add(.label, (16, 16, 288, 1000), text: text) { $0.integers[.lineCount] = 0 }
        }
        #expect(Self.draw(views, height: 1000).grid.height <= CellScale.mostRows + 20)
    }

    @Test func `each view of many has a line, as far as there are rows`() {
        var views = SampleTree()
        for index in 0..<900 { views.add(.label, (0, 0, 320, 16), text: "view \(index).") }
        let text = Self.draw(views, height: 16).text
        for index in [0, 1, 450, 899] { #expect(text.contains("view \(index).")) }
    }
}
