// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The extension was called, and the original was delivered.
extension VerdictReference {
    /// The original was delivered although the extension was called.
    static func text(for topic: Verdict.Fallback) -> VerdictText {
        switch topic {
        case .timeout: timeout
        case .startTimeout: startTimeout
        case .cpu: cpu
        case .memory: memory
        case .trap: trap
        case .crash: crash
        case .exited: exited
        case .violation: violation
        case .protocol: `protocol`
        case .abuse: abuse
        case .output: output
        case .killedFromOutside: killedFromOutside
        case .hostResource: hostResource
        case .hostShutdown: hostShutdown
        case .hostOverloaded: hostOverloaded
        }
    }

    private static let timeout = VerdictText(
        meaning: "The extension did not answer within the wall budget.",
        causes: [
            "It never called its completion: a lost callback, a deadlock, a wait for a "
                + "server.",
            "`serviceExtensionTimeWillExpire` did not answer either, or blocked.",
            "It answered to something else than its own completion.",
            "A content extension's callback did not return, or the completion of a response was "
                + "never called; the explanation names which.",
        ],
        evidence: "The host's own clock (CLOCK_MONOTONIC), from the demand for a worker or the "
            + "request: `timing.wallMilliseconds` and `budget.wallMilliseconds`. It is killed by "
            + "its pidfd.",
        cure: "Answer in `serviceExtensionTimeWillExpire`, or publish checkpoints. `network` "
            + "shows what it waited for; a lock held in `didReceive` and wanted in the expiry is "
            + "a deadlock."
    )

    private static let startTimeout = VerdictText(
        meaning: "The extension was not ready within the start-up budget.",
        causes: [
            "A constructor, a static initialiser or `start` takes too long or never ends.",
            "The machine is overloaded: compare `timing`.",
        ],
        evidence: "The host's clock from the demand for a worker until it is known to be loaded; "
            + "nothing came in by then.",
        cure: "Do less before the first request. On a shared test machine `--budget ci` gives ten "
            + "seconds."
    )

    private static let cpu = VerdictText(
        meaning: "The extension used more CPU time than its budget.",
        causes: [
            "A loop, or work that is too large, over all its threads together.",
            "A start-up that computes: it counts toward the first run.",
        ],
        evidence: "A timer of the host's on the worker's CPU clock, which it cannot touch: "
            + "`usage.cpuMilliseconds`. Or SIGXCPU, in `evidence.signal`.",
        cure: "Find the loop; `bf_service.cpu_pressure` and `BelfryPressureObserver` warn at four "
            + "fifths. Ask for more with `BFExtension.Budget.cpu`."
    )

    private static let memory = VerdictText(
        meaning: "The extension used more memory than its budget.",
        causes: [
            "Its footprint passed the budget in one look.",
            "It was refused memory by RLIMIT_DATA and crashed of that.",
            "The kernel ended it for the memory of its control group.",
            "It kept files on a tmpfs, which are memory: those that are mapped count as its own, and "
                + "those without a name count toward its control group.",
        ],
        evidence:
            "RssAnon + RssShmem + VmSwap above the idle worker (`usage.peakByteCount`), or the "
            + "signal in `evidence` together with the kernel's count of what it had "
            + "(`usage.kernelPeakByteCount`), or with the crash record's word that it had been "
            + "refused some.",
        cure: "Scale images before decoding, read in parts, free per request. `pressure` warns at "
            + "four fifths. Ask for more with `BFExtension.Budget.memory`."
    )

    private static let trap = VerdictText(
        meaning: "The extension stopped itself: a Swift precondition, `fatalError`, `!` on nil, an "
            + "overflow.",
        causes: [
            "SIGILL or SIGTRAP: the compiler's trap instruction.",
            "A jump into bytes that are no code can look the same, and so can `raise`.",
        ],
        evidence: "How the process ended, by the kernel (`waitid`), in `evidence.signal`. `crash` "
            + "names the line, and is the worker's word.",
        cure: "Read `log` for Swift's message and `crash` for the line; build with `belfry build "
            + "--debug`."
    )

    private static let crash = VerdictText(
        meaning: "A signal ended the extension, such as a bad memory access.",
        causes: [
            "A null or wild pointer, a broken heap, a stack overflow.",
            "`abort`, an uncaught C++ exception, a Rust panic through the table.",
            "With `phase` `starting`: a constructor.",
        ],
        evidence: "How the process ended, by the kernel, in `evidence.signal`. `crash` has frames, "
            + "and is the worker's word.",
        cure: "Build with `belfry build --debug` and read `crash`; run the extension's code under "
            + "a sanitizer."
    )

    private static let exited = VerdictText(
        meaning: "The extension ended its own process.",
        causes: [
            "`exit`, `_exit` or a library that does so; a constructor that does.",
            "It ended the process's first thread and did not complete in the second after that.",
        ],
        evidence: "The exit status by the kernel, in `evidence.exitStatus`. No answer had come by "
            + "then. Of a thread, the kernel's word that it has ended; there is no status.",
        cure: "Call the completion instead; the host ends the process."
    )

    private static let violation = VerdictText(
        meaning:
            "The extension made a system call that no extension may make, or worked against the "
            + "seal.",
        causes: [
            "A call such as `execve`, `ptrace`, `mount`, `io_uring_setup`; a library may do "
                + "it unasked.",
            "A call of another architecture, or of the mount family: SIGSYS, without a "
                + "name.",
            "A constructor whose filter or threads keep the last filter from holding.",
            "A constructor that says it is loaded before the last filter is in force.",
        ],
        evidence:
            "The kernel holds the call and tells the host: `evidence.systemCall`. Or SIGSYS in "
            + "`evidence.signal`; or the kernel's count of filters, or the worker's own check of the "
            + "seal, in `evidence.message`.",
        cure: "Leave the call out. `strace -f belfry run …` as root shows who makes it."
    )

    private static let `protocol` = VerdictText(
        meaning: "The extension broke off with the host, or said what makes no sense.",
        causes: [
            "It closed or wrote to descriptor 3.",
            "It passed descriptors, sent a frame that is none, or said that it is loaded "
                + "twice.",
            "It answered before it was asked, published more than 64 checkpoints, or forged "
                + "a drop that its manifest does not allow.",
            "It does not read what the host sends.",
            "A content extension drew a view in itself or a number that is none, or answered a "
                + "response that nobody gave.",
        ],
        evidence:
            "The packet or its absence, as the host saw it; the problem is in `explanation`. Or "
            + "status 76, which the worker's own code ends with when its socket breaks.",
        cure: "Close only descriptors that you opened, and do not close ranges."
    )

    private static let abuse = VerdictText(
        meaning: "The extension answered with what is no content of its request, or used too many "
            + "bad handles.",
        causes: [
            "The completion was given a handle that is released, of another kind, of "
                + "another request, or invented.",
            "More than 64 bad handles were used.",
            "It had more threads than `BFExtension.Threads`, on a machine where the kernel does not "
                + "hold each process to a number of its own.",
        ],
        evidence: "The worker's handle table, so the worker's word. It is believed because it is "
            + "against itself: the original is delivered. Threads are counted by the kernel.",
        cure: "Give the completion a content of this request, or 0 for the original "
            + "(`belfry help ABI`, Handles and borrowed strings)."
    )

    private static let output = VerdictText(
        meaning: "The extension's content cannot be used.",
        causes: [
            "More text than the output budget, or more than 16 attachments.",
            "Text that is not UTF-8, or a `userInfo` that is no JSON object.",
            "No title, subtitle or body is left, which would hide the notification.",
            "SIGXFSZ: a file of more than 64 MB.",
            "It wrote more to the disk than it may: a directory that is kept with more than 256 MB or "
                + "8192 files, more than 512 MB in one run, or so much that the disk is nearly full.",
            "A directory that is kept cannot be counted: it has a directory that the host may not list, "
                + "more than 32 levels, or a name that is not UTF-8. `explanation` says which.",
            "A content extension drew more than 1024 views, deeper than 64, or with more than "
                + "256 KB of texts.",
        ],
        evidence:
            "The host's own check of every field that came in; the field is in `explanation`. "
            + "For a file the signal, in `evidence.signal`.",
        cure: "Make it smaller or well formed. To hide notifications ask for "
            + "`BFExtension.Filtering`."
    )

    private static let killedFromOutside = VerdictText(
        meaning: "SIGKILL ended the extension's process, and it was not the host's.",
        causes: [
            "The kernel, for want of memory on the whole machine.",
            "A user or a service manager.",
        ],
        evidence: "SIGKILL by the kernel's word (`evidence.signal`), and the host had not sent it. "
            + "The extension cannot send it: `raise(SIGKILL)` and `pthread_kill` are refused with "
            + "ENOSYS, `kill` and `sigqueue` with EPERM.",
        cure: "Look into `dmesg` for the OOM killer."
    )

    private static let hostResource = VerdictText(
        meaning: "The host lacked a resource that the run needed: a process, or room on the disk.",
        causes: [
            "No processes, threads, descriptors, memory, namespaces or space were left.",
            "A limit of the user or the service that runs Belfry: `ulimit -u`, `ulimit -n`, "
                + "`TasksMax=`.",
            "Other programs have used up what the machine has.",
            "The process ended before it had loaded anything of the extension's.",
            "Other programs or bundles have filled the disk that the run was writing to.",
            "A tmpfs lost more than 512 MB while the run had files of it mapped; who took it is unknown.",
            "Several bundles at once have filled a directory that they share beyond twice its limit; "
                + "which of them did is unknown.",
        ],
        evidence: "Of a process, the error of the host's, the zygote's or the new process's own "
            + "call, in `explanation`. Nothing that a process says after it has begun to load the "
            + "extension leads here. The host had tried again until the start-up budget ended. Of "
            + "the disk, the kernel's counts of free space and of what the run has written.",
        cure: "Raise the limit that `explanation` names, free space, or run less at once."
    )

    private static let hostShutdown = VerdictText(
        meaning: "The host was shut down while the extension was at work.",
        causes: [
            "The program that runs Belfry ended its host, by an interrupt say."
        ],
        evidence: "The host's own doing.",
        cure: "None needed."
    )

    private static let hostOverloaded = VerdictText(
        meaning:
            "The host had no room for the run within its waiting time; the extension was not called.",
        causes: [
            "More runs came at once than the host's limits allow, and each took long.",
            "The machine is short of memory, of descriptors, or of free space.",
            "Too many runs were waiting already.",
        ],
        evidence:
            "The host's own counts and the kernel's, in `overload`: the resource, its value and "
            + "its limit, and how long the run waited.",
        cure:
            "None for the extension. `belfry doctor` shows the limits of a host; free the resource, "
            + "or let the program that runs Belfry raise the limit."
    )
}
