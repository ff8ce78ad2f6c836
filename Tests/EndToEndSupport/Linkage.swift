// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The two forms of Swift extensions.
package enum Linkage: CaseIterable, Sendable {
    /// With the SDK's shared library, which the zygote has loaded.
    case shared
    /// With Swift's runtime and the SDK inside.
    case selfContained

    /// What `belfry build` takes for it.
    package var options: [String] { self == .shared ? [] : ["--static"] }
}
