// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What a run did, used and was kept from: one value for machines and for people.
///
/// The JSON form is versioned by ``schema`` and described in `Documentation/Report.md`; members are
/// added, never changed in meaning. Times are milliseconds, sizes bytes.
package struct RunReport: Sendable, Codable {
    /// The version of the JSON form.
    package var schema = 1

    package var run: UInt64
    package var bundle: BundleSummary
    package var request: String

    /// `delivered`, `dropped`, `fallback`, `rejected` or `notCalled`.
    package var verdict: String

    /// The reason's code.
    package var reason: String

    /// One sentence on what happened, for people.
    package var explanation: String

    /// What ended a run whose checkpoint was delivered: the reason the verdict would have had.
    package var endedBy: String?

    /// What the verdict rests on, where a process ended or a check failed.
    package var evidence: Evidence?

    /// How the process crashed, where it could tell.
    package var crash: Crash?

    package var gate: GateReport
    package var budget: BudgetSummary
    package var timing: Timing?

    /// The host's resource that the run waited for, or was refused for; nil when it did not wait for one.
    package var overload: OverloadSummary?
    package var usage: Usage?
    package var worker: WorkerSummary?
    /// Whether budgets were not enforced, as the run waited for a debugger.
    package var isDebugged = false
    package var strikes: [String] = []
    package var quarantine: QuarantineSummary?

    /// The rules of the C ABI that were broken; nil where nobody watched.
    package var findings: [Finding]?
    package var attachments: [AttachmentSummary] = []

    /// What went from the attachment store to make room; nil where nothing did.
    package var store: StoreSummary?

    /// What it did with the notification centre; nil when it never asked.
    package var center: CenterSummary?

    /// The category of the delivered notification; nil when the app has declared none by that name.
    package var category: CategorySummary?
    package var network: NetworkSummary?
    package var storage: StorageSummary?

    /// What happened while the notification was open; nil but for a content extension.
    package var session: SessionSummary?
    package var log: [LogLine] = []
    package var droppedLogLines = 0
    package var layers: [LayerSummary] = []
    package var before: ContentSummary
    package var after: ContentSummary
    package var difference: ContentDifference

    package struct BundleSummary: Sendable, Codable {
        package var identifier: String
        package var version: String
        package var path: String
        package var warnings: [String]
    }

    package struct Evidence: Sendable, Codable {
        /// `starting` or `running`.
        package var phase: String
        package var signal: String?
        package var exitStatus: Int32?
        package var message: String?
        /// The forbidden system call that was made, such as `ptrace`.
        package var systemCall: String?
    }

    package struct BudgetSummary: Sendable, Codable {
        package var wallMilliseconds: Double
        package var startMilliseconds: Double
        package var cpuMilliseconds: Double
        package var memoryByteCount: Int
        package var outputByteCount: Int
        package var networkByteCount: Int
        package var requestCount: Int
        package var connectionCount: Int
    }

    package struct Timing: Sendable, Codable {
        /// Whether the worker had been made for an earlier run.
        package var isWarm: Bool
        /// Whether the worker had been started for this run before it was asked for.
        package var isAhead: Bool
        package var queueWaitMilliseconds: Double
        /// From the demand for a worker to its being ready; 0 for one that was.
        package var startMilliseconds: Double
        /// Of it, in the worker: sealing, loading the library, the extension's start.
        package var sealingMilliseconds: Double
        package var loadingMilliseconds: Double
        package var startingMilliseconds: Double
        /// From the beginning of the wall budget to the decision.
        package var wallMilliseconds: Double
    }

    package struct Usage: Sendable, Codable {
        package var cpuMilliseconds: Double
        /// Split by the kernel's clock ticks, so coarse.
        package var userMilliseconds: Double
        package var systemMilliseconds: Double
        /// The footprint of the loaded, idle worker.
        package var baselineByteCount: UInt64
        /// The largest and the last footprint above that which was seen.
        package var peakByteCount: UInt64
        package var finalByteCount: UInt64
        /// The most the footprint can have been above the baseline, by the kernel's counts, which miss
        /// nothing: what was ever resident in the worker, less pages of files, and no more than it
        /// began with and faulted in.
        ///
        /// Nil where neither is known.
        package var kernelPeakByteCount: UInt64?
        /// What the worker held more at the end than after its last run, or than when it was loaded.
        package var growthByteCount: Int64
        package var growthThreadCount: Int
        package var growthDescriptorCount: Int
        package var minorFaults: UInt64
        package var majorFaults: UInt64

        /// The most the footprint can have been above the baseline.
        package var largestByteCount: UInt64 { max(peakByteCount, kernelPeakByteCount ?? 0) }
    }

    /// What counts against the bundle, where a register of that is kept.
    package struct QuarantineSummary: Sendable, Codable {
        /// The reasons of its latest strikes, oldest first.
        package var strikes: [String]
        /// Until when it is not tried, in seconds of UNIX time; 0 when it never was kept from running.
        package var until: Int64
        /// How often in a row it has been in quarantine.
        package var sentenceCount: Int
    }

    /// The worker that served the run, in its own life.
    package struct WorkerSummary: Sendable, Codable {
        /// Its number in this host.
        package var number: UInt64
        /// Which run of its own this was, from 1 on; 0 when it never got the request.
        package var runOrdinal: Int
        /// Why it gets no further run; nil when it is kept, or was ended by the verdict.
        package var retirement: Retirement?
        /// Why the worker before it went between runs, where that needs saying.
        package var predecessorRetirement: Retirement?
        /// Whether an earlier worker had died before it saw the request.
        package var isSecondAttempt: Bool
    }

    package struct Finding: Sendable, Codable, Equatable {
        /// `thread`, `handle`, `argument`, `borrow`, `lifecycle` or `host`.
        package var kind: String

        /// The function of the table.
        package var function: String

        /// What happened, and the rule.
        package var detail: String
    }

    package struct AttachmentSummary: Sendable, Codable {
        package var identifier: String
        package var type: String?
        package var byteCount: Int?
        package var sha256: String?
        package var path: String?
        /// Why it was left out; nil when it was stored.
        package var error: String?
        package var message: String?
    }

    package struct StoreSummary: Sendable, Codable, Equatable {
        /// The paths of older attachments that were removed, the first to go first; 16 at most.
        package var removed: [String]
        package var removedFileCount: Int
        package var removedByteCount: UInt64
    }

    package struct NetworkSummary: Sendable, Codable {
        /// The origins that were allowed.
        package var allowed: [String]
        package var decisions: [EgressDecision]
        /// How many were made besides, and are not in the report.
        package var droppedDecisions: Int
    }

    package struct StorageSummary: Sendable, Codable {
        /// The directories it was given, its own first.
        package var folders: [Folder]
        /// Why it was given less than it asks for.
        package var shortfall: String?
        /// What the host removed of what the run wrote; nil where it removed nothing.
        package var removals: [Removal]?

        package struct Removal: Sendable, Codable, Equatable {
            /// The directory, as in `folders`.
            package var kind: String
            package var identifier: String
            /// What was removed.
            package var byteCount: UInt64
            package var fileCount: Int
        }

        package struct Folder: Sendable, Codable {
            /// `data`, `group` or `keychain`.
            package var kind: String
            package var identifier: String
            /// Whether it could be written to; one that is over its limit can be read and emptied.
            package var isWritable: Bool
            /// What is in it after the run.
            package var byteCount: UInt64
            package var fileCount: Int
        }
    }

    package struct LogLine: Sendable, Codable, Equatable {
        package enum Source: String, Sendable, Codable {
            case output, debug, info, warning, error
            /// Not the extension: what the host did about it.
            case host
        }
        package var source: Source
        package var text: String
    }

    package struct LayerSummary: Sendable, Codable {
        package var name: String
        package var isEnforced: Bool
        package var detail: String

        package init(name: String, isEnforced: Bool, detail: String) {
            self.name = name
            self.isEnforced = isEnforced
            self.detail = detail
        }
    }

    package struct ContentSummary: Sendable, Codable {
        package var title: String
        package var subtitle: String
        package var body: String
        package var badge: Int?
        package var categoryIdentifier: String
        package var threadIdentifier: String
        package var attachmentCount: Int
        /// Who speaks to whom, where the extension said so.
        package var communication: JSONValue?

        init(_ content: NotificationContent) {
            title = content.title
            subtitle = content.subtitle
            body = content.body
            badge = content.badge
            categoryIdentifier = content.categoryIdentifier
            threadIdentifier = content.threadIdentifier
            attachmentCount = content.attachments.count
            communication = content.communication.map(JSONValue.object)
        }
    }

    /// Whether the extension's content was delivered.
    package var isDelivered: Bool { verdict == "delivered" }
}

extension Duration {
    /// The duration in milliseconds, for reports.
    package var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1000 + Double(attoseconds) / 1e15
    }
}
