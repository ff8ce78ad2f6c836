// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Which release of Belfry this tool is of, as `belfry --version` and reports of measurements say.
enum ToolVersion {
    /// The version, by Semantic Versioning 2.0.0.
    static let text = "0.1.0"
}
