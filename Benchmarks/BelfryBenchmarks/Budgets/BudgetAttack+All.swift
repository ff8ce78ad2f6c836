// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem

extension BudgetAttack {
    /// Every attack, in the order of the table.
    static let all = times + memory + answers + network + container + attachments + kept

    /// A budget that no run of an attack on something else comes near.
    private static let ample = "wall=30s,cpu=20s,start=10s"

    private static let kilobyte = 1024.0
    private static let megabyte = 1_048_576.0

    private static let times = [
        BudgetAttack(
            name: "start",
            bundleName: "NeverLoads",
            budget: "start=100ms",
            limit: 100,
            unit: .milliseconds,
            reasons: ["startTimeout"],
            meter: .outcome { $0.latency.milliseconds }
        ),
        BudgetAttack(
            name: "wall",
            bundleName: "Sleeps",
            budget: "wall=100ms",
            limit: 100,
            unit: .milliseconds,
            reasons: ["timeout"],
            meter: .outcome { $0.latency.milliseconds }
        ),
        BudgetAttack(
            name: "cpu",
            bundleName: "Spins",
            budget: "cpu=100ms",
            limit: 100,
            unit: .milliseconds,
            reasons: ["cpu"],
            meter: .outcome { $0.report.usage?.cpuMilliseconds }
        ),
    ]

    private static let memory = [
        BudgetAttack("memory", "Hogs"), BudgetAttack("memory, 8 threads", "Crowds"),
    ]

    /// An attack on the memory budget.
    private init(_ name: String, _ bundleName: String) {
        self.init(
            name: name,
            bundleName: bundleName,
            budget: "memory=24MB,start=10s",
            limit: 24 * Self.megabyte,
            unit: .bytes,
            reasons: ["memory"],
            meter: .outcome { $0.report.usage?.kernelPeakByteCount.map { Double($0) } }
        )
    }

    private static let answers = [
        BudgetAttack(
            name: "output",
            bundleName: "Answers",
            budget: ample,
            limit: 64 * kilobyte,
            unit: .bytes,
            reasons: ["completed", "output"],
            meter: .outcome { $0.textByteCount }
        ),
        BudgetAttack(
            name: "output, forged packets",
            bundleName: "Forges",
            act: "forged",
            budget: ample,
            limit: 64 * kilobyte,
            unit: .bytes,
            reasons: ["output"],
            meter: .outcome { $0.textByteCount },
            // It guesses the numbers of a host's first 64 runs.
            isRare: true
        ),
        BudgetAttack(
            name: "log",
            bundleName: "Logs",
            budget: ample,
            limit: 64 * kilobyte,
            unit: .bytes,
            reasons: ["completed"],
            meter: .outcome { $0.logByteCount }
        ),
        BudgetAttack(
            name: "log, by standard output",
            bundleName: "Prints",
            act: "one-line",
            budget: ample,
            limit: 64 * kilobyte,
            unit: .bytes,
            reasons: ["completed"],
            meter: .outcome { $0.logByteCount }
        ),
    ]

    private static let network = [
        BudgetAttack(
            name: "network",
            bundleName: "Downloads",
            budget: ample + ",network=8MB",
            limit: 8 * megabyte,
            unit: .bytes,
            reasons: ["completed"],
            meter: .outcome { Double($0.served.byteCount) },
            server: .endless
        ),
        BudgetAttack(
            name: "requests",
            bundleName: "Connects",
            act: "asks",
            budget: ample + ",requests=16",
            limit: 16,
            unit: .pieces,
            reasons: ["completed"],
            meter: .outcome { Double($0.served.requestCount) },
            server: .polite,
            isRare: true
        ),
        BudgetAttack(
            name: "connections",
            bundleName: "Holds",
            budget: ample + ",connections=4",
            limit: 4,
            unit: .pieces,
            reasons: ["completed"],
            meter: .outcome { Double($0.served.mostConnections) },
            server: .silent,
            isRare: true
        ),
        BudgetAttack(
            name: "socket buffers",
            bundleName: "FillsSockets",
            budget: ample,
            limit: 30 * megabyte,
            unit: .bytes,
            reasons: ["completed"],
            meter: .gauge(.socketMemory),
            server: .silent,
            isRare: true
        ),
    ]

    private static let container = [
        BudgetAttack(
            name: "threads",
            bundleName: "Starts",
            budget: ample + ",memory=256MB",
            limit: 64,
            unit: .pieces,
            reasons: ["completed"],
            meter: .gauge(.threads)
        ),
        BudgetAttack(
            name: "locks",
            bundleName: "Locks",
            budget: ample,
            limit: 10_000,
            unit: .pieces,
            reasons: ["completed"],
            meter: .gauge(.locks),
            isRare: true
        ),
        BudgetAttack(
            name: "container, files",
            bundleName: "Makes",
            budget: ample + ",memory=256MB",
            limit: 4096,
            unit: .pieces,
            reasons: ["completed"],
            meter: .outcome { $0.title }
        ),
        BudgetAttack(
            name: "container, bytes",
            bundleName: "Fills",
            budget: ample + ",memory=256MB",
            limit: 64 * megabyte,
            unit: .bytes,
            reasons: ["completed"],
            meter: .outcome { $0.title }
        ),
    ]

    private static let attachments = [
        BudgetAttack(
            name: "attachments of one content, length",
            bundleName: "Films",
            budget: ample,
            limit: Double(AttachmentIntake.byteLimit),
            unit: .bytes,
            reasons: ["completed"],
            meter: .gauge(.storedLength),
            isRare: true
        ),
        BudgetAttack(
            name: "attachments of one content, time",
            bundleName: "Films",
            budget: ample,
            limit: AttachmentIntake.timeLimit.milliseconds,
            unit: .milliseconds,
            reasons: ["completed"],
            meter: .outcome { outcome in
                outcome.title.map { Double(outcome.deliveredAt.nanoseconds) / 1e6 - $0 }
            },
            isRare: true
        ),
        BudgetAttack(
            name: "attachments of one bundle, on the disk",
            bundleName: "Attaches",
            act: "film",
            budget: ample,
            limit: Double(StoreQuota().ownerByteCount),
            unit: .bytes,
            reasons: ["completed"],
            meter: .gauge(.storedBlocks),
            isRare: true
        ),
    ]

    private static let kept = [
        BudgetAttack("kept bytes", "Keeps", act: "write", .keptBytes),
        BudgetAttack("kept bytes, by mapping", "Keeps", act: "map", .keptBytes),
        BudgetAttack(
            "bytes of one run, files without a name",
            "Keeps",
            act: "unlinked",
            .takenBytes
        ),
        BudgetAttack("kept files", "Keeps", act: "files", .keptFiles),
        BudgetAttack("kept files, directories", "KeepsDirectories", .keptFiles),
    ]

    /// An attack on what outlives workers.
    private init(_ name: String, _ bundleName: String, act: String = "", _ gauge: DamageGauge) {
        let limit =
            switch gauge {
            case .keptFiles: UInt64(StorageLimit.fileCount)
            case .takenBytes: StorageLimit.runByteCount
            default: StorageLimit.byteCount
            }
        self.init(
            name: name,
            bundleName: bundleName,
            act: act,
            budget: Self.ample,
            limit: Double(limit),
            unit: gauge == .keptFiles ? .pieces : .bytes,
            reasons: ["output"],
            meter: .gauge(gauge),
            isRare: true
        )
    }
}
