// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Glibc

/// Which bundle an identifier belongs to: the first that was run by it.
///
/// Another bundle of the same identifier is refused. A newer version of an app's bundle is not another
/// one: it holds the identifier from then on, also while runs of the older version go on.
struct IdentityRegister {
    private struct Holder {
        var path: String
        var app: String?
    }

    private var holders: [String: Holder] = [:]

    /// Claims a bundle's identifier for it.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - app: The installed app that it is of; nil where it is of none.
    /// - Returns: The path of another bundle that has it and is still there; nil when it was free.
    mutating func claim(for bundle: ExtensionBundle, of app: String?) -> String? {
        let identifier = bundle.manifest.identifier
        if let holder = holders[identifier], holder.path != bundle.path,
            app == nil || holder.app != app, unsafe access(holder.path, F_OK) == 0
        {
            return holder.path
        }
        holders[identifier] = Holder(path: bundle.path, app: app)
        return nil
    }
}
