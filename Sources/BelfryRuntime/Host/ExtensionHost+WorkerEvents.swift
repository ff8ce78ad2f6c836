// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What workers say and print: every byte of it may be a liar's.
extension ExtensionHost {
    /// Most packets taken from one worker at a time, so that a flood does not keep others waiting.
    private static let packetsAtOnce = 64

    /// Most output taken from one worker at a time: more than its pipe can hold.
    private static let outputsAtOnce = 16
    private static let outputByteCount = 16 * 1024

    /// How long one worker is listened to at a time: some words take long to understand.
    private static let turn = Duration.milliseconds(1)

    /// How long one that has said as much as is taken at a time is not listened to: what it has to
    /// say waits on its own side, and the host is there for others.
    private static let pause = Duration.milliseconds(5)

    /// How long one that draws faster than anybody can look is not listened to, after each frame.
    private static let floodPause = Duration.milliseconds(1000 / FrameRate.sustained)

    /// Most packets taken from one that has ended: more than its socket can hold.
    private static let packetsAtEnd = 4096

    /// Takes what a worker has said, for a while.
    func listen(to number: UInt64) {
        readWorker(number, until: .now + Self.turn)
        if let session = workers[number].flatMap({ currentRun(of: $0)?.session }) {
            publish(session)
        }
    }

    /// Takes what a worker has said.
    ///
    /// - Parameters:
    ///   - number: The worker.
    ///   - hasEnded: Whether it can say no more, so that all of it is taken.
    ///   - end: When others are to be looked at; nil when this worker's words decide.
    func readWorker(_ number: UInt64, hasEnded: Bool = false, until end: MonotonicTime? = nil) {
        for _ in 0..<(hasEnded ? Self.packetsAtEnd : Self.packetsAtOnce) {
            guard let worker = workers[number] else { return }
            if let end, .now > end { break }
            do throws(SystemError) {
                guard
                    let packet = try worker.runSocket.receivePacket(in: packets, waits: false)
                else { return socketClosed(worker) }
                guard !packet.isTruncated, packet.descriptors.count == 0,
                    let event = try? WorkerEvent(frame: packet.bytes)
                else { return breakProtocol(worker, "it sent a packet that is not one of ours") }
                handle(event, from: worker)
                if worker.isFlooding, !hasEnded { break }
            } catch {
                // Said once when it died with something of ours unread; what it sent is still here.
                if error.errno == ECONNRESET {
                    worker.leftCommandUnread = true
                    continue
                }
                if error.errno != EAGAIN { socketClosed(worker) }
                return
            }
        }
        guard !hasEnded, let worker = workers[number] else { return }
        let pause = worker.isFlooding ? Self.floodPause : Self.pause
        worker.isFlooding = false
        pauseReading(worker, worker.runSocket.raw, for: pause) { $0.listen(to: number) }
    }

    /// Does not look at a descriptor for a while, if it is being looked at.
    private func pauseReading(
        _ worker: WorkerRecord,
        _ descriptor: Int32,
        for pause: Duration = pause,
        _ read: @escaping @Sendable (isolated ExtensionHost) -> Void
    ) {
        // One that is paused already is watched again once, not twice.
        guard worker.tokens.contains(where: { $0.1 == descriptor }) else { return }
        unwatch(worker, descriptor)
        let number = worker.number
        _ = reactor.schedule(at: .now + pause) { [weak self] in
            self?.assumeIsolated { host in
                guard let worker = host.workers[number] else { return }
                do throws(SystemError) {
                    try host.watch(worker, descriptor, read)
                } catch {
                    host.breakProtocol(worker, "it cannot be listened to any more: \(error)")
                }
            }
        }
    }

    private func handle(_ event: WorkerEvent, from worker: WorkerRecord) {
        if worker.isIdle { heardWhileIdle(worker) }
        if event.isOfService, currentRun(of: worker)?.session != nil {
            return breakProtocol(worker, "it decides a notification that it only draws")
        }
        switch event {
        case .sealed: perform(worker.machine.sealed(), on: worker)
        case .loaded(let report): perform(worker.machine.loaded(report), on: worker)
        case .loadFailed(let failure):
            perform(worker.machine.loadFailed(failure), on: worker)
        case .completed(let run, let changes): completed(run, changes, by: worker)
        case .checkpoint(let run, let changes): published(run, changes, by: worker)
        case .dropped(let run, let reason): dropped(run, reason, by: worker)
        case .abused(let run): abused(run, by: worker)
        case .strike(let run, let kind):
            // A run of 0 is of the worker's own making; so is any that this worker never had.
            guard let record = worker.run.flatMap({ runs[$0] }) ?? runs[run] else { return }
            if record.worker === worker { struck(kind, on: record) }
        case .question(let question): asked(question, by: worker)
        case .content(let event): heard(event, from: worker)
        case .log(let level, let text):
            let sources: [RunReport.LogLine.Source] = [.debug, .info, .warning, .error]
            currentRun(of: worker)?.log.append(sources[Int(min(level, 3))], text)
        case .finding(let finding): currentRun(of: worker)?.note(finding)
        case .called(let call): heard(call, from: worker)
        case .clock(let index, let time):
            currentRun(of: worker)?.tracing?.noteClock(index, time)
        }
    }

    func perform(_ action: WorkerStateMachine.Action, on worker: WorkerRecord) {
        switch action {
        case .none: return
        case .ready:
            worker.readyAt = .now
            worker.loadReport = worker.machine.loadReport
            guard isSealed(worker) else { return }
            measureBaseline(of: worker)
            guard let run = currentRun(of: worker) else {
                if worker.prewarmedFor != nil { becamePrewarmed(worker) }
                return
            }
            guard let invite = run.debugger else {
                return perform(run.machine.workerReady(), on: run)
            }
            awaitDebugger(of: run, worker, invite)
        case .failed(let failure):
            guard let run = currentRun(of: worker) else { return }
            // Once a constructor has run, these may be an extension's words in the worker's mouth.
            let message = failure.message.neutralised(byteLimit: RunLog.lineByteLimit)
            if failure.stage == .shortage {
                worker.isRetiring = true
                return postpone(run, because: message)
            }
            run.explanation = message
            run.evidence = RunReport.Evidence(phase: "starting", message: message)
            perform(run.machine.loadFailed(failure.stage), on: run)
        case .nonsense: breakProtocol(worker, "it said of its beginning what cannot be")
        case .silent: breakProtocol(worker, "it closed its socket to the host and lives on")
        case .ended(let end): buried(worker, end)
        }
    }

    func breakProtocol(_ worker: WorkerRecord, _ problem: String) {
        if let run = currentRun(of: worker), run.machine.verdict == nil {
            run.explanation = problem
            perform(run.machine.protocolBroken(), on: run)
        }
        kill(worker)
    }

    func currentRun(of worker: WorkerRecord) -> RunRecord? {
        worker.run.flatMap { runs[$0] }
    }

    /// Takes what a worker has printed, for a while.
    func listenToOutput(of number: UInt64) {
        readOutput(number, until: .now + Self.turn)
    }

    private func readOutput(_ number: UInt64, until end: MonotonicTime? = nil) {
        guard let worker = workers[number] else { return }
        for _ in 0..<Self.outputsAtOnce {
            if let end, .now > end { break }
            guard let bytes = try? worker.output.read(upTo: Self.outputByteCount) else { return }
            // At its end it is readable for ever.
            guard !bytes.isEmpty else { return unwatch(worker, worker.output.raw) }
            worker.partialLine += bytes
            splitLines(worker)
        }
        pauseReading(worker, worker.output.raw) { $0.listenToOutput(of: number) }
    }

    func unwatch(_ worker: WorkerRecord, _ descriptor: Int32) {
        for (token, watched) in worker.tokens where watched == descriptor {
            reactor.cancel(token, watching: descriptor)
        }
        worker.tokens.removeAll { $0.1 == descriptor }
    }

    private func splitLines(_ worker: WorkerRecord) {
        let log = currentRun(of: worker)
        worker.partialLine = RunLog.takeLines(of: worker.partialLine) { line in
            log?.log.append(.output, line)
        }
    }

    /// Takes what a run has printed, its last line with or without an end.
    func drainOutput(_ worker: WorkerRecord) {
        readOutput(worker.number)
        guard !worker.partialLine.isEmpty else { return }
        worker.partialLine.append(UInt8(ascii: "\n"))
        splitLines(worker)
    }
}

extension WorkerEvent {
    /// Whether it is about what becomes of a notification, which is a service extension's to say.
    fileprivate var isOfService: Bool {
        switch self {
        case .completed, .checkpoint, .dropped, .abused: true
        case .sealed, .loaded, .loadFailed, .strike, .question, .content, .log, .finding, .called,
            .clock:
            false
        }
    }
}
