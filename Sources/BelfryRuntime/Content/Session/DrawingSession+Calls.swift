// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// What a content extension is called for, and how long it may take.
extension DrawingSession {
    // MARK: What the machine says

    /// The worker is loaded: its extension is called for the first time.
    func begin(on worker: Worker) {
        worker.beginRequest()
        happen { $0.ready(worker.loadReport?.abilities ?? []) }
        run.startSampling()
    }

    /// Does what a session's machine says.
    func perform(_ actions: [ContentMachine.Action]) {
        for action in actions { perform(action) }
        if !actions.isEmpty { scene.noteChange() }
        publish()
    }

    private func perform(_ action: ContentMachine.Action) {
        switch action {
        case .call(let callback): call(callback)
        case .returned(let callback): returned(callback)
        case .answered(let response, let option, let isLate):
            answered(response, option, isLate: isLate)
        case .forward(let event):
            scene.note(event)
            activity.note(event)
        case .lose(let taken):
            for action in taken {
                warn("the response to \(action.quoted) had no answer when it was closed")
            }
        case .close(let reason): close(reason)
        case .breakProtocol(let problem):
            guard let worker = run.worker else { return }
            worker.breakProtocol(problem)
        case .strike(let strike): run.note(strike)
        }
    }

    private func close(_ reason: String) {
        noteClosed(by: reason)
        guard run.verdict == nil else { return }
        run.explain(reason)
        if run.isRunning, let worker = run.worker {
            worker.tell(.content(.close(callback: 0)))
        }
        run.happen { $0.closed() }
    }

    // MARK: Calls

    private func call(_ callback: ContentCallback) {
        guard let worker = run.worker, run.verdict == nil else { return }
        activity.noteCall(callback)
        clocks.callbackBegins(at: now, cpu: worker.readings?.cpuNanoseconds ?? 0)
        schedule(callback)
        if case .respond(let response) = callback.kind {
            activity.noteAsked(response)
            clocks.asks(about: response.number, by: callback.number, at: now)
        }
        openWindow(.callback(isPressureTold: false))
        worker.tell(.content(command(for: callback)))
        run.startSampling()
    }

    private func command(for callback: ContentCallback) -> ContentCommand {
        let number = callback.number
        switch callback.kind {
        case .open:
            return .open(
                ContentOpening(
                    callback: number,
                    width: scene.snapshot.width,
                    height: scene.snapshot.height,
                    isDark: options.isDark,
                    actions: scene.actions.document,
                    notification: notifications[0].record(number: 1)
                )
            )
        case .receive(let notification):
            let received = notifications[Int(notification) - 1]
            return .receive(
                callback: number,
                received.record(number: notification),
                actions: hasOtherCategory(notification) ? scene.actions.document : nil
            )
        case .respond(let response): return .respond(callback: number, response)
        case .event(let view, let event, let value):
            return .event(callback: number, view: view, event, value)
        case .media(let isPlay): return .media(callback: number, isPlay: isPlay)
        }
    }

    private func returned(_ callback: ContentCallback) {
        if callback.kind == .open { scene.noteDrawn() }
        let began = clocks.begin
        let cpu = run.worker?.readings?.cpuNanoseconds ?? began.cpu
        activity.noteReturn(
            callback,
            wall: now - began.time,
            cpu: cpu - min(cpu, began.cpu)
        )
        // A response has its time until it is answered.
        if !isAwaiting(callback.number) { cancelWall(of: callback.number) }
        if machine.unanswered.isEmpty { openWindow(.between) }
    }

    private func answered(
        _ response: ContentResponse,
        _ option: ResponseOption,
        isLate: Bool
    ) {
        let question = clocks.answered(response.number)
        let began = question?.time ?? now
        activity.noteAnswered(response, option, isLate: isLate, after: now - began)
        if isLate, let question { cancelWall(of: question.callback) }
        if isQuiet { openWindow(.between) }
    }

    // MARK: Wall

    private func schedule(_ callback: ContentCallback) {
        let timer = run.context.clock.call(at: now + run.budget.wall) { [weak self] in
            self?.wallEnded(of: callback)
        }
        clocks.keep(timer, of: callback.number)
    }

    private func cancelWall(of callback: UInt64) {
        guard let token = clocks.takeWall(of: callback) else { return }
        run.context.clock.cancel(token)
    }

    private func wallEnded(of callback: ContentCallback) {
        _ = clocks.takeWall(of: callback.number)
        // What it said in time and nobody has looked at yet counts.
        run.worker?.read()
        guard run.verdict == nil else { return }
        if machine.current?.number == callback.number {
            run.explain("\(callback.name) did not return")
        } else if isAwaiting(callback.number) {
            run.explain("The completion of \(callback.name) was not called")
        } else {
            return
        }
        run.happen { $0.wallBudgetEnded() }
    }

    // MARK: CPU

    /// Begins to count CPU time anew: for a callback, or for the time until the next one.
    private func openWindow(_ purpose: CPUWindow.Purpose) {
        guard let worker = run.worker, let cpu = worker.readings?.cpuNanoseconds else { return }
        clocks.window = CPUWindow(cpu: cpu, begin: now, purpose)
        let first =
            switch purpose {
            case .callback: run.budget.pressureNanoseconds
            case .between: run.budget.cpuNanoseconds
            }
        worker.setAlarm(at: cpu + first)
    }

    /// The worker has used as much CPU time as its alarm was set to.
    func alarmRang(at cpu: UInt64, on worker: Worker) {
        // The alarm of a start is that of the whole budget.
        guard run.isRunning else { return run.happen { $0.exceeded(.cpu) } }
        // What it said before counts, the end of the callback among it.
        worker.read()
        guard run.verdict == nil else { return }
        let limit = run.budget.cpuNanoseconds
        let used = cpu - min(cpu, clocks.window.cpu)
        if used < limit {
            if clocks.window.tellsPressure(used, from: run.budget.pressureNanoseconds) {
                worker.tell(.cpuPressure(used: used, limit: limit))
            }
            worker.setAlarm(at: clocks.window.cpu + limit)
        } else if clocks.window.holds(at: now) {
            run.happen { $0.exceeded(.cpu) }
        } else {
            openWindow(.between)
        }
    }
}

extension DrawingSession {
    /// Whether the response of a callback is still to be answered.
    func isAwaiting(_ callback: UInt64) -> Bool {
        machine.unanswered.contains { clocks.callback(askingAbout: $0.number) == callback }
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
