// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime

/// What `belfry doctor` found.
struct DoctorFindings: Codable, Sendable {
    /// One runtime's sandbox.
    struct RuntimeFinding: Codable, Sendable {
        var name: String
        var layers: [LayerFinding]
        var failure: String?
    }

    var runtimes: [RuntimeFinding]

    /// What helps the host to keep budgets, and is not there everywhere.
    var machine: [RunReport.LayerSummary]

    /// What a host may use as a whole, and how much of it is used as the doctor looks.
    var limits: [OverloadStatus]

    /// What is missing, and how to have it.
    var advice: [String]
    var sdkPath: String?
    var storePath: String

    /// Whether any extension can run here.
    var canRun: Bool { runtimes.contains { $0.failure == nil } && brokenLayers.isEmpty }

    /// Layers that must hold and do not.
    var brokenLayers: [String] {
        let broken = runtimes.flatMap(\.layers).filter {
            Self.requiredLayers.contains($0.name) && !$0.isEnforced
        }
        return Set(broken.map(\.name)).sorted()
    }

    private static let requiredLayers = [
        "identity", "landlock", "seccomp", "rlimits", "environment",
    ]
}
