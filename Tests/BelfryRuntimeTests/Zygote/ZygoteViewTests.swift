// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import Foundation
import Testing

@testable import BelfryRuntime

@Suite struct ZygoteViewTests {
    /// A folder with directories in it, gone with the test.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-view-\(UUID().uuidString)").path

        func make(_ name: String) throws -> String {
            let made = path + "/" + name
            try FileManager.default.createDirectory(
                atPath: made,
                withIntermediateDirectories: true
            )
            return made
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// A view that can be changed within an expectation.
    private final class View {
        private var view: ZygoteView

        init(isBounded: Bool = true) {
            view = ZygoteView(isBounded: isBounded)
        }

        var isFull: Bool { view.isFull }
        var waiting: [UInt64] { view.waiting }

        func takeBack(_ worker: UInt64) { view.takeBack(worker) }

        func need(
            of worker: UInt64,
            _ bundle: String,
            _ groups: [String] = []
        ) throws -> ZygoteView.Need {
            let storage = groups.map { StorageFolder(kind: .group, identifier: "g", path: $0) }
            return try view.need(of: worker, bundle: bundle, storage: storage)
        }

        /// What is to be mounted.
        func folders(
            of worker: UInt64,
            _ bundle: String,
            _ groups: [String] = []
        ) throws -> [MountRequest.Folder]? {
            guard case .mounts(let request) = try need(of: worker, bundle, groups) else {
                return nil
            }
            return request.folders
        }

        func note(_ worker: UInt64, _ failure: String = "") -> Bool {
            view.note(MountAnswer(worker: worker, failure: failure)) ?? false
        }

        func end(_ worker: UInt64) { view.workerEnded(worker) }
    }

    @Test func `asks for what has not been shown, and for it alone`() throws {
        let folder = Folder()
        let (bundle, group) = (try folder.make("A.appex"), try folder.make("group"))
        let view = View()
        let first = try view.folders(of: 1, bundle, [group])
        #expect(first?.map(\.path) == [bundle, group])
        #expect(first?.map(\.isWritable) == [false, true])
        // Until it is answered nobody knows.
        #expect(try view.folders(of: 2, bundle)?.count == 1)
        #expect(view.note(1))
        #expect(view.note(2))
        #expect(try view.need(of: 3, bundle) == .nothing)
        let other = try folder.make("B.appex")
        #expect(try view.folders(of: 4, other, [group])?.map(\.path) == [other])
    }

    @Test func `takes nothing from the workers that see it`() throws {
        let folder = Folder()
        let bundle = try folder.make("Apps/A.appex")
        let view = View()
        _ = try view.need(of: 1, bundle)
        #expect(view.note(1))
        #expect(try view.need(of: 2, folder.path + "/Apps") == .anotherZygote)
        // Kept beside it, so that the new one cannot have its inode.
        try FileManager.default.moveItem(atPath: bundle, toPath: folder.path + "/old")
        #expect(throws: SystemError.self) { try view.need(of: 3, bundle) }
        _ = try folder.make("Apps/A.appex")
        #expect(try view.need(of: 4, bundle) == .anotherZygote)
    }

    @Test func `is full when so much is shown`() throws {
        let folder = Folder()
        let view = View()
        let groups = Array(repeating: folder.path, count: ZygoteView.limit)
        _ = try view.need(of: 1, try folder.make("A.appex"), groups)
        #expect(!view.isFull)
        #expect(view.note(1))
        #expect(view.isFull)
    }

    @Test func `a failure shows nothing, and an answer that nobody asked for neither`() throws {
        let folder = Folder()
        let bundle = try folder.make("A.appex")
        let view = View()
        #expect(!view.note(1))
        #expect(try view.folders(of: 1, bundle) != nil)
        #expect(!view.note(1, "stale"))
        #expect(try view.folders(of: 2, bundle) != nil)
    }

    @Test func `gets no more where somebody waited in vain`() throws {
        let folder = Folder()
        let view = View()
        _ = try view.need(of: 1, try folder.make("A.appex"))
        #expect(view.note(1))
        view.end(1)
        #expect(!view.isFull)
        _ = try view.need(of: 2, try folder.make("B.appex"))
        view.end(2)
        #expect(view.isFull)
    }

    @Test func `a worker that asks again for what is shown by then waits for nothing`() throws {
        let folder = Folder()
        let bundle = try folder.make("A.appex")
        let view = View()
        _ = try view.need(of: 1, bundle)
        // Its mounter has no room for this question, so that it is asked again.
        _ = try view.need(of: 2, bundle)
        #expect(view.note(1))
        view.takeBack(2)
        #expect(view.waiting.isEmpty)
        #expect(try view.need(of: 2, bundle) == .nothing)
        #expect(view.waiting.isEmpty)
        view.end(2)
        #expect(!view.isFull)
    }

    @Test func `has nothing to show where everything is seen`() throws {
        #expect(try View(isBounded: false).need(of: 1, "/nowhere.appex") == .nothing)
    }
}
