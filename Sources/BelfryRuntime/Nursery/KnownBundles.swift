// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The bundles that the next nursery of a runtime is to see.
struct KnownBundles {
    private(set) var paths: Set<String> = []

    /// Most bundles of one nursery: each is a mount, and all of them are one packet.
    static let limit = 256

    /// Adds a bundle; where there are too many, those from before are shown again when they are
    /// asked for.
    mutating func insert(_ path: String) {
        guard !paths.contains(path) else { return }
        if paths.count >= Self.limit { paths = [] }
        paths.insert(path)
    }
}
