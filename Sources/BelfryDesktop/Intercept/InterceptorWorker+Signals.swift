// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Signals of the real server, handed on to programs.
extension InterceptorWorker {
    /// Signals of the server's whose first word is the number of a notification.
    private static let numbered: Set<String> = [
        "NotificationClosed", "ActionInvoked", "NotificationReplied", "ActivationToken",
    ]

    /// Most signals that are kept for the answer that tells of their number.
    private static let earlyLimit = 64

    /// Hands a signal on: to all where it came to all, else to the program that it is for.
    func pass(
        _ held: HeldMessage,
        _ interface: String,
        _ member: String,
        _ bus: BusLink
    ) throws(SystemError) {
        held.message.rewind()
        let isNumbered =
            interface == RealServer.standardName && Self.numbered.contains(member)
            && held.message.signature.hasPrefix("u")
        guard isNumbered, let number = held.message.readNumber() else {
            // One that is for us alone is about nobody's notification.
            guard held.message.destination.isEmpty else { return }
            let signal = try bus.connection.makeSignal(
                member,
                path: held.message.path,
                interface: interface
            )
            try held.message.copyRest(to: signal)
            try bus.connection.send(signal)
            return
        }
        let told = numbers.program(number)
        let caller = callers[told]
        // A server may close a notification before it has answered for it.
        if caller == nil, awaitsAnswer, earlySignals.count < Self.earlyLimit {
            return earlySignals.append(held)
        }
        if member == "ActionInvoked", let button = button(told, held) {
            return interceptor.say(.pressed(button))
        }
        let isForAll = held.message.destination.isEmpty
        guard isForAll || caller != nil else { return }
        let signal = try bus.connection.makeSignal(
            member,
            path: held.message.path,
            interface: interface,
            to: isForAll ? nil : caller
        )
        try signal.append(told)
        try held.message.copyRest(to: signal)
        try bus.connection.send(signal)
        if member == "NotificationClosed" {
            callers.forget(told)
            buttons.forget(told)
            numbers.close(number)
        }
    }

    /// The button that a signal is about; nil for one of the program's own.
    ///
    /// The message stands after its number again.
    private func button(_ number: UInt32, _ held: HeldMessage) -> PressedButton? {
        defer {
            held.message.rewind()
            _ = held.message.readNumber()
        }
        return held.message.readText().flatMap { buttons.button(number, $0) }
    }

    /// Looks again at the signals that came before the answers that they belong to.
    func passEarlySignals(_ bus: BusLink) throws(SystemError) {
        let early = earlySignals
        earlySignals = []
        for held in early {
            guard case .signal(let interface, let member) = held.message.kind else { continue }
            try pass(held, interface, member, bus)
        }
    }

    private var awaitsAnswer: Bool {
        pending.values.contains { if case .ordered = $0 { true } else { false } }
    }
}
