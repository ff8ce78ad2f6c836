// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import NIOCore
internal import NIOPosix

extension EgressExchange {
    /// Most addresses of one host that are tried.
    private static let attemptLimit = 4

    /// Decides on an endpoint and connects to it.
    ///
    /// - Parameters:
    ///   - endpoint: Where the request wants to go.
    ///   - decision: Gets the verdict and the address.
    /// - Returns: The connection, guarded by the exchange's watchdog.
    /// - Throws: ``Refusal`` when policy forbids it or nothing answers there.
    func dial(
        _ endpoint: Endpoint,
        noting decision: inout EgressDecision
    ) async throws(Refusal) -> PulledChannel {
        let (policy, route) = (context.policy, context.route)
        let admission = try policy.admit(endpoint)
        if admission == .learned { decision.isLearned = true }
        let addresses = try await addresses(of: endpoint.host)
        try policy.vet(addresses, for: endpoint)
        let tried = addresses.prefix(Self.attemptLimit)
        try policy.vet(tried, for: endpoint, admitted: admission, along: route)
        decision.isAllowed = true
        let origin = try await connect(toFirstOf: tried, at: endpoint, noting: &decision)
        do throws(Refusal) {
            let (local, remote) = (origin.local, origin.remote)
            try policy.vet(
                connectionFrom: local,
                to: remote,
                for: endpoint,
                admitted: admission
            )
        } catch {
            decision.isAllowed = false
            origin.abort()
            throw error
        }
        watchdog.noteMove()
        return origin
    }

    private func connect(
        toFirstOf addresses: ArraySlice<IPAddress>,
        at endpoint: Endpoint,
        noting decision: inout EgressDecision
    ) async throws(Refusal) -> PulledChannel {
        var sentence = ""
        for address in addresses {
            if let cause = watchdog.cause { throw cause }
            decision.address = address.description
            do {
                return try await connect(to: address, port: endpoint.port)
            } catch {
                sentence = Self.sentence(of: error)
            }
        }
        throw Refusal(.connectFailed, "\(endpoint.host) cannot be connected to: \(sentence)")
    }

    private func addresses(of host: RemoteHost) async throws(Refusal) -> [IPAddress] {
        guard case .name(let name) = host else {
            return if case .address(let address) = host { [address] } else { [] }
        }
        let answer = client.loop.makePromise(of: [IPAddress].self)
        let timeout = Refusal(
            .lookupTimedOut,
            "looking up \(name) took longer than \(context.limits.lookupTime)"
        )
        let timer = client.loop.scheduleTask(in: TimeAmount(context.limits.lookupTime)) {
            answer.fail(timeout)
        }
        watchdog.protect { answer.fail(timeout) }
        context.resolver.addresses(of: name, on: client.loop).cascade(to: answer)
        defer { timer.cancel() }
        do {
            return try await answer.futureResult.get()
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            let sentence = (error as? LookupFailure)?.sentence ?? "the lookup failed"
            throw Refusal(.unresolvable, "\(name) has no address: \(sentence)")
        }
    }

    private func connect(to address: IPAddress, port: UInt16) async throws -> PulledChannel {
        let watchdog = watchdog
        let bootstrap = ClientBootstrap(group: client.loop)
            .connectTimeout(TimeAmount(context.limits.connectTime))
        let target = try context.target(address, port)
        return try await bootstrap.connect(to: target) { channel in
            PulledChannel.options.applyAllChannelOptions(to: channel).flatMapThrowing {
                let origin = try PulledChannel(channel, to: .origin)
                watchdog.protect { origin.abort() }
                return origin
            }
        }
    }

    private static func sentence(of error: any Error) -> String {
        switch error {
        case let error as IOError: SystemError.sentence(of: error.errnoCode)
        case ChannelError.connectTimeout: "no answer in time"
        default: "the connection was not made"
        }
    }
}
