// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import CBelfryPlatform
internal import Glibc

/// A loaded extension at work.
///
/// One thread listens to the host, one runs `did_receive` (of a content extension all that is of the
/// UI thread), one runs `will_expire` and the pressures, one hands over what the notification centre
/// answers, and the main thread is the extension's when it wants it.
@safe
final class Worker: Sendable {
    private let library: ExtensionLibrary
    private let registry: RequestRegistry
    private let center: CenterClient
    /// The session of a content extension.
    private let content: ContentSession?
    private let channel: HostChannel
    private let threads: WorkerThreads
    private let report: LoadReport
    private let requests = WorkQueue<OpenRequest?>()
    private let notices = WorkQueue<Notice>()
    private let isStopped = Semaphore()

    // Used by the control thread alone.
    private nonisolated(unsafe) let completions: CompletionPool

    private struct OpenRequest: Sendable {
        let run: UInt64
        let handle: UInt64
        /// The completion's address: a function pointer is not sendable.
        let completion: UInt
    }

    private enum Notice: Sendable {
        case willExpire(handle: UInt64, grace: UInt64)
        case pressure(used: UInt64, limit: UInt64)
        case cpuPressure(used: UInt64, limit: UInt64)
    }

    init(
        library: ExtensionLibrary,
        registry: RequestRegistry,
        completions: CompletionPool,
        center: CenterClient,
        content: ContentSession?,
        channel: HostChannel,
        threads: WorkerThreads,
        report: LoadReport
    ) {
        self.library = library
        self.registry = registry
        unsafe self.completions = completions
        self.center = center
        self.content = content
        self.channel = channel
        self.threads = threads
        self.report = report
    }

    /// Says that the extension is loaded, puts the threads to work, and gives up the main thread.
    func serve() -> Never {
        // Before the first request can be taken: it would be answered before this is said.
        channel.send(.loaded(report))
        threads.begin([
            .work: { self.runCallbacks() }, .expiry: { self.runNotices() },
            .center: { self.center.runReplies() }, .control: { self.listen() },
        ])
        if let run = unsafe library.mainLoop?.run { unsafe run(library.context) }
        isStopped.wait()
        if let stop = unsafe library.service.stop { unsafe stop(library.context) }
        Self.end()
    }

    private func listen() {
        if content == nil { Rehearsal.answerRequest() }
        let buffer = PacketBuffer(capacity: WorkerEvent.frameLimit)
        while var received = channel.receive(in: buffer) {
            switch received.command {
            case .run(let command): open(command)
            case .willExpire(let run, let grace):
                guard let handle = registry.handle(ofRun: run) else { continue }
                notices.put(.willExpire(handle: handle, grace: grace))
            case .pressure(let used, let limit): notices.put(.pressure(used: used, limit: limit))
            case .cpuPressure(let used, let limit):
                notices.put(.cpuPressure(used: used, limit: limit))
            case .answer(let answer): center.answered(answer)
            case .content(let command): content?.take(command, received.descriptor.take())
            case .stop:
                // Behind what the extension is at: it may end what it began.
                requests.put(nil)
                content?.stop()
            }
        }
        // Closed, by the host's end or by the extension: who is left to hear of it takes it for that.
        _exit(ProcessEnd.brokenSocketStatus)
    }

    private func stop() {
        CrashHandler.noteEnding()
        // With a main loop the main thread never comes back to hear of it.
        if library.mainLoop != nil { Self.end() }
        isStopped.signal()
    }

    private func open(_ command: RunCommand) {
        // The host never sends more requests than it had completions made for.
        guard let completion = unsafe completions.take() else { return }
        let handle = registry.open(command, completion: completion.index)
        let address = unsafe unsafeBitCast(completion.function, to: UInt.self)
        requests.put(OpenRequest(run: command.run, handle: handle, completion: address))
    }

    private func runCallbacks() {
        let thread = ThreadSurroundings()
        let process = ProcessSurroundings()
        if let content, let table = library.content {
            content.run(table) {
                thread.restore()
                process.restore()
            }
        } else {
            runRequests {
                thread.restore()
                process.restore()
            }
        }
        stop()
    }

    private func runRequests(guarding surroundings: () -> Void) {
        Rehearsal.answerRequest()
        while let request = requests.take() {
            guard registry.enter(request.handle) else { continue }
            surroundings()
            CrashHandler.noteBeginning(ofRun: request.run)
            let completion = unsafe unsafeBitCast(request.completion, to: bf_completion?.self)
            unsafe library.service.did_receive(
                library.context,
                bf_request(id: request.handle),
                completion
            )
            registry.leave(request.handle)
        }
    }

    private func runNotices() {
        let thread = ThreadSurroundings()
        while true {
            let notice = notices.take()
            thread.restore()
            switch notice {
            case .willExpire(let handle, let grace):
                guard let willExpire = unsafe library.service.will_expire,
                    registry.enter(handle)
                else { continue }
                unsafe willExpire(library.context, bf_request(id: handle), grace)
                registry.leave(handle)
            case .pressure(let used, let limit):
                guard let pressure = unsafe library.service.pressure else { continue }
                unsafe pressure(library.context, used, limit)
            case .cpuPressure(let used, let limit):
                guard let pressure = unsafe library.service.cpu_pressure else { continue }
                unsafe pressure(library.context, used, limit)
            }
        }
    }

    /// Ends the process without the extension's exit handlers.
    private static func end() -> Never {
        belfry_flush_output()
        _exit(0)
    }
}
