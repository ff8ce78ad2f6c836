// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import Glibc
import Testing

@testable import BelfryRuntime

@Suite struct PictureLoadTests {
    private static func source() throws -> PictureLoads.Source {
        .file(PictureLoads.OpenFile(try Descriptor.open("/dev/null", O_RDONLY)))
    }

    private let image = ViewImage(source: .resource, name: "a.png")

    @Test func `those up to a number are done though more come`() throws {
        var loads = PictureLoads()
        #expect(loads.isDone(upTo: loads.lastNumber))
        #expect(loads.add(image, of: 2, try Self.source()))
        #expect(loads.add(image, of: 3, try Self.source()))
        let asked = loads.lastNumber
        for _ in 0..<2 {
            #expect(!loads.isDone(upTo: asked))
            _ = loads.next()
            #expect(!loads.isDone(upTo: asked))
            #expect(loads.add(image, of: 4, try Self.source()))
            #expect(loads.finish(byteCount: 10) == .zero)
        }
        #expect(loads.isDone(upTo: asked))
        #expect(!loads.isDone(upTo: loads.lastNumber))
    }

    /// A tree of image views, each with a picture of its own name.
    private static func tree(_ views: [UInt32]) throws -> ViewTree {
        var tree = ViewTree()
        try tree.apply(views.map { .create($0, .image) })
        try tree.apply(views.map { .image($0, ViewImage(source: .file, name: "\($0).png")) })
        return tree
    }

    /// What became of the pictures of a frame.
    private struct Outcome {
        var opened: [String] = []
        var refused: [String] = []
    }

    private static func add(
        _ views: [UInt32],
        to loads: inout PictureLoads,
        opening open: (ViewImage) throws(PictureFault) -> PictureLoads.Source
    ) throws -> Outcome {
        let tree = try Self.tree(views)
        var opened: [String] = []
        var refused: [String] = []
        let count = loads.add(picturesOf: views, in: tree) { image throws(PictureFault) in
            opened.append(image.name)
            return try open(image)
        } refuse: { image, fault in
            refused.append("\(image.name) \(fault)")
        }
        #expect(count == opened.count)
        return Outcome(opened: opened, refused: refused)
    }

    @Test func `opens no more files than there is room for, whatever a frame names`() throws {
        let views = Array(UInt32(2)...1000)
        let source = try Self.source()
        var loads = PictureLoads()
        let outcome = try Self.add(views, to: &loads) { _ in source }
        #expect(outcome.opened == views.prefix(64).map { "\($0).png" })
        #expect(outcome.refused == ["66.png is one of too many at once"])
        let more = try Self.add(views.suffix(10), to: &loads) { _ in source }
        #expect(more.opened == [])
        #expect(more.refused == ["991.png is one of too many at once"])
    }

    @Test func `looks for no more files that are not there`() throws {
        let views = Array(UInt32(2)...1000)
        var loads = PictureLoads()
        let outcome = try Self.add(views, to: &loads) { _ throws(PictureFault) in
            throw PictureFault("cannot be read")
        }
        #expect(outcome.opened.count == 64)
        #expect(outcome.refused.count == 65)
        #expect(outcome.refused.last == "66.png is one of too many at once")
        #expect(loads.lastNumber == 0)
    }

    @Test func `a view's next picture takes the place of the one that waits`() throws {
        let views = Array(UInt32(2)...65)
        let source = try Self.source()
        var loads = PictureLoads()
        for _ in 1...2 {
            let outcome = try Self.add(views, to: &loads) { _ in source }
            #expect(outcome.opened.count == 64)
            #expect(outcome.refused == [])
        }
        #expect(loads.lastNumber == 128)
    }

    @Test func `one that is replaced is not waited for`() throws {
        var loads = PictureLoads()
        #expect(loads.add(image, of: 2, try Self.source()))
        let asked = loads.lastNumber
        #expect(loads.add(image, of: 2, try Self.source()))
        #expect(loads.isDone(upTo: asked))
    }

    @Test func `what is read without end is read slowly`() throws {
        var loads = PictureLoads()
        var waits: [Duration] = []
        for _ in 0..<20 {
            #expect(loads.add(image, of: 2, try Self.source()))
            let load = loads.next()
            #expect(load != nil)
            let wait = loads.finish(byteCount: ViewLimit.pictureByteCount)
            if wait > .zero {
                #expect(loads.add(image, of: 2, try Self.source()))
                let early = loads.next()
                #expect(early == nil)
                loads.hasRested()
            }
            waits.append(wait)
        }
        #expect(waits.first == .zero)
        #expect(waits.reduce(.zero, +) > .seconds(5))
    }
}
