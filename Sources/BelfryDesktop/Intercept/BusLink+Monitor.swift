// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

extension BusLink {
    /// Becomes a monitor: from then on nothing may be sent here, and what matches is read.
    ///
    /// - Parameter rules: What is read, as match rules.
    /// - Returns: Why the bus does not allow it; nil where it does.
    /// - Throws: ``SystemError`` for a connection that is gone.
    func becomeMonitor(_ rules: [String]) throws(SystemError) -> BusRefusal? {
        let target = BusConnection.Target(
            destination: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus.Monitoring"
        )
        switch try connection.ask(
            "BecomeMonitor",
            of: target,
            within: Self.patience,
            { message throws(SystemError) in
                try message.append("a", of: "s") { () throws(SystemError) in
                    for rule in rules { try message.append(rule) }
                }
                try message.append(UInt32(0))
            }
        ) {
        case .message: return nil
        case .refusal(let refusal): return refusal
        }
    }
}
