// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Glibc

/// Reads a thousand bundles and asks of each whether it would be called.
struct CatalogProbe: Probe {
    /// Where the bundles are.
    let paths: [String]
    let payload: PushPayload

    /// How many bundles there are.
    static let count = 1000

    /// Makes the bundles.
    init(_ bundle: ExtensionBundle, payload: PushPayload, scratch: Scratch) throws {
        self.payload = payload
        paths = try (0..<Self.count).map { try scratch.copy(bundle, as: "Installed\($0)").path }
    }

    func measure(into round: inout Round) async throws {
        let begin = MonotonicTime.now
        let bundles = try read()
        let reports = bundles.map {
            Gate(manifest: $0.manifest).report(for: .remote(payload, pushType: .alert))
        }
        round.add(.now - begin, to: .catalog)
        guard reports.allSatisfy(\.isCalled) else {
            throw BenchmarkError("one of the \(Self.count) bundles would not be called")
        }
    }

    /// What this process, the host in it, has in memory while it holds the bundles, in bytes.
    ///
    /// - Throws: What reading a bundle throws.
    func residentByteCount() throws -> Int {
        try withExtendedLifetime(read()) {
            // The second number counts resident pages (man 5 proc, `statm`).
            let statm = try Descriptor.open("/proc/self/statm", O_RDONLY).readAll(limit: 4096)
            let fields = String(decoding: statm, as: UTF8.self).split(separator: " ")
            guard fields.count > 1, let pages = Int(fields[1]) else {
                throw BenchmarkError("/proc/self/statm is not as expected")
            }
            return pages * Int(getpagesize())
        }
    }

    private func read() throws -> [ExtensionBundle] {
        try paths.map { path in try ExtensionBundle(at: path) }
    }
}
