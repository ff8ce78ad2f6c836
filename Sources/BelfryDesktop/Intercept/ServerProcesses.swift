// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// A bus of its own, and the notification server that was started on it.
///
/// Both die with the thread that has started them, so that nothing of an interceptor that was killed is
/// left. It belongs to that thread.
final class ServerProcesses {
    private let command: String
    private let environment: [String: String]
    private let socket: String
    private var bus: ChildProcess?
    private var server: ChildProcess?

    /// Where the bus is; empty while it does not run.
    private(set) var address = ""

    /// How long the bus may take to begin.
    private static let patience = Duration.seconds(10)

    /// How long what runs may take to end.
    private static let farewell = Duration.seconds(1)

    private static let socketPrefix = "belfry-desktop-"

    init(_ command: String, _ environment: [String: String]) {
        self.command = command
        self.environment = environment
        let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
        let folder = runtime.hasPrefix("/") ? runtime : "/tmp"
        Self.removeLeftovers(in: folder)
        socket = folder + "/" + Self.socketPrefix + "\(getpid())"
    }

    /// Removes sockets of interceptors that were killed.
    private static func removeLeftovers(in folder: String) {
        guard let directory = try? Descriptor.openDirectory(folder),
            let names = try? directory.entryNames(limit: 4096)
        else { return }
        for case let name? in names where name.hasPrefix(socketPrefix) {
            guard let process = Int32(name.dropFirst(socketPrefix.count)), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? directory.unlink(name)
        }
    }

    // MARK: The bus

    /// Starts the bus, and waits until it listens.
    ///
    /// - Throws: ``BusFault`` where it cannot be started.
    func startBus() throws(BusFault) {
        endBus()
        unsafe unlink(socket)
        let wanted = "unix:path=" + BusAddress.escaped(socket)
        do throws(SystemError) {
            let (read, written) = try Descriptor.pipe().split { ($0.release(), $1.release()) }
            let answers = Descriptor(owning: read)
            let end = Descriptor(owning: written)
            bus = try ChildProcess(
                command: [
                    "/usr/bin/env", "dbus-daemon", "--session", "--nofork", "--nopidfile",
                    "--address=\(wanted)", "--print-address=3",
                ],
                environment: variables(bus: nil),
                control: end,
                output: STDERR_FILENO
            )
            // The child's is the only one then: its end ends what is read.
            try end.close()
            address = try Self.line(from: answers)
        } catch {
            throw BusFault(
                "dbus-daemon cannot be started: \(SystemError.sentence(of: error.errno))"
            )
        }
        guard address.hasPrefix("unix:") else {
            endBus()
            throw BusFault(
                "dbus-daemon, on which the server is started, does not start: install dbus"
            )
        }
    }

    private static func line(from pipe: borrowing Descriptor) throws(SystemError) -> String {
        let deadline = MonotonicTime.now + patience
        var bytes: [UInt8] = []
        while !bytes.contains(UInt8(ascii: "\n")), pipe.waitUntilReadable(until: deadline) {
            let chunk = try pipe.read(upTo: 1024)
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    func endBus() {
        guard bus != nil else { return }
        bus = nil
        address = ""
        unsafe unlink(socket)
    }

    // MARK: The server

    /// Starts the server on the bus.
    ///
    /// - Throws: ``BusFault`` where it cannot be started.
    func startServer() throws(BusFault) {
        endServer()
        do throws(SystemError) {
            server = try ChildProcess(
                command: ["/bin/sh", "-c", "exec " + command],
                environment: variables(bus: address),
                output: STDERR_FILENO
            )
        } catch {
            throw BusFault("the server cannot be started: \(SystemError.sentence(of: error.errno))")
        }
    }

    /// Whether the process that was started has ended; servers may go on in another one.
    var hasServerEnded: Bool { server?.reap() ?? true }

    /// Readable once the server's process has ended; -1 where none runs.
    var serverNumber: Int32 { server?.pidfd.raw ?? -1 }

    /// Ends the server, which has a moment for it.
    func endServer() {
        guard server != nil else { return }
        if let pidfd = server?.pidfd.raw {
            let borrowed = Descriptor(owning: pidfd)
            borrowed.signalProcess(SIGTERM)
            _ = borrowed.waitUntilReadable(until: .now + Self.farewell)
            _ = borrowed.release()
        }
        server = nil
    }

    private func variables(bus: String?) -> [String] {
        var variables = environment
        for name in ["DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE"] { variables[name] = nil }
        variables["DBUS_SESSION_BUS_ADDRESS"] = bus
        return variables.map { "\($0.key)=\($0.value)" }
    }
}
