// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a report notes besides the verdict: misuse, and the end of a worker.
extension VerdictReference {
    /// A misuse that harmed nobody: the run's result stands.
    static func text(for topic: RunStrike) -> VerdictText {
        switch topic {
        case .secondCompletion: secondCompletion
        case .lateCompletion: lateCompletion
        case .badHandle: badHandle
        case .deniedDrop: deniedDrop
        case .badCheckpoint: badCheckpoint
        case .badOption: badOption
        case .flood: flood
        case .violation: violation
        case .storageLimit: storageLimit
        case .endedAfterCompletion: endedAfterCompletion
        }
    }

    /// Why a worker gets no further run.
    static func text(for topic: Retirement) -> VerdictText {
        switch topic {
        case .fresh: fresh
        case .spent: spent
        case .idle: idle
        case .unsuitable: unsuitable
        case .strikes: strikes
        case .memory: memory
        case .threads: threads
        case .descriptors: descriptors
        case .idleCPU: idleCPU
        case .idlePackets: idlePackets
        case .hostPressure: hostPressure
        case .ended: ended
        }
    }

    private static let secondCompletion = VerdictText(
        meaning: "The completion was called again after the extension had answered; the first "
            + "counts.",
        causes: [
            "Two ways lead to the completion, such as a callback and the expiry.",
            "Two threads answered at once.",
        ],
        evidence: "The worker's registry of requests tells of it: advice.",
        cure: "Guard the completion with a flag or a lock."
    )

    private static let lateCompletion = VerdictText(
        meaning: "It answered after the verdict, or for a run that is not its own; nothing came of "
            + "it.",
        causes: [
            "The answer crossed the end of the budget.",
            "A completion was kept for a later request.",
            "A forged packet names another run.",
        ],
        evidence:
            "The host compares the number in the packet with the run that this worker has: the "
            + "socket is the identity.",
        cure: "Answer earlier; never keep a completion beyond its request."
    )

    private static let badHandle = VerdictText(
        meaning: "It used a handle that is stale, foreign or invented; the call was refused.",
        causes: [
            "A released content, a handle kept from an earlier request, an uninitialised "
                + "variable."
        ],
        evidence: "The worker's handle table: advice, so an extension that lies can leave it out.",
        cure: "Drop handles with their request; look at each call's status."
    )

    private static let deniedDrop = VerdictText(
        meaning: "It dropped a notification without the right to; the notification lives.",
        causes: [
            "The manifest has no `BFExtension.Filtering`."
        ],
        evidence: "The worker refuses and tells. A drop that is forged past it is "
            + "`fallback:protocol`.",
        cure: "Ask for `BFExtension.Filtering`, or do not drop."
    )

    private static let badCheckpoint = VerdictText(
        meaning: "It published a content that cannot be used; the one before it stands.",
        causes: [
            "As for `fallback:output`."
        ],
        evidence: "The host's own check; the host's line in `log` has the problem.",
        cure: "As for `fallback:output`."
    )

    private static let badOption = VerdictText(
        meaning: "It answered a response with an option that is none; the notification stayed.",
        causes: [
            "An uninitialised variable, or a number of another enumeration."
        ],
        evidence: "The host's own check of the number, or the worker's word: advice.",
        cure: "Answer with one of `BF_RESPONSE_*`."
    )

    private static let flood = VerdictText(
        meaning: "It drew more than 120 frames a second for long; it was listened to more slowly.",
        causes: [
            "A timer that changes views as fast as it can, or a loop on another thread."
        ],
        evidence: "The host's own count of what came in; `session.frameCount`.",
        cure: "Change views 60 times a second at most; what is not shown is not missed."
    )

    private static let violation = VerdictText(
        meaning: "It made a forbidden system call when the run was decided already; its worker was "
            + "killed.",
        causes: [
            "As for `fallback:violation`, in work that went on after the answer."
        ],
        evidence: "The kernel tells the host.",
        cure: "As for `fallback:violation`."
    )

    private static let storageLimit = VerdictText(
        meaning: "It kept more in a directory that outlives it than it may; what is too much was "
            + "removed.",
        causes: [
            "It stores every picture, and removes none."
        ],
        evidence:
            "The directory as it was after the run: more than 256 MB or 8192 files, or one that cannot "
            + "be counted, for a directory that the host may not list, more than 32 levels or a name "
            + "that is not UTF-8. `excess` of the directory in `storage.folders` says which, and "
            + "`storage.removals` what went.",
        cure: "Remove what is old. Pictures that are attached are moved out by the host."
    )

    private static let endedAfterCompletion = VerdictText(
        meaning: "It ended its process after its answer, before the host did; the answer stands.",
        causes: [
            "It crashed or ended itself after its answer, in work that went on.",
            "It ended the first thread of its process.",
        ],
        evidence: "The kernel's word that the process, or that thread, has ended, and the worker's "
            + "that the extension was not told to end yet; a crash is in `crash`. Where the process "
            + "was kept, the next report has `ended` as `worker.predecessorRetirement` instead.",
        cure: "End all work before the completion."
    )

    private static let fresh = VerdictText(
        meaning: "A process for each run was asked for.",
        causes: [
            "`BFExtension.Process` is `fresh`, or `belfry run`, which always asks for one."
        ],
        evidence: "The manifest or the run's options."
    )

    private static let spent = VerdictText(
        meaning: "It had served 256 runs, written 256 MB, or asked for most of its memory.",
        causes: [
            "Nothing: a worker has 256 completions, and none is used twice.",
            "Threads that stay: the stack of each is half a megabyte that is asked for.",
            "Much was written: the files that it holds open without a name go with it.",
        ],
        evidence: "The host's counts; `worker.runOrdinal` is that of the runs."
    )

    private static let idle = VerdictText(
        meaning: "It had nothing to do for a minute.",
        causes: [
            "No request came."
        ],
        evidence: "The host's clock."
    )

    private static let unsuitable = VerdictText(
        meaning: "A run needed another budget, or other origins.",
        causes: [
            "The options of two runs of one bundle differ."
        ],
        evidence: "The host's comparison."
    )

    private static let strikes = VerdictText(
        meaning: "It misused the interface in its last run.",
        causes: [
            "Any strike."
        ],
        evidence: "`strikes` of the report, or of the one before for a `predecessorRetirement`.",
        cure: "Cure the strike: `belfry explain strike`."
    )

    private static let memory = VerdictText(
        meaning: "It kept more than half of its memory budget after a run.",
        causes: [
            "A leak.",
            "A cache without a limit.",
        ],
        evidence:
            "Its footprint above the idle worker, by the kernel: `usage.growthByteCount` from "
            + "run to run.",
        cure: "Free what belongs to a request with it."
    )

    private static let threads = VerdictText(
        meaning: "It kept over 32 threads more than when it was loaded.",
        causes: [
            "A thread for each request that never ends."
        ],
        evidence: "The kernel's count, `usage.growthThreadCount`.",
        cure: "Use one queue, or join what you start."
    )

    private static let descriptors = VerdictText(
        meaning: "It kept over 16 descriptors more than when it was loaded.",
        causes: [
            "Files or sockets that are not closed."
        ],
        evidence: "The kernel's count, `usage.growthDescriptorCount`.",
        cure: "Close them before the completion."
    )

    private static let idleCPU = VerdictText(
        meaning:
            "It used more than 100 ms of CPU time after an answer and before the next request.",
        causes: [
            "A timer, a detached task or a thread that works on."
        ],
        evidence: "The host's timer on its CPU clock.",
        cure: "End all work before the completion: after it there is no promise of time."
    )

    private static let idlePackets = VerdictText(
        meaning: "It sent more than 256 packets without a request.",
        causes: [
            "A flood of lines, answers or misuse from a thread that works on."
        ],
        evidence: "The host's count.",
        cure: "As for `retirement:idleCPU`."
    )

    private static let hostPressure = VerdictText(
        meaning: "The host was short of something, and ended it while it had nothing to do.",
        causes: [
            "Four fifths of a limit of the whole host were used.",
            "Another bundle's run waited for room.",
        ],
        evidence: "The host's own counts and the kernel's: `belfry doctor` shows the limits."
    )

    private static let ended = VerdictText(
        meaning: "Its process ended by itself, between runs or as its run ended.",
        causes: [
            "It crashed or ended itself after its answer, or before it had read the next "
                + "request."
        ],
        evidence: "The kernel's word. A request that it never read goes to another worker "
            + "(`worker.isSecondAttempt`).",
        cure: "As for `strike:endedAfterCompletion`."
    )
}
