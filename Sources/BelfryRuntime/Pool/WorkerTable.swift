// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The workers of a host, by number and by bundle: of a thousand bundles' workers a run asks for its
/// own bundle's alone.
struct WorkerTable {
    private var numbered: [UInt64: Worker] = [:]
    private var bundled: [String: [Worker]] = [:]

    /// All of them, in the order in which they were inserted.
    private(set) var all: [Worker] = []

    var count: Int { all.count }

    subscript(number: UInt64) -> Worker? { numbered[number] }

    /// A bundle's, in the order of their beginning.
    func of(_ bundle: ExtensionBundle) -> [Worker] { bundled[bundle.path] ?? [] }

    mutating func insert(_ worker: Worker) {
        all.append(worker)
        numbered[worker.number] = worker
        bundled[worker.bundle.path, default: []].append(worker)
    }

    /// Removes a worker.
    mutating func remove(_ worker: Worker) {
        let path = worker.bundle.path
        all.removeAll { $0 === worker }
        numbered[worker.number] = nil
        bundled[path]?.removeAll { $0 === worker }
        if bundled[path]?.isEmpty == true { bundled[path] = nil }
    }
}
