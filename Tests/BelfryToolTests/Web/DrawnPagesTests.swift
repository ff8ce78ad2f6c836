// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTool
internal import BelfryWire
internal import Synchronization
internal import Testing

/// Pictures of pages in place of the views that stand for them, drawn by a stand-in for the browser.
@Suite(.timeLimit(.minutes(1)))
struct DrawnPagesTests {
    private static let view: UInt32 = 2
    private static let page = Array("Content-Type: text/html\n\n<p>Page".utf8)

    /// A stage with a view that stands for a page.
    private static func stage(width: Double = 100, height: Double = 50) -> StandInStage {
        var snapshot = StandInScene.snapshot
        snapshot.tree = ViewTree()
        snapshot.tree.add(view, .image, 0, 0, width, height) {
            $0.image = ViewImage(source: .page, name: ".pictures/1")
            $0.picture = "page"
        }
        return StandInStage(snapshot, pictures: ["page": (page, "message/rfc822")])
    }

    /// What was asked of the stand-in.
    private final class Drawer: Sendable {
        struct State {
            var sizes: [[Int]] = []
            var underWay = 0
            var most = 0
        }

        let state = Mutex(State())

        /// A PNG's first bytes, with its size.
        static func picture(_ width: Int, _ height: Int) throws -> PictureFile {
            func big(_ number: Int) -> [UInt8] {
                (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            }
            let head: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]
            return try PictureFile(
                bytes: head + "IHDR".utf8 + big(width) + big(height) + [8, 6, 0, 0, 0]
            )
        }

        func draw(_ page: WebPageFile, width: Int, height: Int) async throws -> PageDrawer.Drawing {
            state.withLock {
                $0.sizes.append([width, height])
                $0.underWay += 1
                $0.most = max($0.most, $0.underWay)
            }
            defer { state.withLock { $0.underWay -= 1 } }
            await Task.yield()
            #expect(page.content == Array("<p>Page".utf8))
            var decision = EgressDecision(sequence: 1, arrival: .zero)
            decision.reason = .notListed
            return PageDrawer.Drawing(
                picture: .success(try Self.picture(width, height)),
                decisions: [decision]
            )
        }
    }

    @Test func `puts a picture of the page into its view, once for each size`() async throws {
        let (stage, drawer) = (Self.stage(width: 99.5), Drawer())
        let pages = DrawnPages(stage, draw: drawer.draw)
        #expect(await pages.snapshot().tree.nodes[Self.view]?.picture == nil)
        let name = await pages.settled().tree.nodes[Self.view]?.picture
        let picture = try Drawer.picture(100, 50)
        #expect(name == picture.name)
        #expect(await pages.picture(picture.name)?.bytes == picture.bytes)
        #expect(await pages.picture(picture.name)?.mediaType == "image/png")
        _ = await pages.settled()
        #expect(drawer.state.withLock { $0.sizes } == [[100, 50]])

        stage.show { $0.tree.change(Self.view) { $0.frame.height = 80 } }
        #expect(await pages.snapshot().tree.nodes[Self.view]?.picture == nil)
        let higher = await pages.settled().tree.nodes[Self.view]?.picture
        #expect(try higher == Drawer.picture(100, 80).name)
        let end = await pages.end()
        #expect(end.problems.isEmpty)
        #expect(end.decisions.map(\.reason) == [.notListed, .notListed])
    }

    @Test func `tells who looks at it of a picture, with a later revision`() async throws {
        let stage = Self.stage()
        let pages = DrawnPages(stage, draw: Drawer().draw)
        let snapshots = await pages.snapshots()
        let first = await pages.snapshot()
        for await snapshot in snapshots where snapshot.tree.nodes[Self.view]?.picture != nil {
            #expect(snapshot.revision > first.revision)
            break
        }
        stage.show { $0.header = "Other" }
        let last = await pages.snapshot()
        #expect(last.header == "Other")
        #expect(last.tree.nodes[Self.view]?.picture != nil)
    }

    @Test func `leaves the words and says why once where a page cannot be drawn`() async throws {
        let stage = Self.stage()
        stage.show {
            $0.tree.add(3, .image, 0, 50, 100, 60) {
                $0.image = ViewImage(source: .page, name: ".pictures/1")
                $0.picture = "page"
            }
        }
        let pages = DrawnPages(stage) { _, _, _ in throw ToolFailure("no Chromium", .unavailable) }
        let snapshot = await pages.settled()
        let warning = "the page of a web view is not drawn: no Chromium"
        #expect(snapshot.warnings == [warning])
        #expect(snapshot.tree.nodes.values.allSatisfy { $0.picture == nil })
        #expect(await pages.end().problems == [warning])
    }

    @Test func `tells what a page asked for that is not drawn`() async throws {
        var decision = EgressDecision(sequence: 1, arrival: .zero)
        decision.isAllowed = true
        let drawing = PageDrawer.Drawing(
            picture: .failure(ToolFailure("it took longer than 20 s", .unavailable)),
            decisions: [decision],
            droppedCount: 2
        )
        let pages = DrawnPages(Self.stage()) { _, _, _ in drawing }
        let snapshot = await pages.settled()
        let warning = "the page of a web view is not drawn: it took longer than 20 s"
        #expect(snapshot.warnings == [warning])
        let end = await pages.end()
        #expect(end.decisions == [decision])
        #expect(end.droppedCount == 2)
    }

    @Test func `draws one page at a time, and no more than sixteen`() async throws {
        let (stage, drawer) = (Self.stage(), Drawer())
        let pages = DrawnPages(stage, draw: drawer.draw)
        stage.show { snapshot in
            for number in 3...20 {
                snapshot.tree.add(UInt32(number), .image, 0, 0, 10, Double(number)) {
                    $0.image = ViewImage(source: .page, name: ".pictures/1")
                    $0.picture = "page"
                }
            }
        }
        let snapshot = await pages.settled()
        #expect(drawer.state.withLock { $0.most } == 1)
        #expect(drawer.state.withLock { $0.sizes.count } == 16)
        #expect(snapshot.warnings.count == 1)
    }

    @Test(arguments: [(0.0, 10.0), (10, 2049), (.infinity, 10)])
    func `draws no page into a view without a size that there can be`(
        width: Double,
        height: Double
    ) async throws {
        let drawer = Drawer()
        let pages = DrawnPages(Self.stage(width: width, height: height), draw: drawer.draw)
        #expect(await pages.settled().tree.nodes[Self.view]?.picture == nil)
        #expect(drawer.state.withLock { $0.sizes }.isEmpty)
    }

    @Test func `draws no page that nobody sees`() async throws {
        let (stage, drawer) = (Self.stage(), Drawer())
        stage.show { $0.tree.change(Self.view) { $0.integers[.isHidden] = 1 } }
        let pages = DrawnPages(stage, draw: drawer.draw)
        _ = await pages.settled()
        #expect(drawer.state.withLock { $0.sizes }.isEmpty)
    }

    @Test func `shows no page as a picture in a button`() async throws {
        let (stage, drawer) = (Self.stage(), Drawer())
        stage.show {
            $0.tree.add(3, .button, 0, 0, 10, 10) {
                $0.image = ViewImage(source: .page, name: ".pictures/1")
                $0.picture = "page"
            }
        }
        let pages = DrawnPages(stage, draw: drawer.draw)
        #expect(await pages.settled().tree.nodes[3]?.picture == nil)
        #expect(drawer.state.withLock { $0.sizes.count } == 1)
    }
}
