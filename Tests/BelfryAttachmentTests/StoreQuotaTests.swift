// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
import BelfrySystem
import Foundation
import Glibc
import Testing

@testable import BelfryAttachments
@testable import BelfryRuntime

/// What goes from a store that is full, and what stays.
struct StoreQuotaTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    /// A store for ten files of 8 KB, four of each owner's.
    private func store() -> AttachmentStore {
        var quota = StoreQuota()
        quota.byteCount = 10 * 8192
        quota.ownerByteCount = 4 * 8192
        return AttachmentStore(path: stage.store.path, quota: quota)
    }

    @Test func `an owner's oldest goes for its newest, and nobody else's`() throws {
        let store = store()
        let other = try add("other", of: "com.example.other", to: store)
        let own = try (0..<6).map { try add("\($0)", of: "com.example.own", to: store) }

        #expect(own.map(\.removal.paths.count) == [0, 0, 0, 0, 1, 1])
        #expect(own[4].removal.paths == [own[0].file.path])
        #expect(own[4].removal.byteCount == 8192)
        #expect(exist(own) == [false, false, true, true, true, true])
        #expect(exist([other]) == [true])
    }

    @Test func `a full store takes from whoever has the most`() throws {
        let store = store()
        let small = try add("small", of: "c", to: store)
        let first = try (0..<4).map { try add("a\($0)", of: "a", to: store) }
        let second = try (0..<4).map { try add("b\($0)", of: "b", to: store) }
        let third = try (0..<2).map { try add("d\($0)", of: "d", to: store) }

        #expect(third.map(\.removal.paths) == [[], [first[0].file.path]])
        #expect(exist(second) == [true, true, true, true])
        #expect(exist([small]) == [true])
    }

    @Test func `what a notification shows, and what is being delivered, stays`() throws {
        let store = store()
        let own = try (0..<4).map { try add("\($0)", of: "a", to: store, isDelivered: $0 > 0) }
        let referenced: Set = [own[1].file.path]
        let next = try add("4", of: "a", to: store, referenced: referenced)
        #expect(next.removal.paths == [own[2].file.path])

        let all = Set((own + [next]).map(\.file.path))
        #expect(throws: AttachmentFault.self) {
            _ = try add("5", of: "a", to: store, referenced: all)
        }
        #expect(exist(own) == [true, true, false, true])
        // Delivered, the first can go.
        store.unpin([own[0].file.path])
        #expect(try add("6", of: "a", to: store).removal.paths == [own[0].file.path])
    }

    @Test func `nothing goes while it is unknown what notifications show`() throws {
        let store = store()
        let own = try (0..<4).map { try add("\($0)", of: "a", to: store) }
        #expect(throws: AttachmentFault.self) {
            _ = try add("4", of: "a", to: store, referenced: nil)
        }
        #expect(exist(own) == [true, true, true, true])
        #expect(try add("5", of: "a", to: store).removal.paths == [own[0].file.path])
    }

    @Test func `what nobody shows goes where the disk has no room`() {
        let entries = [
            "aa/old": StoreLedger.Entry(byteCount: 8192, owners: ["a": 1]),
            "aa/new": StoreLedger.Entry(byteCount: 8192, owners: ["a": 2]),
            "bb/shown": StoreLedger.Entry(byteCount: 65_536, owners: ["b": 0]),
        ]
        func spare(_ byteCount: UInt64, _ referenced: Set<String>?) -> [String]? {
            var use = StoreUse()
            use.referenced = referenced
            var room = StoreRoom(entries, StoreQuota(), pinned: [], use, "/store")
            return room.spare(byteCount)?.removed
        }
        let shown: Set = ["/store/bb/shown"]
        #expect(spare(1, shown) == ["aa/old"])
        #expect(spare(8192, shown) == ["aa/old"])
        #expect(spare(8193, shown) == ["aa/old", "aa/new"])
        #expect(spare(16_385, shown) == nil)
        #expect(spare(.max, shown) == nil)
        #expect(spare(1, nil) == nil)
    }

    @Test func `a file of two owners goes with the second`() throws {
        let store = store()
        let shared = try add("same", of: "a", to: store)
        #expect(try add("same", of: "b", to: store).file == shared.file)
        for number in 0..<4 { _ = try add("a\(number)", of: "a", to: store) }
        #expect(exist([shared]) == [true])
        for number in 0..<4 { _ = try add("b\(number)", of: "b", to: store) }
        #expect(exist([shared]) == [false])
    }

    @Test func `another host knows whose the files are, and which are nobody's`() throws {
        let own = try (0..<4).map { try add("\($0)", of: "../a b", to: store()) }
        let next = try add("4", of: "../a b", to: store())
        #expect(next.removal.paths.count == 1)
        #expect(exist(own).count { $0 } == 3)
        let marks = stage.storedPaths().filter { $0.hasPrefix(".owners/sha256-") }
        #expect(marks.count == 4, "\(stage.storedPaths())")
    }

    @Test func `the files of nobody go when the store is full`() throws {
        let unknown = try (0..<10).map { try add("\($0)", of: "", to: store()) }
        let next = try add("new", of: "a", to: store())
        #expect(next.removal.paths.count == 1)
        #expect(exist(unknown).count { $0 } == 9)
    }

    @Test func `the intake takes so many bytes, holes included, and so long`() throws {
        let sample = AttachmentType.mpeg4.sample
        for name in ["a.mp4", "b.mp4", "c.mp4"] {
            try stage.write(sample + Array(name.utf8), length: 50 << 20, to: name)
        }
        try stage.write(AttachmentType.png.sample, to: "d.png")
        let requests = ["a.mp4", "b.mp4", "c.mp4", "d.png"].map { AttachmentRequest(path: $0) }

        let results = try stage.take(requests)

        #expect(results.map { $0.failure?.code } == [nil, nil, .tooMuch, nil])
        let file = try results[0].get().file
        #expect(try stage.store.open(file).status().st_blocks * 512 < 1 << 20)
        #expect(stage.has("c.mp4"))
    }

    @Test func `what comes too late is left out, in the middle of a file too`() throws {
        try stage.write(AttachmentType.mpeg4.sample, length: 10 << 20, to: "a.mp4")
        let source = try AttachmentSource(Descriptor.open(stage("a.mp4"), O_RDONLY), type: .mpeg4)
        var chunkCount = 0
        do throws(AttachmentFault) {
            _ = try stage.store.add(source, type: .mpeg4) {
                chunkCount += 1
                return chunkCount > 3
            }
            Issue.record("it was taken")
        } catch {
            #expect(error.code == .late)
        }
        #expect(chunkCount == 4)
        #expect(stage.storedPaths().isEmpty)
    }

    @Test func `whoever waits has what came in time, and never waits for the rest`() async {
        let progress = IntakeProgress()
        let request = AttachmentRequest(path: "a.png")
        let failure = AttachmentError(request, .empty)
        #expect(progress.add(.failure(failure), StoreRemoval()))
        async let waiting = progress.results()
        progress.close()
        let (results, _) = await waiting
        #expect(results.map(\.failure) == [failure])
        #expect(!progress.add(.failure(failure), StoreRemoval()))
        let result = AttachmentDelivery.summarise(
            [request, AttachmentRequest(identifier: "b", path: "b.png")],
            results,
            StoreRemoval()
        )
        #expect(result.summaries.map(\.error) == ["empty", "late"])
        #expect(result.summaries[1].identifier == "b")
    }

    private func add(
        _ name: String,
        of owner: String,
        to store: AttachmentStore,
        referenced: Set<String>? = [],
        isDelivered: Bool = true
    ) throws -> AttachmentStore.Addition {
        let header = PictureSizeTests.picture(.png, 1, 1) + Array(name.utf8)
        let rest = [UInt8](repeating: 1, count: 8192 - header.count)
        try stage.write(header + rest, to: "new.png")
        let source = try AttachmentSource(Descriptor.open(stage("new.png"), O_RDONLY), type: .png)
        var use = StoreUse()
        use.owner = owner
        use.referenced = referenced
        let addition = try store.add(source, type: .png, for: use)
        if isDelivered { store.unpin([addition.file.path]) }
        return addition
    }

    private func exist(_ additions: [AttachmentStore.Addition]) -> [Bool] {
        additions.map { FileManager.default.fileExists(atPath: $0.file.path) }
    }
}
