// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import BelfrySandbox
internal import BelfryWire
internal import CBelfryPlatform
internal import Glibc

/// A sandboxed template process with one thread, its runtime preloaded, that forks workers.
///
/// It never runs extension code: between a fork and the seal a worker runs ours alone, and the
/// nursery itself only waits, forks and tells the host how each worker ended.
package struct Nursery: ~Copyable {
    private let control: Descriptor
    private let readablePaths: [String]
    private var filters = FilterSet()
    private var workers: [Child] = []

    private struct Child {
        let worker: UInt64
        let pidfd: Int32
    }

    /// Runs a nursery in this process until the host closes the control socket.
    ///
    /// - Parameter control: The control socket, a SOCK_SEQPACKET one.
    /// - Returns: The process's exit status (man 3 sysexits).
    package static func run(control: consuming Descriptor) -> Int32 {
        guard let packet = try? control.receivePacket(capacity: WorkerEvent.frameLimit),
            case .configure(let configuration)? = try? NurseryCommand(frame: packet.bytes)
        else { return EX_USAGE }
        Privileges.setName("belfry-nursery")
        var nursery = Nursery(control: control, readablePaths: configuration.readablePaths)
        do throws(SystemError) {
            let setup = try NurserySetup.run(configuration)
            let ready = NurseryEvent.ready(setup.layers)
            try nursery.control.sendPacket(ready.frame, passing: [setup.listener.raw])
            // Before the first fork: whoever holds it could let forbidden calls pass.
            try setup.listener.close()
            return try nursery.serve()
        } catch {
            try? nursery.control.sendPacket(NurseryEvent.failed(error.description).frame)
            return EX_OSERR
        }
    }

    private init(control: consuming Descriptor, readablePaths: [String]) {
        self.control = control
        self.readablePaths = readablePaths
    }

    private mutating func serve() throws(SystemError) -> Int32 {
        while true {
            var polled = [pollfd(fd: control.raw, events: Int16(POLLIN), revents: 0)]
            polled += workers.map { pollfd(fd: $0.pidfd, events: Int16(POLLIN), revents: 0) }
            try checked("poll") { unsafe poll(&polled, nfds_t(polled.count), -1) }
            for entry in polled.dropFirst() where entry.revents != 0 { try reap(entry.fd) }
            guard polled[0].revents != 0 else { continue }
            guard var packet = try control.receivePacket(capacity: WorkerEvent.frameLimit) else {
                return 0
            }
            guard case .spawn(let specification) = try? NurseryCommand(frame: packet.bytes),
                let runSocket = packet.descriptors.takeFirst(),
                let library = packet.descriptors.takeFirst(),
                let output = packet.descriptors.takeFirst()
            else { return EX_PROTOCOL }
            let numbers = [runSocket.release(), library.release(), output.release()]
            defer { for number in numbers { Glibc.close(number) } }
            try spawn(specification, numbers)
        }
    }

    /// Forks a worker; in the worker it does not return.
    ///
    /// - Parameters:
    ///   - specification: What the worker loads and what it may.
    ///   - numbers: The run socket, the library and the output, the caller's to close.
    /// - Throws: ``SystemError`` when the host is gone; a failed fork is told to the host instead.
    private mutating func spawn(
        _ specification: WorkerSpecification,
        _ numbers: [Int32]
    ) throws(SystemError) {
        let worker = specification.worker
        do throws(SystemError) {
            let listener = specification.hasNetwork ? try listen() : nil
            defer { if let listener { Glibc.close(listener.socket) } }
            let inheritance = WorkerInheritance(
                specification: specification,
                filters: try filters.pair(hasNetwork: specification.hasNetwork),
                readablePaths: readablePaths,
                proxyPort: listener?.port,
                runSocket: numbers[0],
                library: numbers[1],
                output: numbers[2]
            )
            let process = try checked("fork") { belfry_fork() }
            if process == 0 { WorkerProcess.run(inheritance) }
            let pidfd = try Self.hold(process)
            workers.append(Child(worker: worker, pidfd: pidfd))
            let passed = listener.map { [pidfd, $0.socket] } ?? [pidfd]
            try control.sendPacket(NurseryEvent.spawned(worker: worker).frame, passing: passed)
        } catch {
            let event = NurseryEvent.spawnFailed(worker: worker, message: error.description)
            try control.sendPacket(event.frame)
        }
    }

    /// Opens a fresh child's pidfd; a child that nobody could wait for is not let live.
    private static func hold(_ process: Int32) throws(SystemError) -> Int32 {
        do throws(SystemError) {
            return try checked("pidfd_open") { belfry_pidfd_open(process) }
        } catch {
            kill(process, SIGKILL)
            var status: Int32 = 0
            unsafe _ = waitpid(process, &status, 0)
            throw error
        }
    }

    /// Makes a TCP socket in this network namespace for one worker's HTTP proxy; the host accepts
    /// on it.
    private func listen() throws(SystemError) -> (socket: Int32, port: UInt16) {
        var port: UInt16 = 0
        let socket = try checked("listen") { unsafe belfry_listen_loopback(&port) }
        return (socket, port)
    }

    private mutating func reap(_ pidfd: Int32) throws(SystemError) {
        guard let index = workers.firstIndex(where: { $0.pidfd == pidfd }) else { return }
        var ended = belfry_exit()
        let count = try checked("waitid") { unsafe belfry_reap(pidfd, &ended) }
        guard count == 1 else { return }
        let worker = workers.remove(at: index).worker
        Glibc.close(pidfd)
        let event = NurseryEvent.exited(worker: worker, ProcessEnd(ended))
        try control.sendPacket(event.frame)
    }
}

extension ProcessEnd {
    fileprivate init(_ ended: belfry_exit) {
        self.init(
            cause: ended.code == CLD_EXITED
                ? .exited(ended.status) : .signalled(ended.status),
            userTime: Self.nanoseconds(ended.usage.ru_utime),
            systemTime: Self.nanoseconds(ended.usage.ru_stime),
            peakResidentByteCount: UInt64(clamping: ended.usage.ru_maxrss) * 1024
        )
    }

    private static func nanoseconds(_ time: timeval) -> UInt64 {
        UInt64(clamping: time.tv_sec) * 1_000_000_000 + UInt64(clamping: time.tv_usec) * 1000
    }
}
