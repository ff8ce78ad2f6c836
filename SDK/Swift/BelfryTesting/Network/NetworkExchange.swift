// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryTesting
internal import Foundation
internal import Synchronization

/// The requests and answers of one delivery.
final class NetworkExchange: Sendable {
    private struct State {
        var isOver = false
        var requests: [CannedNetwork.Request] = []
        var unexpected: [CannedNetwork.Request] = []
        var held: [LoopbackServer.Connection] = []
        var awaited: [String: Signal] = [:]
    }

    private let network: CannedNetwork
    private let heard: Signal
    private let number: Int
    private let server: LoopbackServer
    private let state = Mutex(State())

    /// Takes over the process's requests.
    ///
    /// - Parameters:
    ///   - network: What answers them.
    ///   - heard: Fires with the first one.
    /// - Throws: ``ServiceExtensionHarness/NetworkUnavailable``.
    init(_ network: CannedNetwork, heard: Signal) throws {
        self.network = network
        self.heard = heard
        server = try LoopbackServer.shared.get()
        number = server.nextNumber()
        server.add(self, number)
        guard unsafe bf_testing_redirect("http://127.0.0.1:\(server.port)/\(number)/") == 0 else {
            server.remove(number)
            throw ServiceExtensionHarness.NetworkUnavailable(
                description: "FoundationNetworking does not call libcurl as Swift 6.3's does, so "
                    + "that its requests cannot be answered; use SandboxedRun"
            )
        }
    }

    /// Every request so far.
    var requests: [CannedNetwork.Request] { state.withLock(\.requests) }

    /// Those that there was no answer to.
    var unexpected: [CannedNetwork.Request] { state.withLock(\.unexpected) }

    /// Waits until a URL has been asked for.
    func waitForRequest(of url: String) async {
        let signal = state.withLock { state in
            let signal = state.awaited[url] ?? Signal()
            state.awaited[url] = signal
            if state.requests.contains(where: { $0.url == url }) { signal.fire() }
            return signal
        }
        await signal.wait()
    }

    /// Answers a request, on the connection's thread.
    func answer(_ request: CannedNetwork.Request, on connection: LoopbackServer.Connection) {
        let answer = network(request)
        let (isOver, signal) = state.withLock { state in
            guard !state.isOver else { return (true, Signal?.none) }
            state.requests.append(request)
            if answer == nil { state.unexpected.append(request) }
            if case .held = answer?.kind { state.held.append(connection) }
            return (false, state.awaited[request.url])
        }
        if isOver { return connection.close() }
        switch answer?.kind {
        case .held: break
        case .connectionLost: connection.close()
        case .file(let url, let type): connection.send(file: url, type: type)
        case .response(let status, let headers, let body):
            connection.send(status: status, headers: headers, body: body)
        case nil: connection.send(status: 501, headers: [:], body: Data())
        }
        signal?.fire()
        heard.fire()
    }

    /// Gives the process its network back; again does nothing.
    func end() {
        let held = state.withLock { state -> [LoopbackServer.Connection]? in
            guard !state.isOver else { return nil }
            state.isOver = true
            defer { state.held = [] }
            return state.held
        }
        guard let held else { return }
        _ = bf_testing_redirect(nil)
        server.remove(number)
        for connection in held { connection.close() }
    }
}
