// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire

/// What a bundle has that outlives its workers.
struct StorageGrant: Sendable {
    /// The directories, its own first.
    var folders: [StorageFolder] = []

    /// Why there are fewer than it asks for.
    var shortfall: String?

    /// Who was given them, and had asked for what.
    var identifier = ""
    var entitlements = Entitlements()

    /// Whether it is all that a manifest asks for: a bundle can be another one by its next run.
    func isWhole(for manifest: Manifest) -> Bool {
        shortfall == nil && manifest.identifier == identifier
            && manifest.entitlements == entitlements
    }
}
