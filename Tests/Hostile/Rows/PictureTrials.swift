// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Glibc
internal import Testing

/// Row 107: a picture is a file of the extension's own, of a kind and a size that can be drawn.
enum PictureTrials {
    /// How many the fixture shows, the last of which is a picture.
    private static let count: UInt32 = 23

    static let trials = ["functions", "forged"].map { act in
        Trial(drawing: act, .named("107-shows-what-is-no-picture")) { stage, bundle in
            try fill(bundle)
            let report = try await stage.show(bundle, act: act) { session in
                await session.checkOpen()
                #expect(await session.perform(.tap(view: 3)) == nil)
                let snapshot = await session.checkOpen()
                let views = (4..<4 + count).compactMap { snapshot.tree.nodes[$0] }
                #expect(views.count == Int(count))
                let shown = views.filter { $0.picture != nil }.map(\.number)
                #expect(shown == [3 + count], "\(act): \(shown)")
                let name = try #require(views.last?.picture)
                #expect(await session.picture(name)?.bytes.count == 29)
                let refusals = Set(snapshot.warnings)
                if act == "forged" {
                    #expect(refusals.count == Int(count) - 1, "\(snapshot.warnings)")
                }
            }
            #expect(report.ending == .delivered(.completed))
            #expect(report.strikes.isEmpty)
        }
    }

    /// Puts into the bundle what no extension can make: links, a pipe, and a hundred megabytes.
    private static func fill(_ bundle: ExtensionBundle) throws {
        let folder = URL(fileURLWithPath: bundle.path)
        for (name, target) in [("link.png", "/etc/passwd"), ("folder", ".")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent(name).path,
                withDestinationPath: target
            )
        }
        #expect(mkfifo(folder.appendingPathComponent("fifo.png").path, 0o644) == 0)
        let large = folder.appendingPathComponent("large.png")
        try Data([0x89, 0x50, 0x4E, 0x47]).write(to: large)
        let file = try FileHandle(forWritingTo: large)
        try file.truncate(atOffset: 100 << 20)
        try file.close()
    }
}
