// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import CBelfryPlatform
internal import Glibc
internal import Synchronization

/// What a validating worker has besides an ordinary one: proxies in the place of the host's and the
/// extension's tables, and memory of the host's that stays poisoned after its loan.
///
/// Ordinary workers have none of it; their calls go straight to the tables.
final class Validation: Sendable {
    private let plan: ValidationPlan
    private let registry: RequestRegistry
    private let findings: FindingLog
    private let mainThread: UInt
    private let state = Mutex(State())

    private struct State {
        /// The address of the table that the extension was given.
        var table: UInt = 0
        var isStarted = false
        var isStopped = false
        var receiving: Receiving?
        var lastReceived: UInt64 = 0
        var told: Set<UInt64> = []
    }

    /// A `did_receive` under way.
    private struct Receiving {
        let thread: UInt
        var calls: UInt32 = 0
    }

    /// Most calls of one `did_receive` that are held up, so that one that makes thousands ends.
    private static let delayedCalls: UInt32 = 200

    /// How long a notice waits for `did_receive` to come far enough.
    private static let noticePatience = Duration.milliseconds(300)

    /// How long after `stop` the extension may still be caught calling.
    private static let stopPatience = Duration.milliseconds(50)

    init(
        plan: ValidationPlan,
        registry: RequestRegistry,
        send: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.plan = plan
        self.registry = registry
        findings = FindingLog(send: send)
        mainThread = UInt(pthread_self())
        unsafe PoisonedTexts.keeper = PoisonedTexts()
    }

    /// Tells the table by which its calls are known.
    func watch(table: UInt) {
        state.withLock { $0.table = table }
    }

    // MARK: Calls of the host's table

    /// Checks a call of the extension's; false when it breaks a rule of its arguments.
    func hostCall(_ slot: Slot, _ arguments: CallArguments) -> Bool {
        holdUp()
        let (isInPlace, isOfTable) = state.withLock { state in
            (
                state.isStarted && !state.isStopped,
                UInt64(state.table) == arguments.number(.table)
            )
        }
        if !isInPlace {
            findings.tell(.lifecycle, slot, "was called before start or after stop (belfry/host.h)")
        }
        if !isOfTable {
            findings.tell(
                .argument,
                slot,
                "its first argument was not the table that start was given"
            )
        }
        if slot.threads == .main, UInt(pthread_self()) != mainThread {
            findings.tell(
                .thread,
                slot,
                "was called on another thread than its own (ABI-8: [\(slot.threads.rawValue)])"
            )
        }
        let check = HostCallCheck(slot: slot, arguments: arguments, registry: registry) { request in
            self.state.withLock { state in
                request.map { state.told.contains($0) } ?? !state.told.isEmpty
            }
        }
        guard let violation = check.violation() else { return true }
        findings.tell(violation.kind, slot, violation.detail)
        return false
    }

    /// What the host itself answered with an error that only a mistake gives.
    func hostAnswered(_ slot: Slot, _ status: bf_status) {
        switch status {
        case Status.argument.code:
            findings.tell(
                .argument,
                slot,
                "answered BF_ERROR_ARGUMENT: see its comment in belfry/host.h for what it takes"
            )
        case Status.state.code:
            findings.tell(
                .argument,
                slot,
                "answered BF_ERROR_STATE: an original cannot be changed, and in start there is no request"
            )
        default: break
        }
    }

    /// Makes `did_receive` busy: its own calls take as long as the plan says.
    private func holdUp() {
        let thread = UInt(pthread_self())
        let isReceiving = state.withLock { state in
            guard let receiving = state.receiving, receiving.thread == thread else { return false }
            state.receiving?.calls += 1
            return receiving.calls < Self.delayedCalls
        }
        if isReceiving { Self.sleep(.nanoseconds(Int64(clamping: plan.callDelay))) }
    }

    // MARK: Calls of the extension's table

    /// Notes what the host is about to call; false when it may not by now.
    func serviceCall(_ slot: Slot, _ arguments: CallArguments) -> Bool {
        checkPromises(slot)
        switch slot.name {
        case "start": state.withLock { $0.isStarted = true }
        case "did_receive":
            let request = arguments.number(.request) ?? 0
            let thread = UInt(pthread_self())
            state.withLock { state in
                state.receiving = Receiving(thread: thread)
                state.lastReceived = request
            }
        case "will_expire": return mayTell(arguments.number(.request) ?? 0)
        case "pressure", "cpu_pressure": waitForCalls(of: nil)
        default: break
        }
        return true
    }

    /// Notes what the extension has returned from.
    func serviceReturned(_ slot: Slot) {
        switch slot.name {
        case "did_receive": state.withLock { $0.receiving = nil }
        case "stop":
            state.withLock { $0.isStopped = true }
            Self.sleep(Self.stopPatience)
        default: break
        }
    }

    /// Whether the host keeps to its own rules: where it calls, and one at a time.
    private func checkPromises(_ slot: Slot) {
        let isMain = UInt(pthread_self()) == mainThread
        let isBusy = state.withLock { $0.receiving != nil }
        if isMain != (slot.threads == .main) || (slot.name == "did_receive" && isBusy) {
            findings.tell(
                .host,
                slot,
                "was called by the host where it promises not to ([\(slot.threads.rawValue)])"
            )
        }
    }

    /// Holds a notice back until `did_receive` has come far enough; false when the request is
    /// decided by then, since the host tells of no such request.
    private func mayTell(_ request: UInt64) -> Bool {
        waitForCalls(of: request)
        guard !registry.isDecided(request) else { return false }
        state.withLock { state in _ = state.told.insert(request) }
        return true
    }

    private func waitForCalls(of request: UInt64?) {
        let deadline = MonotonicTime.now + Self.noticePatience
        var hasBegun = false
        while MonotonicTime.now < deadline {
            let (calls, last) = state.withLock { ($0.receiving?.calls, $0.lastReceived) }
            if let calls, calls >= plan.callsBeforeNotice { return }
            // One that has returned makes no further call.
            hasBegun = hasBegun || calls != nil || last == request
            if hasBegun && calls == nil { return }
            Self.sleep(.microseconds(200))
        }
    }

    private static func sleep(_ duration: Duration) {
        guard duration > .zero else { return }
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        // A signal shortens it, which does no harm.
        unsafe _ = nanosleep(&time, nil)
    }
}
