// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation

extension HostileStage {
    /// Puts a library of the shelf beside a bundle's own.
    func put(_ fixture: Fixture, into bundle: ExtensionBundle) throws {
        try FileManager.default.copyItem(
            atPath: shelf.appendingPathComponent(fixture.library).path,
            toPath: "\(bundle.path)/\(fixture.library)"
        )
    }

    /// Waits until a document that a bundle keeps has so many lines.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - name: The document's name.
    ///   - bundle: The bundle.
    /// - Returns: The lines; fewer where they do not come.
    /// - Throws: `CancellationError`.
    func lines(
        _ count: Int,
        of name: String,
        _ bundle: ExtensionBundle
    ) async throws -> [String] {
        let place = "state/data/\(bundle.manifest.identifier)/Documents/\(name)"
        let path = folder.appendingPathComponent(place).path
        let deadline = ContinuousClock.now + .seconds(10).patient
        var lines: [String] = []
        while lines.count < count, ContinuousClock.now < deadline {
            let bytes = FileManager.default.contents(atPath: path) ?? Data()
            lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            try await Task.sleep(for: .milliseconds(5))
        }
        return lines
    }

    /// Waits until a worker has the bundle's library among its mappings and had time to be at work.
    func untilRunning(_ bundle: ExtensionBundle) async throws {
        let deadline = ContinuousClock.now + .seconds(5).patient
        while ContinuousClock.now < deadline {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc")
            let isMapped = names.contains { name in
                guard Int32(name) != nil,
                    let maps = try? String(kernelFile: "/proc/\(name)/maps")
                else { return false }
                return maps.contains(bundle.libraryPath)
            }
            if isMapped { break }
            try await Task.sleep(for: .milliseconds(1))
        }
        try await Task.sleep(for: .milliseconds(40))
    }
}
