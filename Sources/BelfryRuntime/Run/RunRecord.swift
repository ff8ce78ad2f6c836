// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Glibc
package import BelfryModel

/// What an extension is asked about.
package struct RunRequest: Sendable {
    /// The request's identifier (UNNotificationRequest.identifier).
    package var identifier: String

    /// Where the notification comes from, and its content.
    package var source: Gate.Source

    /// A push with its payload.
    package static func push(
        _ payload: PushPayload,
        identifier: String,
        type: PushType = .alert
    ) -> RunRequest {
        RunRequest(identifier: identifier, source: .remote(payload, pushType: type))
    }

    /// The content before the extension.
    package var content: NotificationContent {
        switch source {
        case .remote(let payload, _): payload.content
        case .local(let content): content
        }
    }

    /// The request as the extension gets it: with the texts of the bundle's string tables.
    ///
    /// One without such texts stays on its caller's thread: most have none.
    func localized(for bundle: ExtensionBundle) async -> RunRequest {
        guard content.isLocalized, case .remote(let payload, let type) = source else {
            return self
        }
        let localized = await Self.localized(payload, for: bundle)
        return RunRequest(identifier: identifier, source: .remote(localized, pushType: type))
    }

    /// Off the host's thread, which has budgets to keep: tables have megabytes.
    @concurrent
    private static func localized(
        _ payload: PushPayload,
        for bundle: ExtensionBundle
    ) async -> PushPayload {
        var payload = payload
        payload.localize(LocalizedStrings(of: bundle).format)
        return payload
    }

    /// userInfo as JSON; for a push the payload as it came.
    var userInfo: [UInt8] {
        switch source {
        case .remote(let payload, _): payload.bytes
        case .local(let content): content.userInfo.serialized()
        }
    }
}

/// A run as the host keeps it.
final class RunRecord {
    let number: UInt64
    let request: RunRequest
    let bundle: ExtensionBundle
    let budget: Budget
    let origins: [String]
    let isFresh: Bool
    let gate: GateReport
    let trial: RunTrial
    let acceptedAt = MonotonicTime.now

    /// What the user allows.
    var device = DeviceState()

    var machine = RunStateMachine()
    var worker: WorkerRecord?
    var isWarm = false

    /// Whether it may have a worker that was prewarmed of it, and whether it has one.
    var takesPrewarmed = false
    var isPrewarmed = false

    /// Whether it was given to another worker, since the first had died before it read it.
    var wasRequeued = false

    /// How often no worker could be made for it, and from when on the next attempt may be.
    var failedAttempts = 0
    var retryAt: MonotonicTime?
    var begunAt: MonotonicTime?

    /// Since when the first thread of its worker is known to have ended.
    var firstThreadLostAt: MonotonicTime?
    var decidedAt: MonotonicTime?

    /// Whether its notification was handed over.
    var isDelivered = false
    var tokens: [Reactor.Token] = []
    var log = RunLog()
    var strikes: [String] = []

    /// Told when a debugger can be attached, for which the run then waits.
    var debugger: (@Sendable (DebuggerInvitation) -> Void)?

    /// What it saw, where that is kept or replayed.
    var tracing: TraceRecord?
    private(set) var findings: [RunReport.Finding] = []
    var changes: ContentRecord?
    var checkpoint: Checkpoint?
    var checkpointCount = 0
    var badHandleCount = 0

    /// What it did with the notification centre.
    var center = CenterActivity()

    /// The category of the notification that is delivered, where the app has declared it.
    var category: NotificationCategory?
    var content: NotificationContent
    var evidence: RunReport.Evidence?
    var crash: CrashRecord?
    var explanation: String?

    /// What it waited for, or was refused for, where the host was short of something.
    var overload: RunReport.OverloadSummary?
    var usage = UsageRecord()
    var continuation: CheckedContinuation<Void, Never>?

    /// From when on it could write to what is kept, in nanoseconds of UNIX time.
    var storageBeginning: UInt64?

    /// What it was ended for, where that is what it wrote to the disk.
    var diskFault: DiskWatch.Fault?

    /// What was removed of what it wrote.
    var storageRemovals: [RunReport.StorageSummary.Removal] = []

    /// The notification that is open, for a content extension; nil for a service extension.
    weak var session: SessionRecord?

    init(
        number: UInt64,
        request: RunRequest,
        bundle: ExtensionBundle,
        budget: Budget,
        origins: [String],
        isFresh: Bool,
        gate: GateReport,
        trial: RunTrial
    ) {
        self.number = number
        self.request = request
        self.bundle = bundle
        self.budget = budget
        self.origins = origins
        self.isFresh = isFresh
        self.gate = gate
        self.trial = trial
        content = request.content
    }

    /// Notes a misuse; a flood of them is one that happened often.
    func note(_ strike: Strike) {
        if strike == .badHandle { badHandleCount += 1 }
        note(RunStrike(strike))
    }

    /// Notes a misuse that the host itself has seen, where there is room for it in the report.
    func note(_ strike: RunStrike) {
        guard strikes.count < Self.strikeLimit else { return }
        strikes.append(strike.rawValue)
    }

    /// Notes a broken rule; the words are of a process that an extension lives in.
    func note(_ finding: Finding) {
        guard trial.watch != nil, findings.count < Self.findingLimit else { return }
        findings.append(RunReport.Finding(finding))
    }

    /// Most strikes that are listed.
    private static let strikeLimit = 16

    /// Most broken rules that are listed.
    private static let findingLimit = 64

    /// Most uses of bad handles that are forgiven.
    static let badHandleLimit = 64
}

/// A content that an extension has published: the best so far.
struct Checkpoint {
    let content: NotificationContent
    let changes: ContentRecord
}

/// What a run used, from counters that were read at its beginning and along the way.
struct UsageRecord {
    var cpuAtBeginning: UInt64 = 0
    var cpu: UInt64 = 0
    var statisticsAtBeginning: ProcessMeter.Statistics?
    var statistics: ProcessMeter.Statistics?
    var peak: UInt64 = 0
    var final: UInt64 = 0

    /// Resident pages of files at the last look: libraries that all processes share.
    var filePageByteCount: UInt64 = 0

    /// The most above the baseline that the run can have had, by the kernel's counts.
    var kernelPeak: UInt64?
    var isPressureTold = false
    var isCPUPressureTold = false
    var growth = Growth()

    /// What a worker holds more than after its last run; less when it is negative.
    struct Growth {
        var byteCount: Int64 = 0
        var threadCount = 0
        var descriptorCount = 0
    }
}

extension UsageRecord {
    /// Notes the most that the run can have had, however short, by two counts that miss nothing.
    ///
    /// The most that was ever resident can be an earlier run's, or have been pages of a file. But what
    /// it did not have as it began it has had to fault in, a page at a time: workers have no huge ones.
    mutating func noteKernelPeak(
        _ footprint: ProcessMeter.Footprint,
        since before: WorkerHoldings,
        above baseline: WorkerHoldings
    ) {
        guard let first = statisticsAtBeginning, let last = statistics else { return }
        let files = min(before.filePageByteCount, footprint.filePageByteCount)
        let most = footprint.residentPeakByteCount
        let resident = most - min(most, baseline.byteCount + files)
        let faults = last.faultCount - min(last.faultCount, first.faultCount)
        kernelPeak = min(resident, Self.most(before, above: baseline, faults))
    }

    /// Notes the same of a run whose process went on until it ended.
    mutating func noteKernelPeak(until end: ProcessEnd, _ worker: WorkerRecord) {
        let most = end.peakResidentByteCount
        let resident = most - min(most, worker.baseline.byteCount + filePageByteCount)
        guard let last = statistics ?? statisticsAtBeginning else {
            kernelPeak = resident
            return
        }
        let faults = end.faultCount - min(end.faultCount, last.faultCount)
        let since = Self.most(worker.lastHoldings, above: worker.baseline, faults)
        kernelPeak = min(resident, max(kernelPeak ?? 0, since))
    }

    /// What there can be at most after so many faults.
    private static func most(
        _ before: WorkerHoldings,
        above baseline: WorkerHoldings,
        _ faultCount: UInt64
    ) -> UInt64 {
        before.byteCount - min(before.byteCount, baseline.byteCount)
            + faultCount * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    }
}

extension UsageRecord.Growth {
    init(from before: WorkerHoldings, to after: WorkerHoldings) {
        byteCount = Int64(clamping: after.byteCount) - Int64(clamping: before.byteCount)
        threadCount = after.threadCount - before.threadCount
        descriptorCount = after.descriptorCount - before.descriptorCount
    }
}
