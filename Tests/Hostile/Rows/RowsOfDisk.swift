// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Testing

extension HostileRow {
    /// N: the disk.
    static let disk: [HostileRow] = [
        HostileRow(112, "fills the disk", DiskTrials.own),
        HostileRow(113, "attaches without end", DiskTrials.attachments),
        HostileRow(114, "fills what it shares", DiskTrials.shared),
        HostileRow(115, "fills the attachment store", DiskTrials.store),
        HostileRow(124, "fills a disk that is memory", DiskTrials.memory),
        HostileRow(125, "hides what it keeps from being counted", DiskTrials.hidden),
        HostileRow(126, "spoils what it shares between its runs", DiskTrials.spoiled),
    ]
}

/// Rows 112 to 115 and 124 to 126: what extensions put on the disk.
enum DiskTrials {
    static let filler = Fixture.named("112-fills-the-disk")
    private static let attacher = Fixture.named("113-attaches-without-end")
    static let megabyte: UInt64 = 1 << 20

    /// More than any trial needs: what ends a run here is not its time.
    static let settings = RunSettings("wall=30s,cpu=20s")

    // MARK: Its own

    static let own: [Trial] =
        [
            Trial("by reserving", filler, act: "reserve") { stage in
                stage.keepsFiles
                    ? .delivered(
                        answers: [
                            "fallocate": ["EOPNOTSUPP"], "punch": ["EOPNOTSUPP"],
                            "posix": ["ok"],
                        ]
                    ) : nothing
            },
            Trial("past the page cache", filler, act: "direct") { stage in
                stage.keepsFiles
                    ? .delivered(
                        answers: [
                            "set-direct": ["EINVAL"], "direct": ["EINVAL"],
                            "old-direct": ["EINVAL"], "new-direct": ["ENOSYS"],
                        ]
                    ) : nothing
            },
            Trial("with files of no name", filler, act: "unlinked", settings) { stage in
                guard stage.keepsFiles else { return nothing }
                // Others may have taken as much where the run's bytes cannot be counted.
                return .fallback(stage.reachesWorkers ? .output : .hostResource)
            },
            Trial("with pieces of no name", filler, act: "pieces", settings) { stage in
                guard stage.keepsFiles else { return nothing }
                let isCounted = stage.reachesWorkers && !stage.keepsInMemory
                return .fallback(isCounted ? .output : .hostResource)
            },
            Trial("with mapped holes", filler) { stage, bundle in
                guard stage.keepsFiles else {
                    return nothing.check(try await stage.run(bundle, act: "map", settings))
                }
                // Where files are memory, what is mapped of them is the worker's.
                if stage.keepsInMemory {
                    Expectation.fallback(.memory)
                        .check(try await stage.run(bundle, act: "map", settings))
                } else {
                    try await fill(bundle, on: stage, act: "map", .fallback(.output))
                }
            },
            Trial(filling: "out of sight", filler, act: "hide", .delivered(.completed)),
            between,
        ]
        + ["write", "copy", "files"].map {
            Trial(filling: $0, filler, act: $0, .fallback(.output))
        }

    /// What comes of it where nothing is kept: there is no place to fill.
    static let nothing = Expectation.delivered(answers: ["writable": ["-1"]])

    /// Fills a bundle's own directory: what is too much goes, and the next run can write again.
    fileprivate static func fill(
        _ bundle: ExtensionBundle,
        on stage: HostileStage,
        act: String,
        _ verdict: Verdict
    ) async throws {
        let outcome = try await stage.run(bundle, act: act, settings)
        guard stage.keepsFiles else { return nothing.check(outcome) }
        Expectation(verdicts: [verdict], strikes: ["storageLimit"]).check(outcome)
        let storage = try #require(outcome.report.storage)
        let removed = storage.removals?.reduce(0) { $0 + $1.byteCount } ?? 0
        let left = storage.folders.reduce(0) { $0 + $1.byteCount }
        #expect(storage.removals?.isEmpty == false, "nothing was removed")
        #expect(left <= 224 << 20 && left + removed < 512 << 20, "\(left) and \(removed)")
        let next = try await stage.run(bundle, act: "try")
        Expectation.delivered(answers: ["writable": ["1"], "try": ["ok"]]).check(next)
    }

    /// It is ended for its work between runs, or in the next one, and what is too much goes.
    private static let between = Trial("between runs", filler) { stage, bundle in
        let outcome = try await stage.run(bundle, act: "later", settings)
        guard stage.keepsFiles else { return nothing.check(outcome) }
        #expect(outcome.deliveries.count == 1)
        let deadline = ContinuousClock.now + .seconds(20).patient
        var isEnded = outcome.report.storage?.removals != nil
        var byteCount = UInt64.max
        repeat {
            // With another budget it would have another worker.
            let report = try await stage.run(bundle, act: "try", settings).report
            let isRetired =
                report.worker?.predecessorRetirement == .idleCPU
                || report.worker?.retirement != nil
            isEnded = isEnded || isRetired || report.storage?.removals != nil
            byteCount = report.storage?.folders.first?.byteCount ?? .max
        } while (!isEnded || byteCount > 256 * megabyte) && ContinuousClock.now < deadline
        #expect(isEnded && byteCount <= 256 * megabyte, "\(isEnded), \(byteCount) bytes are left")
    }

    // MARK: Attachments

    static let attachments: [Trial] = [
        Trial("films of holes", attacher) { stage, bundle in
            let outcome = try await stage.run(bundle, act: "holes", settings)
            Expectation.delivered().check(outcome)
            let errors = outcome.report.attachments.map(\.error)
            #expect(errors == [nil, nil] + Array(repeating: "tooMuch", count: 14))
            #expect(try stage.storedByteCount() < megabyte, "holes have become blocks")
            #expect(outcome.latency < .seconds(20).patient)
        },
        Trial("small pictures", attacher) { stage, bundle in
            for _ in 0..<3 {
                let outcome = try await stage.run(bundle, act: "pictures")
                Expectation.delivered().check(outcome)
                #expect(outcome.report.after.attachmentCount == 16)
                #expect(outcome.report.store == nil)
            }
            #expect(try stage.storedByteCount() < megabyte)
        },
    ]

    // MARK: The store

    static let store: [Trial] = [
        Trial("with films", attacher) { stage, bundle in
            let neighbour = try stage.bundle("Neighbour", attacher)
            let before = try await stage.run(neighbour, act: "pictures")
            var removed = 0
            for number in 0..<8 {
                var settings = settings
                settings.payload = #","number":"\#(number)""#
                let outcome = try await stage.run(bundle, act: "film", settings)
                Expectation.delivered().check(outcome)
                #expect(outcome.report.attachments.map(\.error) == [nil])
                removed += outcome.report.store?.removedFileCount ?? 0
            }
            #expect(removed >= 3, "nothing made room")
            #expect(try stage.storedByteCount() < 260 * megabyte)
            for attachment in before.report.attachments {
                let path = try #require(attachment.path)
                #expect(FileManager.default.fileExists(atPath: path), "a neighbour's file is gone")
            }
        }
    ]
}

extension Trial {
    /// Fills a bundle's own directory.
    fileprivate init(
        filling name: String,
        _ fixture: Fixture,
        act: String,
        _ verdict: Verdict
    ) {
        self.init(name, fixture) { stage, bundle in
            try await DiskTrials.fill(bundle, on: stage, act: act, verdict)
        }
    }
}

extension HostileStage {
    /// Whether what is kept lies on a tmpfs.
    fileprivate var keepsInMemory: Bool { FileSystemKind(at: folder.path)?.isMemory == true }

    /// What the attachment store takes on the disk.
    fileprivate func storedByteCount() throws -> UInt64 {
        let store = folder.appendingPathComponent("store").path
        var byteCount: UInt64 = 0
        for name in FileManager.default.enumerator(atPath: store)?.compactMap({ $0 as? String })
            ?? []
        {
            var status = stat()
            guard stat("\(store)/\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFREG { byteCount += UInt64(status.st_blocks) * 512 }
        }
        return byteCount
    }
}
