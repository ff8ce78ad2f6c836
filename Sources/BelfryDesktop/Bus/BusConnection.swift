// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CSystemd
internal import Glibc

/// Owns a connection to a bus (man 3 sd_bus_new).
///
/// It belongs to one thread, and no call of it waits.
@safe
struct BusConnection: ~Copyable {
    /// Where a call goes.
    struct Target {
        let destination: String
        let path: String
        let interface: String

        /// The bus itself.
        static let bus = Target(
            destination: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus"
        )

        /// The notification server of a name.
        static func server(_ name: String) -> Target {
            Target(
                destination: name,
                path: "/org/freedesktop/Notifications",
                interface: "org.freedesktop.Notifications"
            )
        }
    }

    private let bus: OpaquePointer

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - address: Where the bus is.
    ///   - isMonitor: Whether it is to become a monitor, which answers nothing by itself.
    /// - Throws: SystemError where nothing listens there.
    init(to address: String, isMonitor: Bool = false) throws(SystemError) {
        var made: OpaquePointer?
        try check("sd_bus_new") { unsafe sd_bus_new(&made) }
        guard let made = unsafe made else { throw SystemError(call: "sd_bus_new", errno: ENOMEM) }
        do throws(SystemError) {
            try check("sd_bus_set_address") { unsafe sd_bus_set_address(made, address) }
            try check("sd_bus_set_monitor") {
                unsafe sd_bus_set_monitor(made, isMonitor ? 1 : 0)
            }
            try check("sd_bus_set_bus_client") { unsafe sd_bus_set_bus_client(made, 1) }
            try check("sd_bus_start") { unsafe sd_bus_start(made) }
        } catch {
            unsafe sd_bus_unref(made)
            throw error
        }
        unsafe bus = made
    }

    deinit {
        // What was not sent so far is not waited for.
        unsafe sd_bus_close(bus)
        unsafe sd_bus_unref(bus)
    }

    /// Sends a call.
    ///
    /// - Parameters:
    ///   - member: The method.
    ///   - target: Where it is.
    ///   - starts: Whether the bus may start a program that answers.
    ///   - arguments: Writes the arguments.
    /// - Returns: The cookie that the answer has.
    /// - Throws: SystemError for arguments that the bus does not take, and a connection that is gone.
    borrowing func call(
        _ member: String,
        of target: Target,
        starts: Bool = false,
        _ arguments: (borrowing BusMessage) throws(SystemError) -> Void = { _ in }
    ) throws(SystemError) -> UInt64 {
        let message = try makeCall(member, of: target, starts: starts)
        try arguments(message)
        return try send(message)
    }

    /// Makes a call without arguments, which is not sent yet.
    ///
    /// - Parameters:
    ///   - member: The method.
    ///   - target: Where it is.
    ///   - starts: Whether the bus may start a program that answers.
    /// - Returns: The call.
    /// - Throws: SystemError for names that the bus does not take.
    borrowing func makeCall(
        _ member: String,
        of target: Target,
        starts: Bool = false
    ) throws(SystemError) -> BusMessage {
        let bus = unsafe bus
        var made: OpaquePointer?
        try check("sd_bus_message_new_method_call") {
            unsafe sd_bus_message_new_method_call(
                bus,
                &made,
                target.destination,
                target.path,
                target.interface.isEmpty ? nil : target.interface,
                member
            )
        }
        guard let made = unsafe made else {
            throw SystemError(call: "sd_bus_message_new_method_call", errno: ENOMEM)
        }
        let message = unsafe BusMessage(owning: made)
        try check("sd_bus_message_set_auto_start") {
            unsafe sd_bus_message_set_auto_start(made, starts ? 1 : 0)
        }
        return message
    }

    /// Makes a signal without arguments, which is not sent yet.
    ///
    /// - Parameters:
    ///   - member: Its name.
    ///   - path: The object that it is about.
    ///   - interface: Its interface.
    ///   - destination: The connection that it goes to; nil for all that listen.
    /// - Returns: The signal.
    /// - Throws: SystemError for names that the bus does not take.
    borrowing func makeSignal(
        _ member: String,
        path: String,
        interface: String,
        to destination: String? = nil
    ) throws(SystemError) -> BusMessage {
        let bus = unsafe bus
        var made: OpaquePointer?
        try check("sd_bus_message_new_signal") {
            unsafe sd_bus_message_new_signal(bus, &made, path, interface, member)
        }
        guard let made = unsafe made else {
            throw SystemError(call: "sd_bus_message_new_signal", errno: ENOMEM)
        }
        let message = unsafe BusMessage(owning: made)
        if let destination {
            try check("sd_bus_message_set_destination") {
                unsafe sd_bus_message_set_destination(made, destination)
            }
        }
        return message
    }

    /// Sends a message.
    ///
    /// - Parameter message: A call, an answer or a signal.
    /// - Returns: The cookie that an answer has.
    /// - Throws: SystemError for what the bus does not take, and a connection that is gone.
    @discardableResult
    borrowing func send(_ message: borrowing BusMessage) throws(SystemError) -> UInt64 {
        let (bus, raw) = unsafe (bus, message.raw)
        var cookie: UInt64 = 0
        try check("sd_bus_send") { unsafe sd_bus_send(bus, raw, &cookie) }
        return cookie
    }

    /// What a call that was waited for has come to.
    enum Answer: ~Copyable {
        case message(BusMessage)
        case refusal(BusRefusal)
    }

    /// Makes a call and waits for its answer (man 3 sd_bus_call); what else comes is kept for process().
    ///
    /// - Parameters:
    ///   - member: The method.
    ///   - target: Where it is.
    ///   - patience: How long the answer may take.
    ///   - arguments: Writes the arguments.
    /// - Returns: The answer or the refusal.
    /// - Throws: SystemError for a connection that is gone.
    borrowing func ask(
        _ member: String,
        of target: Target,
        within patience: Duration,
        _ arguments: (borrowing BusMessage) throws(SystemError) -> Void = { _ in }
    ) throws(SystemError) -> Answer {
        let message = try makeCall(member, of: target)
        try arguments(message)
        let (bus, raw) = unsafe (bus, message.raw)
        var error = unsafe sd_bus_error()
        defer { unsafe sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        let microseconds = UInt64(clamping: patience.nanoseconds / 1_000)
        let result = unsafe sd_bus_call(bus, raw, microseconds, &error, &reply)
        if let reply = unsafe reply { return unsafe .message(BusMessage(owning: reply)) }
        if unsafe sd_bus_error_is_set(&error) > 0 {
            return unsafe .refusal(
                BusRefusal(
                    name: BusMessage.text(error.name),
                    text: BusMessage.text(error.message)
                )
            )
        }
        throw SystemError(call: "sd_bus_call", errno: result < 0 ? -result : EIO)
    }

    /// The name that the bus has given this connection; waits for it (man 3 sd_bus_get_unique_name).
    ///
    /// - Returns: The name.
    /// - Throws: SystemError for a connection that is gone.
    borrowing func uniqueName() throws(SystemError) -> String {
        let bus = unsafe bus
        var name: UnsafePointer<CChar>?
        try check("sd_bus_get_unique_name") { unsafe sd_bus_get_unique_name(bus, &name) }
        return unsafe BusMessage.text(name)
    }

    /// Waits until what was sent has gone to the bus, or the connection is gone.
    borrowing func flush() {
        unsafe sd_bus_flush(bus)
    }

    /// What became of a look at the connection.
    enum Progress: ~Copyable {
        case idle
        case worked
        case message(BusMessage)
    }

    /// Does a step of what is to be done: writes, reads, or takes one message.
    ///
    /// - Returns: What was done.
    /// - Throws: SystemError once the connection is gone.
    borrowing func process() throws(SystemError) -> Progress {
        let bus = unsafe bus
        var received: OpaquePointer?
        let result = try check("sd_bus_process") { unsafe sd_bus_process(bus, &received) }
        if let received = unsafe received { return unsafe .message(BusMessage(owning: received)) }
        return result > 0 ? .worked : .idle
    }

    /// Waits until there is something to do, another descriptor is readable, or a time has come
    /// (man 3 sd_bus_get_fd).
    ///
    /// - Parameters:
    ///   - other: The other descriptor.
    ///   - deadline: The time; nil for none.
    /// - Throws: SystemError once the connection is gone.
    borrowing func wait(_ other: Int32, until deadline: MonotonicTime?) throws(SystemError) {
        Self.wait([try interest()], [other], until: deadline)
    }

    /// What a connection waits for.
    struct Interest {
        fileprivate let polled: pollfd

        /// When it has something to do all the same, in microseconds of CLOCK_MONOTONIC.
        fileprivate let timeout: UInt64
    }

    /// What this connection waits for now.
    ///
    /// - Returns: It, until the next step of the connection.
    /// - Throws: SystemError once the connection is gone.
    borrowing func interest() throws(SystemError) -> Interest {
        let bus = unsafe bus
        let descriptor = try check("sd_bus_get_fd") { unsafe sd_bus_get_fd(bus) }
        let events = try check("sd_bus_get_events") { unsafe sd_bus_get_events(bus) }
        var timeout: UInt64 = .max
        try check("sd_bus_get_timeout") { unsafe sd_bus_get_timeout(bus, &timeout) }
        let polled = pollfd(
            fd: descriptor,
            events: Int16(truncatingIfNeeded: events),
            revents: 0
        )
        return Interest(polled: polled, timeout: timeout)
    }

    /// Waits until one of several connections has something to do, another descriptor is readable, or a
    /// time has come.
    static func wait(_ interests: [Interest], _ others: [Int32], until deadline: MonotonicTime?) {
        var left: Int64 = .max
        if let deadline { left = max(0, (deadline - .now).nanoseconds) / 1_000_000 + 1 }
        for interest in interests where interest.timeout != .max {
            let now = MonotonicTime.now.nanoseconds / 1_000
            let timeout = interest.timeout
            left = min(left, timeout > now ? Int64(clamping: (timeout - now) / 1_000) + 1 : 0)
        }
        var polled = interests.map(\.polled)
        polled += others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        unsafe poll(&polled, nfds_t(polled.count), left == .max ? -1 : Int32(clamping: left))
    }
}
