// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The mixed soak's bundles.
enum Soak {
    /// The libraries it needs.
    static let fixtures: [Fixture] = []
}
