// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// One layer of the sandbox, and whether it is in force.
public struct SandboxLayer: Sendable, Hashable {
    /// The layer's name: `namespaces`, `identity`, `landlock`, `seccomp`, `rlimits`, `environment` or
    /// `cgroup`; releases may add layers.
    public let name: String

    /// Whether it is in force.
    public let isEnforced: Bool

    /// What of it is in force, or why it is not.
    public let detail: String

    init(_ layer: Engine.Report.LayerSummary) {
        name = layer.name
        isEnforced = layer.isEnforced
        detail = layer.detail
    }
}
