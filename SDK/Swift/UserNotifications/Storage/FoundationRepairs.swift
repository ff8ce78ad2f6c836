// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CCoreFoundation
internal import Foundation

/// What Foundation does differently on Linux, such that extensions written for iOS end by it.
enum FoundationRepairs {
    private static let once: Void = {
        unsafe ClassRepair.replace(
            belfry_address_of_set_url(),
            of: UserDefaults.self,
            by: RepairedDefaults.self
        )
        unsafe ClassRepair.replace(
            belfry_address_of_urls(),
            of: FileManager.self,
            by: RepairedFileManager.self
        )
    }()

    /// Makes them, for the process's life.
    static func make() { once }
}

/// Defaults that `set(nil, forKey:)` removes from: Foundation's own calls itself without an end.
// No object of it is ever made.
private final class RepairedDefaults: UserDefaults {
    override func set(_ url: URL?, forKey defaultName: String) {
        guard let url else { return removeObject(forKey: defaultName) }
        super.set(url, forKey: defaultName)
    }
}

/// A file manager that knows the user's Library, which a Linux desktop has none of.
// No object of it is ever made.
private final class RepairedFileManager: FileManager, @unchecked Sendable {
    override func urls(
        for directory: SearchPathDirectory,
        in domainMask: SearchPathDomainMask
    ) -> [URL] {
        guard directory == .libraryDirectory, domainMask.contains(.userDomainMask) else {
            return super.urls(for: directory, in: domainMask)
        }
        let home = URL(fileURLWithPath: NSHomeDirectory())
        return [home.appendingPathComponent("Library", isDirectory: true)]
    }
}
