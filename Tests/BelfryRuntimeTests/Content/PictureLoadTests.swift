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
