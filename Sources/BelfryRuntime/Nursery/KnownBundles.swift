// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The bundles that the next nursery of a runtime is to see, and what outlives their workers.
struct KnownBundles {
    private var storage: [String: Set<String>] = [:]

    /// The bundles.
    var paths: Set<String> { Set(storage.keys) }

    /// The directories that outlive the bundles' workers.
    var storagePaths: Set<String> { storage.values.reduce(into: []) { $0.formUnion($1) } }

    /// Most bundles of one nursery: each is a mount, and all of them are one packet.
    static let limit = 256

    /// Most directories, for the same reasons.
    static let storageLimit = 512

    /// Adds a bundle, or directories to one; where there are too many, those from before are shown
    /// again when they are asked for.
    mutating func insert(_ path: String, storage folders: Set<String> = []) {
        let isKnown = storage[path]?.isSuperset(of: folders) ?? false
        guard !isKnown else { return }
        let isFull =
            storage.count >= Self.limit
            || storagePaths.union(folders).count > Self.storageLimit
        if isFull { storage = [:] }
        storage[path, default: []].formUnion(folders)
    }
}
