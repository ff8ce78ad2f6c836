// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A browser without a window, spoken to over a pipe in Chromium's DevTools protocol: JSON, a zero
/// byte after each message.
package final class Browser: Sendable {
    private struct State {
        var lastNumber = 0
        var waiting: [Int: CheckedContinuation<JSONObject, any Error>] = [:]
        /// Answers that came before anybody waited for them.
        var early: [Int: JSONObject] = [:]
        /// Who hears what the browser tells of its own accord.
        var hearer: AsyncStream<BrowserEvent>.Continuation?
        /// Why the browser says nothing any more.
        var end: ToolFailure?
    }

    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private let commandLimit: Duration
    private let state = Mutex(State())

    private init(
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        commandLimit: Duration
    ) {
        self.outbound = outbound
        self.commandLimit = commandLimit
    }

    /// Runs a browser for as long as something takes.
    ///
    /// - Parameters:
    ///   - program: Which.
    ///   - environment: What it has in its environment beside this program's.
    ///   - commandLimit: How long it may take to answer a command.
    ///   - body: Meanwhile.
    /// - Returns: What the body returns; the browser has ended then.
    /// - Throws: ``ToolFailure`` for a browser that does not start, and what the body throws.
    package static func run<Result: Sendable>(
        _ program: BrowserProgram,
        environment: [String: String] = [:],
        commandLimit: Duration = .seconds(60),
        _ body: @Sendable (Browser) async throws -> Result
    ) async throws -> Result {
        let start = { @Sendable (process: BrowserProcess) in
            try await process.start(environment)
        }
        return try await run(program, start, commandLimit, body)
    }

    /// Runs a browser in a sandbox for as long as something takes: for pages that others wrote.
    ///
    /// - Parameters:
    ///   - program: Which.
    ///   - seal: What puts the sandbox around it.
    ///   - commandLimit: How long it may take to answer a command.
    ///   - body: Meanwhile.
    /// - Returns: What the body returns; the browser has ended then.
    /// - Throws: ``ToolFailure`` for a browser that does not start, or for which there is no sandbox, and
    ///   what the body throws.
    static func run<Result: Sendable>(
        _ program: BrowserProgram,
        sealedBy seal: BrowserSeal,
        commandLimit: Duration,
        _ body: @Sendable (Browser) async throws -> Result
    ) async throws -> Result {
        let start = { @Sendable (process: BrowserProcess) in
            try await process.start(sealedBy: seal)
        }
        return try await run(program, start, commandLimit, body)
    }

    private static func run<Result: Sendable>(
        _ program: BrowserProgram,
        _ start: @Sendable (BrowserProcess) async throws -> BrowserProcess.Channel,
        _ commandLimit: Duration,
        _ body: @Sendable (Browser) async throws -> Result
    ) async throws -> Result {
        let folder = try BrowserFolder()
        defer { folder.remove() }
        let process = BrowserProcess(program, folder)
        let result: Swift.Result<Result, any Error>
        do {
            let channel = try await start(process)
            result = .success(
                try await channel.executeThenClose { inbound, outbound in
                    let browser = Browser(outbound, commandLimit: commandLimit)
                    return try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { await browser.receive(inbound) }
                        defer { group.cancelAll() }
                        return try await body(browser)
                    }
                }
            )
        } catch {
            result = .failure(error)
        }
        // Who does not want the result any more waits for the end nevertheless.
        await Task { await process.end() }.value
        return try result.get()
    }

    /// Sends a command.
    ///
    /// - Parameters:
    ///   - method: Its name, such as `Page.navigate`.
    ///   - parameters: What it takes.
    ///   - session: The page that it is for; nil for the browser.
    /// - Returns: The answer's result.
    /// - Throws: ``ToolFailure`` with what the browser says, when it has ended, and when it does not
    ///   answer in time.
    @discardableResult
    package func command(
        _ method: String,
        _ parameters: JSONObject = [:],
        session: String? = nil
    ) async throws -> JSONObject {
        let number = state.withLock {
            $0.lastNumber += 1
            return $0.lastNumber
        }
        var message: JSONObject = [
            "id": .number(JSONNumber(number)), "method": .string(method),
            "params": .object(parameters),
        ]
        message["sessionId"] = session.map { .string($0) }
        let bytes = message.serialized() + [0]
        try await outbound.write(ByteBuffer(bytes: bytes))
        let deadline = Task {
            try await Task.sleep(for: commandLimit)
            let failure = ToolFailure(
                "the browser did not answer \(method) within \(commandLimit); "
                    + "try it by hand: chromium --headless about:blank",
                .unavailable
            )
            fail(number, failure)
        }
        defer { deadline.cancel() }
        let object = try await answer(to: number)
        if let fault = object["error"]?.object {
            throw ToolFailure("the browser refused \(method): \(fault)", .software)
        }
        return object["result"]?.object ?? [:]
    }

    /// Hears what the browser tells of its own accord, for as long as something takes.
    ///
    /// What it tells before and afterwards is kept for nobody, nor is what comes far faster than it is
    /// taken.
    ///
    /// - Parameter body: Meanwhile, with what the browser tells; for one hearer at a time.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    func hearing<Result: Sendable>(
        _ body: @Sendable (AsyncStream<BrowserEvent>) async throws -> Result
    ) async throws -> Result {
        let (events, hearer) = AsyncStream.makeStream(
            of: BrowserEvent.self,
            bufferingPolicy: .bufferingOldest(Self.unheardLimit)
        )
        let isOver = state.withLock { state in
            state.hearer = hearer
            return state.end != nil
        }
        if isOver { hearer.finish() }
        defer {
            state.withLock { $0.hearer = nil }
            hearer.finish()
        }
        return try await body(events)
    }

    /// Most that is kept for who hears.
    private static let unheardLimit = 1024

    private func answer(to number: Int) async throws -> JSONObject {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known: Result<JSONObject, any Error>? = state.withLock {
                    if let object = $0.early.removeValue(forKey: number) { return .success(object) }
                    if let end = $0.end { return .failure(end) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    $0.waiting[number] = continuation
                    return nil
                }
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            fail(number, CancellationError())
        }
    }

    /// Has who waits for an answer wait no longer.
    private func fail(_ number: Int, _ error: any Error) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: error)
    }

    /// Hands answers to who waits for them, until the browser ends.
    private func receive(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async {
        var end = Self.ended
        do {
            for try await message in inbound {
                let object = try JSONValue.parse(Array(message.readableBytesView)).object ?? [:]
                guard case .number(let number)? = object["id"], let number = number.int else {
                    if let event = BrowserEvent(object) {
                        state.withLock { $0.hearer }?.yield(event)
                    }
                    continue
                }
                let waiting = state.withLock {
                    let waiting = $0.waiting.removeValue(forKey: number)
                    // Of what was never asked no answer is kept.
                    let isAsked = number > 0 && number <= $0.lastNumber
                    if waiting == nil, isAsked { $0.early[number] = object }
                    return waiting
                }
                waiting?.resume(returning: object)
            }
        } catch {
            // What cannot be read any more is the end too.
            if let failure = error as? ToolFailure { end = failure }
        }
        let failure = end
        let (left, hearer) = state.withLock { state in
            state.end = failure
            defer { state.waiting = [:] }
            return (state.waiting.values, state.hearer)
        }
        hearer?.finish()
        for waiting in left { waiting.resume(throwing: failure) }
    }

    private static let ended = ToolFailure(
        "the browser ended before its work was done; try it by hand: chromium --headless about:blank",
        .unavailable
    )
}

/// What a browser tells of its own accord, such as that a page is loaded.
struct BrowserEvent: Sendable {
    /// Its name, such as `Page.loadEventFired`.
    let method: String

    /// What it tells.
    let parameters: JSONObject

    /// The page that it is about; nil for the browser.
    let session: String?

    fileprivate init?(_ message: JSONObject) {
        guard let method = message["method"]?.string else { return nil }
        self.method = method
        parameters = message["params"]?.object ?? [:]
        session = message["sessionId"]?.string
    }
}
