// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What the bus itself is asked, and waited for: names and their owners (D-Bus Specification, "Message
/// Bus Messages").
extension BusLink {
    /// How long the bus itself may take.
    static let patience = Duration.seconds(25)

    private func ask(
        _ member: String,
        _ arguments: (borrowing BusMessage) throws(SystemError) -> Void = { _ in }
    ) throws(SystemError) -> BusConnection.Answer {
        try connection.ask(member, of: .bus, within: Self.patience, arguments)
    }

    /// Who has a name; nil for nobody.
    func owner(of name: String) throws(SystemError) -> String? {
        switch try ask("GetNameOwner", { message throws(SystemError) in try message.append(name) })
        {
        case .message(let message): message.readText()
        case .refusal: nil
        }
    }

    /// Has the bus start the service of a name, unless a program has the name already.
    ///
    /// - Returns: Why the name has no owner; nil where it has one.
    func startOwner(of name: String) throws(SystemError) -> BusFault? {
        if try owner(of: name) != nil { return nil }
        switch try ask(
            "StartServiceByName",
            { message throws(SystemError) in
                try message.append(name)
                try message.append(UInt32(0))
            }
        ) {
        case .message: break
        case .refusal(let refusal): return refusal.absence
        }
        guard try owner(of: name) == nil else { return nil }
        return BusFault("the notification server that the bus has started has no name")
    }

    /// Takes a name from one that lets it be taken; it is not let go again until it is released.
    ///
    /// - Returns: Whether it is ours.
    func claim(_ name: String) throws(SystemError) -> Bool {
        // The bus gives it back to whom it was taken from; and it is not waited for.
        let flags: UInt32 = 2 | 4
        switch try ask(
            "RequestName",
            { message throws(SystemError) in
                try message.append(name)
                try message.append(flags)
            }
        ) {
        case .message(let message): return message.readNumber() == 1
        case .refusal: return false
        }
    }

    /// Whether the bus starts who is to have a name.
    func isActivatable(_ name: String) throws(SystemError) -> Bool {
        guard case .message(let message) = try ask("ListActivatableNames") else { return false }
        return message.readTexts(limit: 65_536)?.contains(name) ?? false
    }

    /// The program behind a connection, for people.
    func program(of owner: String) throws(SystemError) -> String {
        guard
            case .message(let message) = try ask(
                "GetConnectionUnixProcessID",
                { message throws(SystemError) in try message.append(owner) }
            ), let process = message.readNumber()
        else { return "another program" }
        let bytes = try? Descriptor.open("/proc/\(process)/comm", O_RDONLY).read(upTo: 64)
        let name = String(decoding: bytes ?? [], as: UTF8.self).fitForBus(byteLimit: 64)
        let words = name.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? "process \(process)" : "\(words) (process \(process))"
    }
}
