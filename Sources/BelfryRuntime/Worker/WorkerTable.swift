// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The workers of a host, by number and by bundle: of a thousand bundles' workers a run asks for its
/// own bundle's alone.
struct WorkerTable {
    private var numbered: [UInt64: WorkerRecord] = [:]
    private var bundled: [String: [WorkerRecord]] = [:]

    /// All of them, in no order.
    var all: some Collection<WorkerRecord> { numbered.values }

    var count: Int { numbered.count }

    subscript(number: UInt64) -> WorkerRecord? { numbered[number] }

    /// A bundle's, in the order of their beginning.
    func of(_ bundle: ExtensionBundle) -> [WorkerRecord] { bundled[bundle.path] ?? [] }

    mutating func insert(_ worker: WorkerRecord) {
        numbered[worker.number] = worker
        bundled[worker.bundle.path, default: []].append(worker)
    }

    /// Removes a worker; false when it was not there.
    mutating func remove(_ worker: WorkerRecord) -> Bool {
        let path = worker.bundle.path
        guard numbered.removeValue(forKey: worker.number) != nil else { return false }
        bundled[path]?.removeAll { $0 === worker }
        if bundled[path]?.isEmpty == true { bundled[path] = nil }
        return true
    }
}
