// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// One lease of a worker: what the worker, and the pool that it is in, tell the run that has it.
///
/// A worker knows no more of its run than this.
protocol WorkerLease: AnyObject {
    /// The number of the run that the worker is leased for.
    var number: UInt64 { get }

    /// The run's verdict, once there is one.
    var verdict: Verdict? { get }

    /// Whether the extension has the request and has not decided it.
    var isRunning: Bool { get }

    // MARK: Its beginning

    /// The worker is loaded and idle.
    func workerIsReady()

    /// The extension could not be loaded.
    func couldNotLoad(_ failure: LoadFailure)

    /// There is no worker, or will be none.
    ///
    /// - Parameters:
    ///   - reason: Why, for the report.
    ///   - isShortage: Whether the machine had too little of something, so that another can be tried.
    func hasNoWorker(_ reason: String, isShortage: Bool)

    /// The worker says that it is loaded, and is not under all filters; names those that are missing.
    func lacksFilters(_ missing: String)

    /// The worker has more memory when it is loaded than a run may use.
    func startsTooLarge(_ footprint: ProcessMeter.Footprint)

    // MARK: What it does

    /// Looks at the worker's memory and threads.
    ///
    /// - Returns: When to look again.
    func sample() -> Duration

    /// Ends a run whose worker has more threads than it may.
    ///
    /// - Returns: Whether it has.
    func hasTooManyThreads(_ footprint: ProcessMeter.Footprint) -> Bool

    /// The worker wrote to the disk what it may not, or there is no room for it.
    func wroteTooMuch(_ fault: DiskWatch.Fault)

    /// The worker printed a line, which comes without its end.
    func printed(_ line: ArraySlice<UInt8>)

    /// The worker said what makes no sense, or closed its socket and lives on.
    func protocolBroken(_ problem: String)

    /// The worker does not read what it is sent.
    func ignoresCommands(_ error: SystemError)

    /// The worker made a system call that no extension may make.
    func violated(_ call: String, _ worker: Worker)

    // MARK: Its end

    /// The worker has ended by itself, or was ended.
    func workerEnded(_ end: ProcessEnd, _ worker: Worker)
}
