// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

/// Names for places that no two runs have in common: a path in one text is the name in both.
struct PlaceNames {
    private let names: [(path: String, name: String)]

    /// Names the places of a worker.
    ///
    /// - Parameters:
    ///   - container: The path of its container, as the extension knows it.
    ///   - bundle: The path of its bundle.
    ///   - storage: What it has that outlives it.
    init(container: String, bundle: String, _ storage: [StorageFolder]) {
        names =
            [(container, "{container}"), (bundle, "{bundle}")]
            + storage.map { ($0.path, "{\($0.kind) \($0.identifier)}") }
    }

    func apply(to text: String) -> String {
        guard text.contains("/") else { return text }
        var text = text
        for (path, name) in names { text = text.replacing(path, with: name) }
        return text
    }
}
