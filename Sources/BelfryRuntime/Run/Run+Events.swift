// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// What the worker of any run says: every byte of it may be a liar's.
extension Run {
    /// Takes what runs and sessions hear alike.
    func heard(_ event: WorkerEvent, from worker: Worker) {
        switch event {
        case .strike(_, let kind): struck(kind)
        case .question(let question): asked(question, by: worker)
        case .log(let level, let text):
            let sources: [RunReport.LogLine.Source] = [.debug, .info, .warning, .error]
            noteLog { $0.append(sources[Int(min(level, 3))], text) }
        case .finding(let finding): note(finding)
        case .called(let call):
            let container = context.containerPath(worker.number)
            let bundle = worker.bundle.path
            trace?.note(call, PlaceNames(container: container, bundle: bundle, worker.storage))
        case .clock(let index, let time): trace?.noteClock(index, time)
        case .completed, .checkpoint, .dropped, .abused:
            worker.breakProtocol("it decides a notification that it only draws")
        case .sealed, .loaded, .loadFailed, .content: return
        }
    }

    /// The extension has misused something that is forgiven, up to a number.
    private func struck(_ strike: Strike) {
        note(strike)
        guard hasTooManyBadHandles, verdict == nil else { return }
        explain("it used bad handles more than \(Self.badHandleLimit) times")
        happen { $0.abused() }
    }

    // MARK: The notification centre

    /// Answers what the extension asks of the notification centre; every question gets an answer.
    ///
    /// The worker asks nothing more before it has it, so that there is always room for it.
    private func asked(_ question: CenterQuestion, by worker: Worker) {
        // A session's worker knows no runs.
        guard isRunning, number == question.run || client?.namesItsRun == false else {
            return answer(question, .state, [], of: worker)
        }
        worker.noteAnswer()
        guard noteCenter({ $0.count(question) }) else {
            return worker.breakProtocol(
                "it asked more of the notification centre than there may be"
            )
        }
        do throws(CenterRefusal) {
            let outcome = try noteCenter { activity throws(CenterRefusal) in
                try appCenter.take(question.kind, plan.device, &activity)
            }
            switch outcome {
            case .answered(let reply): answerTraced(question, .ok, reply.document, of: worker)
            case .asks(let given, let call): pass(call, to: given, question, of: worker)
            }
        } catch {
            refuse(question, error, of: worker)
        }
    }

    /// Has a centre answer that was given to the run.
    ///
    /// The answer goes to the worker that asked, whatever has become of the run: who asked waits for it.
    private func pass(
        _ call: CenterCall,
        to given: any ExtensionCenter,
        _ question: CenterQuestion,
        of worker: Worker
    ) {
        replies.ask(given, call) { [self] answer in
            switch answer {
            case .success(let reply):
                noteCenter { $0.note(call, reply) }
                answerTraced(question, .ok, reply.document, of: worker)
            case .failure(let refusal): refuse(question, refusal, of: worker)
            }
        }
    }

    private func refuse(
        _ question: CenterQuestion,
        _ refusal: CenterRefusal,
        of worker: Worker
    ) {
        noteCenter { $0.note(refusal) }
        answerTraced(question, refusal.status, refusal.document, of: worker)
    }

    /// Answers a question; in a replay, as it was answered when the run was recorded.
    private func answerTraced(
        _ question: CenterQuestion,
        _ status: CenterAnswer.Status,
        _ document: [UInt8],
        of worker: Worker
    ) {
        guard let trace else { return answer(question, status, document, of: worker) }
        var kept = RunTrace.Question(question, status, document)
        if let recorded = trace.answer(to: kept) {
            (kept.status, kept.answer) = (recorded.status, recorded.answer)
        }
        trace.note(kept)
        answer(question, kept.wireStatus, kept.answer.content, of: worker)
    }

    private func answer(
        _ question: CenterQuestion,
        _ status: CenterAnswer.Status,
        _ document: [UInt8],
        of worker: Worker
    ) {
        guard !worker.isForgotten else { return }
        let answer = CenterAnswer(number: question.number, status: status, document: document)
        worker.tell(.answer(answer))
    }

    // MARK: What is kept

    /// Notes that it may write to directories that other bundles have too.
    func beginStorageSpan(on worker: Worker) {
        guard disk.beginning == nil else { return }
        let now = context.clock.fileTime
        // What the worker's start has written is its first run's.
        let isFirst = worker.runCount == 0
        let beginning = isFirst ? worker.beginning : now - min(now, Worker.fileClockTick)
        noteWriting(since: beginning)
        context.storage.beginSpan(of: number, bundle, in: worker.storage, from: beginning)
    }

    /// What it can have written, and since when.
    func storageClaim(on worker: Worker) -> StorageLedger.Claim {
        StorageLedger.Claim(
            bundle: bundle,
            runBeginning: disk.beginning,
            workerBeginning: worker.beginning,
            fault: disk.fault
        )
    }
}
