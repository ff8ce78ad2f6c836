// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
internal import BelfryReport
package import BelfryCenter
internal import BelfryModel
internal import Synchronization

/// One seeded run of the centre with everything that can happen to it, crashes at every step
/// included, and what is true of it at the end.
package final class CenterSchedule {
    static let apps = ["com.example.a", "com.example.b", "com.example.c"]

    /// The app that is an App Clip in some schedules: it may notify for a time after each launch.
    static let clip = apps[2]
    static let identifiers = ["one", "two", "caf\u{E9}", "cafe\u{301}"]
    private static let threads = ["", "left", "right"]

    let plan = CrashPlan()
    let clock: VirtualClock
    let engine: ScriptedEngine
    let front = ScriptedApps()
    let sink: RememberingSink
    let store: CrashingStore
    let policy: CenterPolicy
    var oracle = CenterOracle()

    /// How many runs of each notification ended with their engine.
    private(set) var unfinished: [Int: Int] = [:]

    var random: SeededGenerator
    private(set) var center: Center

    /// Device tokens that apps were given, ended ones among them, and how many were made.
    var tokens: [(app: String, token: String)] = []
    var tokenCount = 0

    /// Whether there is an App Clip, and how often it was launched.
    let hasClip: Bool
    var launchCount: UInt64 = 0
    private var stale: [ExtensionWork.Lease] = []
    var sent: [PushArrival] = []
    private var attempts = 0
    private var hasSink = false
    private let beginsAtOnce: Bool

    /// Whether the ledger has room for little, and more happens to what has the same identifier.
    private let isCrowded: Bool

    /// Whether Do Not Disturb has hours, and whether it was switched by hand besides.
    private let hasFocusHours: Bool
    var isFocusByHand = false

    /// Whether apps in front are asked, as by the daemon, and do not only say beforehand what they show.
    let asksApps: Bool

    /// What apps were asked when that was looked at last, and the last event by then.
    var askedBefore: [ScriptedApps.Question] = []
    var frontCursor = 0

    package init(seed: UInt64, over inner: any CenterStore) {
        random = SeededGenerator(seed: seed)
        beginsAtOnce = seed.isMultiple(of: 2)
        asksApps = !seed.isMultiple(of: 5)
        hasClip = seed.isMultiple(of: 4)
        isCrowded = seed % 3 == 1
        hasFocusHours = seed % 7 == 2
        clock = VirtualClock(
            now: UnixTime(seconds: 1_774_000_000),
            timeZone: seed % 3 == 0 ? "Europe/Berlin" : "UTC"
        )
        engine = ScriptedEngine(plan: plan)
        sink = RememberingSink(plan: plan)
        store = CrashingStore(inner, plan)
        var policy = CenterPolicy()
        policy.width = 3
        policy.appWidth = 2
        policy.pendingLimit = 6
        policy.batch = 4
        policy.ephemeralMilliseconds = 120_000
        if isCrowded {
            policy.retention.entryLimit = 8
            policy.retention.endedMilliseconds = 45_000
            policy.retention.leapMilliseconds = 1_800_000
            policy.retention.doubtMilliseconds = 60_000
        }
        self.policy = policy
        center = Self.center(store, clock, engine, asksApps ? front : nil, policy)
    }

    private static func center(
        _ store: any CenterStore,
        _ clock: VirtualClock,
        _ engine: ScriptedEngine,
        _ apps: ScriptedApps?,
        _ policy: CenterPolicy
    ) -> Center {
        Center(store: store, clock: clock, engine: engine, apps: apps, policy: policy)
    }

    /// Runs the schedule.
    ///
    /// - Parameter steps: How many things happen.
    /// - Throws: ``BrokenPromise``, or an error that the centre should not have given.
    package func run(steps: Int = 40) throws {
        try prepare()
        for _ in 0..<steps {
            if plan.steps == nil, random.once(in: 4) { plan.steps = random.below(12) }
            do {
                try step()
            } catch is CrashPlan.Crash {
                try restart()
            } catch is CenterError {
                // A refusal: nothing has changed, which the oracle holds it to.
            }
            if plan.isDown { try restart() }
            try checkOrderInFront()
        }
        try settle()
        try CenterPromises(self).check()
    }

    private func prepare() throws {
        try center.recover()
        try center.add(sink)
        hasSink = true
        for app in Self.apps { try install(app) }
    }

    // MARK: What happens

    private func step() throws {
        if hasFocusHours, random.once(in: 6) { return try changeFocus() }
        let kind = random.below(34 + (hasClip ? 1 : 0) + (isCrowded ? 6 : 0))
        switch kind {
        case 0...3: try push()
        case 4: try pushAgain()
        case 5...6: try add()
        case 7: try removePending()
        case 8: try touchDelivered()
        case 9: clock.advance(milliseconds: Int64(random.below(90_000)))
        case 10: setClock()
        case 11: try changeDevice()
        case 12: try tick()
        case 13: try restoreOrPrune()
        case 14: try finishStale()
        case 15...17: try pumpAndFinish()
        case 18...19: try receive()
        case 20: try changeReach()
        case 21...22: try serveApp()
        case 23: try changeApps()
        case 24: try changeDevices()
        case 25: try wakeApp()
        case 26: try changeFront()
        case 27...29: try answerApp()
        case 34 where hasClip: try launchClip()
        case 34...: try crowd(kind)
        default: try publish()
        }
    }

    private func setClock() {
        guard random.once(in: 4) else { return }
        clock.set(clock.now + (Int64(random.below(7_200_000)) - 3_600_000))
    }

    private func push() throws {
        let app = random.pick(Self.apps) ?? ""
        var push = try makePush(
            to: app,
            random.pick(["passive", "active", "time-sensitive"]) ?? "active"
        )
        if random.once(in: 4) { push.collapseIdentifier = random.pick(Self.identifiers) }
        if random.once(in: 8) { push.expires = clock.now + 30_000 }
        if random.once(in: 6) { push.due = clock.now + Int64(random.below(60_000)) }
        if random.once(in: 6) { push.attachments = [Self.file("push/\(random.below(3)).png")] }
        sent.append(push)
        try accept(push)
    }

    /// Makes an alert; to read its payload takes longer than to deliver it, so each is read once.
    func makePush(to app: String, _ level: String) throws -> PushArrival {
        let thread = random.pick(Self.threads) ?? ""
        let isMutable = !random.once(in: 4)
        let identifier = "push \(sent.count)"
        let key = "\(thread) \(isMutable) \(level)"
        if let payload = Self.payloads.withLock({ $0[key] }) {
            return PushArrival(app: app, identifier: identifier, payload: payload)
        }
        let push = try PushArrival.alert(
            app,
            identifier,
            thread: thread,
            isMutable: isMutable,
            level: level
        )
        Self.payloads.withLock { $0[key] = push.payload }
        return push
    }

    private static let payloads = Mutex<[String: PushPayload]>([:])

    private func pushAgain() throws {
        guard let push = random.pick(sent) else { return }
        if push.token.hasPrefix("token") { try receive(push) } else { try accept(push) }
    }

    /// Pushes by the endpoint: what cannot be delivered is stored.
    private func receive() throws {
        guard let (app, token) = random.pick(tokens) else { return }
        var push = try makePush(to: app, "active")
        push.token = token
        if random.once(in: 4) { push.collapseIdentifier = random.pick(Self.identifiers) }
        if random.once(in: 4) { push.expires = clock.now + Int64(random.below(60_000)) }
        if random.once(in: 4) { push.pushType = .background }
        sent.append(push)
        try receive(push)
    }

    private func receive(_ push: PushArrival) throws {
        let delivery = PushDelivery(
            environment: .development,
            topic: push.app,
            priority: random.pick([10, 5, 1]) ?? 10,
            expiration: random.once(in: 6) ? 0 : nil
        )
        attempts += 1
        let unique = "unique \(attempts)"
        let reception = try arrive { try $0.receive(push, delivery, as: unique) }
        let (isKnown, isKept) = try store.inner.read { store in
            var isKept = false
            if case .taken(let acceptance, _) = reception {
                isKept = try store.entry(acceptance.sequence) != nil
            }
            return (try store.deviceToken(push.token).map { $0.end == nil }, isKept)
        }
        if case .taken(let acceptance, _) = reception { try noteForgotten(push, acceptance) }
        try oracle.noteReceived(push, reception, isActive: isKnown, isKept: isKept)
    }

    /// Background pushes, which show nothing and wake their apps.
    private func wakeApp() throws {
        guard let (app, token) = random.pick(tokens) else { return }
        var push = try PushArrival.silent(app, "push \(sent.count)")
        push.token = token
        sent.append(push)
        try receive(push)
    }

    private func changeReach() throws {
        let isOnline = !random.once(in: 3)
        let power = random.pick(PushDevice.Power.allCases)
        let device = random.pick(Self.devices) ?? PushDevice.main
        try center.perform {
            _ = try $0.changeDevice(device, isOnline: isOnline, power: power)
        }
    }

    /// Takes a push; one that comes again changes no notification.
    func accept(_ push: PushArrival) throws {
        let before = try entries()
        let acceptance = try arrive { try $0.accept(push) }
        try noteForgotten(push, acceptance)
        try oracle.noteAcknowledged(push, acceptance)
        guard case .duplicate(let first) = acceptance, try entries() != before else { return }
        throw BrokenPromise("\(first) came again, and that changed a notification")
    }

    /// Tells the oracle where a push that came again is new: the first was discarded for its time, and
    /// has been forgotten.
    private func noteForgotten(_ push: PushArrival, _ acceptance: Acceptance) throws {
        guard case .accepted = acceptance,
            let first = oracle.pushes["\(push.app)/\(push.identifier)"]
        else { return }
        let isForgotten = try store.inner.read { store in
            let ends = try store.tombstones(after: 0, limit: .max).filter {
                $0.subject == .notification && $0.sequence == first
            }
            return try store.entry(first) == nil
                && Array(ends.map(\.reason).suffix(2)) == [.expired, .retention]
        }
        if isForgotten { oracle.noteForgotten(push) }
    }

    /// All notifications, as the store has them.
    func entries() throws -> [LedgerEntry] {
        try store.inner.read { store in
            try store.entries(of: nil, in: Set(EntryState.allCases), limit: .max)
        }
    }

    /// Takes an arrival: alone, or as a service does, with what else came, and begun at once.
    private func arrive<Value>(_ body: @escaping (inout Turn) throws -> Value) throws -> Value {
        guard beginsAtOnce else { return try center.perform(body) }
        return try center.performTogether([body])[0].get()
    }

    private func add() throws {
        let app = random.pick(Self.apps) ?? ""
        let identifier = random.pick(Self.identifiers) ?? ""
        let trigger: NotificationTrigger? =
            switch random.below(6) {
            case 0: nil
            case 1: .timeInterval(seconds: 60, repeats: true)
            case 2: .calendar(.init(["second": 0]), repeats: random.once(in: 2))
            case 3:
                .location(
                    .init(identifier: "here", latitude: 0, longitude: 0, radius: 1000),
                    repeats: true
                )
            default: .timeInterval(seconds: Double(1 + random.below(60)), repeats: false)
            }
        var request = NotificationRequest.titled(
            identifier,
            trigger,
            thread: random.pick(Self.threads) ?? ""
        )
        if random.once(in: 4) {
            request.content.attachments = [Self.file("local/\(random.below(3)).png")]
        }
        if random.once(in: 6) {
            request.content.sound = Sound(kind: .named, name: "kept.wav")
        }
        let added = request
        oracle.noteBegun(app, identifier, waits: trigger != nil)
        try center.perform { try $0.add([added], for: app) }
        oracle.noteAdded(app, identifier, waits: trigger != nil)
    }

    private static func file(_ name: String) -> NotificationAttachment {
        NotificationAttachment(
            identifier: "file",
            typeIdentifier: "public.png",
            url: "/store/\(name)",
            byteCount: 1
        )
    }

    private func removePending() throws {
        let app = random.pick(Self.apps) ?? ""
        let identifier = random.pick(Self.identifiers) ?? ""
        let removed = try center.perform { try $0.removePending([identifier], of: app) }
        try requireExactly(removed, identifier)
    }

    /// Two of the identifiers show the same characters, and name two things.
    private func requireExactly(_ removed: [String], _ identifier: String) throws {
        guard removed.allSatisfy(identifier.isExactly) else {
            throw BrokenPromise("\(removed) were removed as \(identifier)")
        }
    }

    private func touchDelivered() throws {
        let app = random.pick(Self.apps) ?? ""
        let delivered = try center.read { try $0.delivered(of: app) }
        guard let entry = random.pick(delivered) else { return }
        switch random.below(3) {
        case 0: try center.perform { try $0.markSeen([entry.sequence]) }
        case 1:
            let removed = try center.perform {
                try $0.removeDelivered([entry.identifier], of: app)
            }
            try requireExactly(removed, entry.identifier)
        default:
            let action = entry.sequence % 2 == 0 ? "open" : UserResponse.dismissal
            let number = try center.perform { try $0.respond(to: entry.sequence, action) }
            oracle.noteResponse(number)
        }
    }

    private func changeDevice() throws {
        let lock = random.pick(VirtualDevice.Lock.allCases) ?? .unlocked
        let minutes = random.once(in: 3) ? [(Int(clock.now.seconds) / 60 + 1) % 1440] : []
        let app = random.pick(Self.apps) ?? ""
        let isHeld = random.once(in: 2)
        let isInside = random.once(in: 2)
        try center.perform { turn in
            try turn.changeDevice { device in
                device.lock = lock
                device.summaryMinutes = minutes
            }
            try turn.change(app) { $0.scheduledDelivery = isHeld ? .enabled : .disabled }
            try turn.move(to: .init(latitude: isInside ? 0 : 10, longitude: 0))
        }
    }

    private func tick() throws {
        try center.tick()
        try checkFocus()
    }

    private func restoreOrPrune() throws {
        let ended = try center.read { turn in
            try turn.transaction.entries(of: nil, in: [.dropped, .removed], limit: 20)
        }
        if let entry = random.pick(ended.filter(\.isRestorable)) {
            try restore(entry)
        } else {
            try prune()
        }
    }

    private func finishStale() throws {
        guard let lease = random.pick(stale) else { return }
        try center.finish(lease, ExtensionOutcome(.drop(reason: "stale")))
    }

    private func pumpAndFinish() throws {
        try center.pump()
        guard !engine.running.isEmpty else { return }
        let work = engine.take(random.below(engine.running.count))
        if random.once(in: 8) { return try shutDown(work.lease) }
        try center.finish(work.lease, outcome(of: work))
        if random.once(in: 3) { stale.append(work.lease) }
    }

    /// Ends the engine before a run of it, and then the process.
    private func shutDown(_ lease: ExtensionWork.Lease) throws {
        unfinished[lease.sequence, default: 0] += 1
        try center.finish(lease, ExtensionOutcome(.unfinished))
        try restart()
    }

    private func outcome(of work: ExtensionWork) -> ExtensionOutcome {
        if let reason = work.reasonNotToAsk {
            var outcome = ExtensionOutcome(.original(reason))
            outcome.soundMilliseconds = random.once(in: 2) ? 2_000 : nil
            return outcome
        }
        var content = work.content
        content.title += ", changed"
        switch random.below(8) {
        case 0: return ExtensionOutcome(.drop(reason: "spam"))
        case 1:
            let verdict = RecordedVerdict(.fallback(.timeout))
            return ExtensionOutcome(.content(work.content, verdict))
        case 2:
            return ExtensionOutcome(
                .content(content, .completed),
                collapseIdentifier: random.pick(Self.identifiers),
                categories: CategoryChange(
                    from: [],
                    to: [NotificationCategory(identifier: "new")]
                )
            )
        case 3...4:
            let files = ["/store/\(random.below(3))", "/store/\(work.lease.sequence)"]
            content.attachments = files.map { file in
                NotificationAttachment(
                    identifier: file,
                    typeIdentifier: "public.png",
                    url: file,
                    byteCount: 1
                )
            }
            return ExtensionOutcome(.content(content, .completed), files: files)
        default: return ExtensionOutcome(.content(content, .completed))
        }
    }

    private func publish() throws {
        if random.once(in: 4) { sink.fails = true }
        try center.publish()
    }

    // MARK: Crashes and the end

    private func restart() throws {
        stale += engine.running.map(\.lease)
        engine.reset()
        var isRecovered = false
        while !isRecovered {
            plan.restart()
            if random.once(in: 3) { plan.steps = random.below(4) }
            do {
                center = Self.center(store, clock, engine, asksApps ? front : nil, policy)
                try center.recover()
                try takeUpQuestions()
                try center.add(sink)
                isRecovered = true
            } catch is CrashPlan.Crash {}
        }
        plan.restart()
        try CenterPromises.checkRecovery(of: self)
    }

    /// Lets everything come to its end, without a crash.
    private func settle() throws {
        plan.restart()
        sink.fails = false
        try center.perform { turn in
            for app in Self.apps { _ = try turn.removePending(nil, of: app) }
            for device in try turn.transaction.pushDevices() {
                _ = try turn.changeDevice(device.name, isOnline: true, power: .charging)
            }
        }
        clock.advance(milliseconds: 86_400_000)
        try center.tick()
        try center.pump()
        while !engine.running.isEmpty {
            let work = engine.take(0)
            try center.finish(work.lease, outcome(of: work))
            try center.pump()
        }
        try answerApps()
        // What was decided only now may be held for the next summary.
        clock.advance(milliseconds: 2 * 86_400_000)
        try center.tick()
        try answerApps()
        try center.publish()
        try checkFocus()
    }
}

extension RecordedVerdict {
    static let completed = RecordedVerdict(.delivered(.completed))
}
