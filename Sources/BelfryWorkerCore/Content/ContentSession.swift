// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry

/// A content extension at work, from the first notification to the last callback.
///
/// The control thread puts in what the host says; the UI thread takes it out, one callback at a time,
/// and shows what has changed after each. What changes at other times is shown by the UI thread too,
/// once it has nothing better to do, 60 times a second at most.
final class ContentSession: Sendable {
    let views: ViewRegistry
    let presentation: Presentation

    /// A completion for each response: a function is never used twice, so that a late call can never
    /// answer another response.
    private let completions: Trampolines

    private let frames: FrameSender
    private let send: @Sendable (WorkerEvent) -> Void
    private let items = WorkQueue<Item>()

    /// What the UI thread is to do.
    private enum Item: Sendable {
        /// The session goes on with this.
        case command(ContentCommand)
        /// The user did this; a callback's number for each time that it stands for.
        case event(callbacks: [UInt64], view: UInt32, ViewEvent, ControlValue)
        /// Something has changed outside callbacks.
        case changed
        case stop
    }

    /// How many responses a session can have.
    static let responseCount = 1024

    /// The least time from one frame to the next outside callbacks.
    private static let frameInterval = Duration.nanoseconds(16_666_667)

    /// Makes a session; to be called while executable memory can still be made.
    ///
    /// - Parameters:
    ///   - requests: Where notifications get their handles.
    ///   - responseCount: How many responses there can be.
    ///   - send: The way to the host.
    /// - Throws: ``SystemError`` when libffi gets no executable memory.
    init(
        requests: RequestRegistry,
        responseCount: Int = ContentSession.responseCount,
        send: @escaping @Sendable (WorkerEvent) -> Void
    ) throws(SystemError) {
        self.send = send
        let items = items
        views = ViewRegistry(send: send) { items.put(.changed) }
        let frames = FrameSender(views: views, send: send)
        self.frames = frames
        let presentation = Presentation(requests: requests) { frames.sendInOrder($0) }
        self.presentation = presentation
        completions = try Trampolines(count: responseCount, taking: .uint32) { index, option in
            presentation.responses.answer(
                completion: index,
                UInt32(truncatingIfNeeded: option)
            )
        }
    }

    // MARK: On the control thread

    /// Takes what the host says, with the descriptor that came along.
    func take(_ command: ContentCommand, _ descriptor: consuming Descriptor?) {
        switch command {
        case .access(let number, let isGranted):
            presentation.access.answered(number, isGranted ? descriptor : nil)
        case .event(let callback, let view, .valueChanged, let value):
            items.put(.event(callbacks: [callback], view: view, .valueChanged, value)) { last in
                // Behind a slow handler only the newest value of a control counts.
                guard case .event(let waiting, view, .valueChanged, _) = last else { return nil }
                return .event(
                    callbacks: waiting + [callback],
                    view: view,
                    .valueChanged,
                    value
                )
            }
        case .event(let callback, let view, let event, let value):
            items.put(.event(callbacks: [callback], view: view, event, value))
        default: items.put(.command(command))
        }
    }

    /// Ends ``run(_:_:)`` behind what the extension is at.
    func stop() {
        items.put(.stop)
    }

    // MARK: On the UI thread

    /// Calls the extension until it is to stop.
    func run(_ table: ContentTable, guarding surroundings: () -> Void) {
        var due: MonotonicTime?
        var lastShown: MonotonicTime?
        while true {
            guard let item = items.take(until: due) else {
                due = nil
                lastShown = .now
                frames.show()
                continue
            }
            switch item {
            case .stop: return
            case .changed:
                guard due == nil, views.hasNews else { continue }
                due = lastShown.map { max(.now, $0 + Self.frameInterval) } ?? .now
            case .command(let command):
                surroundings()
                views.beginCallback()
                let callback = call(table, command)
                finish([callback])
                if case .close = command { close() }
            case .event(let callbacks, let view, let event, let value):
                surroundings()
                views.beginCallback()
                views.happened(event, to: view, value)?.make()
                finish(callbacks)
            }
        }
    }

    /// Shows what a callback has changed, and tells that it has returned.
    private func finish(_ callbacks: [UInt64]) {
        frames.show()
        for callback in callbacks { send(.content(.returned(callback: callback))) }
    }

    private func close() {
        views.close()
        presentation.close()
    }

    /// Makes the calls of a command; its callback's number.
    private func call(_ table: ContentTable, _ command: ContentCommand) -> UInt64 {
        switch command {
        case .open(let opening):
            views.open(width: opening.width, height: opening.height)
            presentation.open(actions: opening.actions)
            table.load()
            table.didReceive(presentation.add(opening.notification))
            return opening.callback
        case .receive(let callback, let notification, let actions):
            if let actions { presentation.show(actions: actions) }
            table.didReceive(presentation.add(notification))
            return callback
        case .respond(let callback, let response):
            respond(table, response)
            return callback
        case .media(let callback, let isPlay):
            table.media(isPlay: isPlay)
            return callback
        case .close(let callback):
            table.stop()
            return callback
        case .event(let callback, _, _, _), .access(let callback, _):
            return callback
        }
    }

    private func respond(_ table: ContentTable, _ response: ContentResponse) {
        guard table.abilities.contains(.answersResponses) else {
            let forward = ResponseRegistry.lastOption
            return send(.content(.answered(response: response.number, option: forward)))
        }
        let index = presentation.responses.count
        guard completions.addresses.indices.contains(index) else {
            let count = completions.addresses.count
            let text = "no more than \(count) responses a session: this one is without effect"
            send(.log(level: 2, text: text))
            return send(.content(.answered(response: response.number, option: 0)))
        }
        let notification = presentation.handle(of: response.notification)
        let opened = presentation.responses.open(response, notification: notification)
        table.didReceive(response: opened.handle, completion: completions.addresses[index])
        presentation.responses.returned(opened.handle)
    }
}
