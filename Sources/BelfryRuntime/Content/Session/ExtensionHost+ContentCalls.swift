// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// What a content extension is called for, and how long it may take.
extension ExtensionHost {
    // MARK: What the machine says

    /// The worker is loaded: its extension is called for the first time.
    func begin(_ session: SessionRecord) {
        guard let worker = session.run.worker else { return }
        worker.runCount += 1
        worker.locks.beginRun()
        perform(session.machine.ready(worker.loadReport?.abilities ?? []), in: session)
        startSampling(for: session.run)
    }

    /// Does what a session's machine says.
    func perform(_ actions: [ContentMachine.Action], in session: SessionRecord) {
        for action in actions { perform(action, in: session) }
        if !actions.isEmpty { session.isDirty = true }
        publish(session)
    }

    private func perform(_ action: ContentMachine.Action, in session: SessionRecord) {
        switch action {
        case .call(let callback): call(callback, in: session)
        case .returned(let callback): returned(callback, in: session)
        case .answered(let response, let option, let isLate):
            answered(response, option, isLate: isLate, in: session)
        case .forward(let event):
            session.snapshot.appEvents.append(event)
            session.activity.note(event)
        case .lose(let taken):
            for action in taken {
                session.warn("the response to \(action.quoted) had no answer when it was closed")
            }
        case .close(let reason): close(session, reason)
        case .breakProtocol(let problem):
            guard let worker = session.run.worker else { return }
            breakProtocol(worker, problem)
        case .strike(let strike): session.run.note(strike)
        }
    }

    private func close(_ session: SessionRecord, _ reason: String) {
        session.closing = reason
        let run = session.run
        guard run.machine.verdict == nil else { return }
        run.explanation = reason
        if run.machine.isRunning, let worker = run.worker {
            tell(worker, .content(.close(callback: 0)))
        }
        perform(run.machine.closed(), on: run)
    }

    // MARK: Calls

    private func call(_ callback: ContentCallback, in session: SessionRecord) {
        guard let worker = session.run.worker, session.run.machine.verdict == nil else { return }
        session.activity.noteCall(callback)
        session.callbackBegan = (.now, worker.process?.meter.cpuNanoseconds ?? 0)
        schedule(callback, in: session)
        if case .respond(let response) = callback.kind {
            session.activity.noteAsked(response)
            session.callbacks[response.number] = callback.number
            session.responseBegan[response.number] = .now
        }
        openWindow(of: session, isOfCallback: true)
        tell(worker, .content(command(for: callback, in: session)))
        startSampling(for: session.run)
    }

    private func command(
        for callback: ContentCallback,
        in session: SessionRecord
    ) -> ContentCommand {
        let number = callback.number
        switch callback.kind {
        case .open:
            return .open(
                ContentOpening(
                    callback: number,
                    width: session.snapshot.width,
                    height: session.snapshot.height,
                    isDark: session.options.isDark,
                    actions: session.actions.document,
                    notification: session.notifications[0].record(number: 1)
                )
            )
        case .receive(let notification):
            let received = session.notifications[Int(notification) - 1]
            return .receive(
                callback: number,
                received.record(number: notification),
                actions: session.hasOtherCategory(notification) ? session.actions.document : nil
            )
        case .respond(let response): return .respond(callback: number, response)
        case .event(let view, let event, let value):
            return .event(callback: number, view: view, event, value)
        case .media(let isPlay): return .media(callback: number, isPlay: isPlay)
        }
    }

    private func returned(_ callback: ContentCallback, in session: SessionRecord) {
        if callback.kind == .open { session.hasDrawn = true }
        let began = session.callbackBegan
        let cpu = session.run.worker?.process?.meter.cpuNanoseconds ?? began.cpu
        session.activity.noteReturn(
            callback,
            wall: .now - began.time,
            cpu: cpu - min(cpu, began.cpu)
        )
        // A response has its time until it is answered.
        if !session.isAwaiting(callback.number) { cancelWall(of: callback.number, in: session) }
        if session.machine.unanswered.isEmpty { openWindow(of: session, isOfCallback: false) }
    }

    private func answered(
        _ response: ContentResponse,
        _ option: ResponseOption,
        isLate: Bool,
        in session: SessionRecord
    ) {
        let callback = session.callbacks.removeValue(forKey: response.number) ?? 0
        let began = session.responseBegan.removeValue(forKey: response.number) ?? .now
        session.activity.noteAnswered(response, option, isLate: isLate, after: .now - began)
        if isLate { cancelWall(of: callback, in: session) }
        if session.isQuiet { openWindow(of: session, isOfCallback: false) }
    }

    // MARK: Wall

    private func schedule(_ callback: ContentCallback, in session: SessionRecord) {
        let number = session.run.number
        let token = reactor.schedule(at: .now + session.run.budget.wall) { [weak self] in
            self?.assumeIsolated { host in
                guard let session = host.sessions[number] else { return }
                host.wallEnded(of: callback, in: session)
            }
        }
        session.walls[callback.number] = token
    }

    private func cancelWall(of callback: UInt64, in session: SessionRecord) {
        guard let token = session.walls.removeValue(forKey: callback) else { return }
        reactor.cancel(token)
    }

    private func wallEnded(of callback: ContentCallback, in session: SessionRecord) {
        session.walls[callback.number] = nil
        let run = session.run
        // What it said in time and nobody has looked at yet counts.
        if let worker = run.worker { readWorker(worker.number) }
        guard run.machine.verdict == nil else { return }
        if session.machine.current?.number == callback.number {
            run.explanation = "\(callback.name) did not return"
        } else if session.isAwaiting(callback.number) {
            run.explanation = "The completion of \(callback.name) was not called"
        } else {
            return
        }
        perform(run.machine.wallBudgetEnded(), on: run)
    }

    // MARK: CPU

    /// Begins to count CPU time anew: for a callback, or for the time until the next one.
    private func openWindow(of session: SessionRecord, isOfCallback: Bool) {
        guard let process = session.run.worker?.process,
            let now = process.meter.cpuNanoseconds
        else { return }
        session.window = CPUWindow()
        session.window.cpu = now
        session.window.isOfCallback = isOfCallback
        let budget = session.run.budget
        let first = isOfCallback ? budget.pressureNanoseconds : budget.cpuNanoseconds
        process.alarm.set(to: now + first)
    }

    /// The worker of a session has used as much CPU time as its alarm was set to.
    func alarmRang(in session: SessionRecord, _ worker: WorkerRecord, _ now: UInt64) {
        let run = session.run
        // The alarm of a start is that of the whole budget.
        guard run.machine.isRunning else { return perform(run.machine.exceeded(.cpu), on: run) }
        // What it said before counts, the end of the callback among it.
        readWorker(worker.number)
        guard run.machine.verdict == nil else { return }
        let limit = run.budget.cpuNanoseconds
        let used = now - min(now, session.window.cpu)
        if used < limit {
            if session.window.isOfCallback, !session.window.isPressureTold,
                used >= run.budget.pressureNanoseconds
            {
                session.window.isPressureTold = true
                tell(worker, .cpuPressure(used: used, limit: limit))
            }
            worker.process?.alarm.set(to: session.window.cpu + limit)
        } else if session.window.isOfCallback
            || .now - session.window.begin < CPUWindow.idleTime
        {
            perform(run.machine.exceeded(.cpu), on: run)
        } else {
            openWindow(of: session, isOfCallback: false)
        }
    }
}

extension SessionRecord {
    /// Whether the response of a callback is still to be answered.
    func isAwaiting(_ callback: UInt64) -> Bool {
        machine.unanswered.contains { callbacks[$0.number] == callback }
    }
}

extension [NotificationAction] {
    /// The actions as a document, as many of them as it holds.
    fileprivate var document: [UInt8] {
        var actions = self
        while true {
            let document = JSONValue.array(actions.map(\.document)).serialized()
            if document.count <= ViewLimit.actionsByteCount || actions.isEmpty { return document }
            actions.removeLast()
        }
    }
}
