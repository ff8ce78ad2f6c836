// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation

extension HostileStage {
    /// A bundle whose entry is in a library that it needs.
    ///
    /// - Parameters:
    ///   - name: The bundle's name.
    ///   - runpath: Where the loader is told to look.
    ///   - place: Where that library is put, given the bundle's folder; nil for nowhere.
    /// - Returns: The bundle.
    func bundleNeeding(
        _ name: String,
        runpath: String,
        _ place: (URL) -> URL?
    ) async throws -> ExtensionBundle {
        let path = folder.appendingPathComponent("\(name).appex")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        let needed = shelf.appendingPathComponent(Fixture.named("02-library").library)
        let link = folder.appendingPathComponent("link")
        try FileManager.default.createDirectory(at: link, withIntermediateDirectories: true)
        let stub = link.appendingPathComponent("libentry.so")
        try? FileManager.default.copyItem(at: needed, to: stub)
        var fixture = Fixture.named("02-entry").compiled
        fixture.options += [
            "-L\(link.path)", "-Wl,--no-as-needed", "-lentry", "-Wl,-rpath,\(runpath)",
        ]
        try await fixture.build(path.appendingPathComponent(name))
        try FileManager.default.removeItem(at: link)
        if let place = place(path) {
            try? FileManager.default.removeItem(at: place)
            try FileManager.default.copyItem(at: needed, to: place)
        }
        let plist = try Workshop.manifest(name, [:])
        try plist.write(to: path.appendingPathComponent("Info.plist"))
        return try ExtensionBundle(at: path.path)
    }

    /// Waits until a worker has the bundle's library among its mappings and had time to be at work.
    func untilRunning(_ bundle: ExtensionBundle) async throws {
        let deadline = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < deadline {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc")
            let isMapped = names.contains { name in
                guard Int32(name) != nil,
                    let maps = try? String(contentsOfFile: "/proc/\(name)/maps", encoding: .utf8)
                else { return false }
                return maps.contains(bundle.libraryPath)
            }
            if isMapped { break }
            try await Task.sleep(for: .milliseconds(1))
        }
        try await Task.sleep(for: .milliseconds(40))
    }
}
