// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

/// Names for places that no two runs have in common: a path in one text is the name in both.
struct PlaceNames {
    private let names: [(path: String, name: String)]

    init(of worker: Worker, containerPath: String) {
        names =
            [(containerPath, "{container}"), (worker.bundle.path, "{bundle}")]
            + worker.storage.map { ($0.path, "{\($0.kind) \($0.identifier)}") }
    }

    func apply(to text: String) -> String {
        guard text.contains("/") else { return text }
        var text = text
        for (path, name) in names { text = text.replacing(path, with: name) }
        return text
    }
}
