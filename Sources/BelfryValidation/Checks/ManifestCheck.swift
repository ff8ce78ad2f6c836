// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryRuntime

/// What the manifest's reader finds odd; what it refuses is reported before any check is made.
struct ManifestCheck: Check {
    let name = CheckName.manifest

    func run(on subject: Subject) async throws -> CheckOutcome {
        let manifest = subject.bundle.manifest
        do throws(OriginError) {
            _ = try NetworkPolicy(manifest.network ?? [])
        } catch {
            return .fail("BFExtension.Network: \(error)")
        }
        let warnings = manifest.warnings.map(\.description)
        guard let first = warnings.first else {
            return .pass("every key is known and has its type")
        }
        return .warn(first, details: Array(warnings.dropFirst()))
    }
}
