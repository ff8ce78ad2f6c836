// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a bundle's `Entitlements.plist` asks for, under Apple's keys.
///
/// Nothing is signed here, so it is what the bundle claims: whoever runs the bundle grants it.
package struct Entitlements: Sendable, Equatable {
    /// `com.apple.security.application-groups`: the folders it shares with other bundles.
    package var applicationGroups: [String] = []

    /// `keychain-access-groups`: the keychains it shares with other bundles, the default one first.
    package var keychainAccessGroups: [String] = []

    /// `com.apple.developer.usernotifications.filtering`: whether it may drop a notification.
    package var filtering = false

    /// What is odd about the file, in the order of reading.
    package var warnings: [ManifestWarning] = []

    /// Makes the entitlements of a bundle that has no file.
    package init() {}

    /// The file's name in a bundle.
    package static let fileName = "Entitlements.plist"

    /// Most groups of each kind.
    package static let groupLimit = 16

    /// Reads the file, as Xcode keeps it in a project or as a signature holds it.
    ///
    /// - Parameters:
    ///   - bytes: The file, XML or binary.
    ///   - context: Values for build variables.
    /// - Returns: The entitlements with their warnings.
    /// - Throws: The first fault, with the key's full path and the way out.
    package static func parse(
        _ bytes: [UInt8],
        context: BuildContext
    ) throws(ManifestError) -> Entitlements {
        let list: PropertyList
        do {
            list = try PropertyList.parse(bytes)
        } catch {
            throw ManifestError(code: .notPropertyList, message: "\(fileName) \(error)")
        }
        guard case .dictionary(let members) = list else {
            throw ManifestError(
                code: .notADictionary,
                message: "\(fileName) holds \(list.kind) at its root; put all keys into one <dict>"
            )
        }
        let root = ManifestDictionary(
            members: members,
            path: "",
            context: context.withPrefixes,
            requiresValues: true
        )
        return try EntitlementsReader(root: root).entitlements()
    }
}

extension BuildContext {
    /// With the variables that stand for a team, of which there is none here.
    fileprivate var withPrefixes: BuildContext {
        var context = self
        for name in ["AppIdentifierPrefix", "TeamIdentifierPrefix"] where context[name] == nil {
            context.values[name] = ""
        }
        return context
    }
}
