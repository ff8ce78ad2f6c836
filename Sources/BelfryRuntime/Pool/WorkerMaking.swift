// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

/// What makes workers for runs.
///
/// The host's own is ``WorkerMaker``. The simulation has one without processes.
protocol WorkerMaking: AnyObject {
    /// Makes a worker for a run, still to be forked; its time begins now.
    ///
    /// - Parameters:
    ///   - number: The worker's number.
    ///   - run: What it is needed for.
    ///   - storage: What it has that outlives it.
    ///   - owner: The pool that it is in.
    /// - Returns: The worker.
    /// - Throws: What keeps it from being made: the bundle's fault, or a shortage of the machine's.
    func make(
        _ number: UInt64,
        for run: Run,
        _ storage: [StorageFolder],
        in owner: any WorkerOwner
    ) throws -> Worker

    /// Has a worker forked; what becomes of it is told to it, at once or later.
    func fork(_ worker: Worker)

    /// How many processes there are besides workers.
    var processCount: Int { get }

    /// Which library a bundle has at its place; nil where there is none.
    func mark(of bundle: ExtensionBundle) -> LibraryMark?
}
