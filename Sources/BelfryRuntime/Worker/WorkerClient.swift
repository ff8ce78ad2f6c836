// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// Whom a worker serves: one request to a service extension, or one open notification.
///
/// All that a worker does while it is leased goes to its client and nowhere else.
protocol WorkerClient: AnyObject {
    /// Who is told what becomes of the worker while it is leased.
    var lease: any WorkerLease { get }

    /// The worker is loaded and idle: it gets the request.
    func begin(on worker: Worker)

    /// The worker says something of the request; every byte of it may be a liar's.
    func heard(_ event: WorkerEvent, from worker: Worker)

    /// The worker has said all that it had to say for now.
    func listened()

    /// The worker has used as much CPU time as its alarm was set to.
    func alarmRang(at cpu: UInt64, on worker: Worker)

    /// There is a verdict; the worker's part is over.
    func decided(_ verdict: Verdict)

    /// Whether the extension is at nothing that it was asked for, so that looking now and then is
    /// enough.
    var isQuiet: Bool { get }

    /// Whether the wall budget begins with the request; else with each callback.
    var hasWallOfItsOwn: Bool { get }

    /// Whether its worker comes beside any number of others of the bundle; else the manifest's
    /// number of parallel runs counts it.
    var isBesideOthers: Bool { get }

    /// Whether it can be told more than once that its memory is nearly used up.
    var canMakeRoom: Bool { get }

    /// Whether its worker knows the run's number, and names it in questions.
    var namesItsRun: Bool { get }

    /// What its report compares the delivered content with.
    var original: NotificationContent { get }

    /// Whether it is open for as long as its reader likes, so that its times say nothing about the
    /// extension's.
    var isTimedByReader: Bool { get }
}

/// Whom a worker tells of its own life: the pool that it is in.
protocol WorkerOwner: AnyObject {
    /// A worker that was prewarmed is loaded and waits.
    func becameIdle(_ worker: Worker)

    /// A worker did between runs what it may not, and is ended.
    func dismiss(_ worker: Worker, _ retirement: Retirement)

    /// A bundle's worker went between runs; the bundle's next report names the reason.
    func noteDeparture(of bundle: ExtensionBundle, _ retirement: Retirement)

    /// A worker has been killed.
    func killed(_ worker: Worker)

    /// A worker's process is gone, or there will be none.
    func isGone(_ worker: Worker)

    /// A worker has its process, which runs its bundle's code from now on.
    func hasBegun(_ worker: Worker)
}
