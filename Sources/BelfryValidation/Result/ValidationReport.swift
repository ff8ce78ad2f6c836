// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a validation found: one value for machines and for people.
///
/// As JSON it is versioned by ``schema``; members are added, never changed in meaning.
package struct ValidationReport: Sendable, Codable, Equatable {
    /// The version of the JSON form.
    package var schema = 1

    /// The bundle's path, as it was given.
    package var bundle: String

    /// The manifest's identifier and version; nil where there is no manifest.
    package var identifier: String?
    package var version: String?

    /// What random payloads and orders were made of: the same seed makes the same ones.
    package var seed: UInt64

    /// How often the checks that repeat did so.
    package var runs: Int

    /// The results, in the order of the checks.
    package var checks: [CheckResult]

    package init(
        bundle: String,
        identifier: String?,
        version: String?,
        seed: UInt64,
        runs: Int,
        checks: [CheckResult]
    ) {
        self.bundle = bundle
        self.identifier = identifier
        self.version = version
        self.seed = seed
        self.runs = runs
        self.checks = checks
    }

    /// Whether no check failed.
    package var isConforming: Bool { !checks.contains { $0.status == .fail } }

    /// How many checks ended so.
    package func count(_ status: CheckResult.Status) -> Int {
        checks.count { $0.status == status }
    }
}
