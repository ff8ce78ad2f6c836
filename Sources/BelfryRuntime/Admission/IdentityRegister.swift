// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Glibc

/// Which bundle an identifier belongs to: the first that was run by it.
///
/// What one bundle may, another with the same identifier must not get.
struct IdentityRegister {
    private var owners: [String: String] = [:]

    /// Claims a bundle's identifier for it.
    ///
    /// - Returns: The path of another bundle that has it and is still there; nil when it was free.
    mutating func claim(for bundle: ExtensionBundle) -> String? {
        let identifier = bundle.manifest.identifier
        if let owner = owners[identifier], owner != bundle.path, unsafe access(owner, F_OK) == 0 {
            return owner
        }
        owners[identifier] = bundle.path
        return nil
    }
}
