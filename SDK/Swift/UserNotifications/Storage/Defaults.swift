// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization

/// The defaults of the process, by domain.
enum Defaults {
    private static let domains = Mutex<[String: DefaultsDomain]>([:])

    /// The domain of a suite.
    ///
    /// - Parameter suite: The suite's name; nil for the bundle's own defaults.
    /// - Returns: An app group's suite in the group's directory, any other in the bundle's own.
    static func domain(_ suite: String?) -> DefaultsDomain {
        let storage = Storage.shared
        let name = suite ?? storage.bundleIdentifier
        if let known = domains.withLock({ $0[name] }) { return known }
        let isGroup = name.hasPrefix("group.")
        let folder = (isGroup ? storage.group(name) : nil) ?? storage.data
        let file = folder.map {
            DefaultsFile(directory: $0.path + "/Library/Preferences", name: fileName(of: name))
        }
        let domain = DefaultsDomain(file: file)
        return domains.withLock { domains in
            if let known = domains[name] { return known }
            domains[name] = domain
            return domain
        }
    }

    /// A suite's name as a file's.
    private static func fileName(of suite: String) -> String {
        let name = suite.unicodeScalars.map { scalar in
            scalar == "/" || scalar.value < 0x20 ? "_" : Character(scalar)
        }
        return String(name.prefix(60)) + ".plist"
    }
}
