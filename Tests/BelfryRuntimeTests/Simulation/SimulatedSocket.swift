// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import Glibc

@testable import BelfryRuntime

/// A run socket without a kernel.
final class SimulatedSocket: RunSocket {
    /// What the worker has said and the host has not read.
    var readings: [RunSocketReading] = []

    /// The runs that the host has sent and the worker has not answered.
    var requests: [UInt64] = []

    /// The callbacks that it was asked for and has not returned from, and the responses that it has not
    /// answered.
    var callbacks: [UInt64] = []
    var responses: [UInt64] = []

    /// The runs whose extensions were told that their time ends.
    var expiring: Set<UInt64> = []
    var isClosed = false
    var isToldToStop = false

    /// Whether the worker has ended with a command unread, which the kernel tells once.
    var isReset = false
    private var handler: (() -> Void)?

    func send(_ command: WorkerCommand, passing descriptors: [Int32]) throws(SystemError) {
        guard !isClosed else { throw SystemError(call: "sendmsg", errno: EPIPE) }
        switch command {
        case .run(let command): requests.append(command.run)
        case .willExpire(let run, _): expiring.insert(run)
        case .stop, .content(.close): isToldToStop = true
        case .content(.open(let opening)): callbacks.append(opening.callback)
        case .content(.receive(let callback, _, _)): callbacks.append(callback)
        case .content(.respond(let callback, let response)):
            callbacks.append(callback)
            responses.append(response.number)
        default: break
        }
    }

    func receive() throws(SystemError) -> RunSocketReading {
        if isReset {
            isReset = false
            throw SystemError(call: "recvmsg", errno: ECONNRESET)
        }
        if !readings.isEmpty { return readings.removeFirst() }
        if isClosed { return .closed }
        throw SystemError(call: "recvmsg", errno: EAGAIN)
    }

    func watch(_ handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
    }

    func unwatch() {
        handler = nil
    }

    var isWatched: Bool { handler != nil }

    /// Has the host look, as the kernel does while there is something to be read.
    func notify() {
        if !readings.isEmpty || isClosed { handler?() }
    }
}
