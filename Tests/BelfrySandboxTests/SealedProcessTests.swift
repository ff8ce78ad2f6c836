// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import BelfrySystem
import CBelfryPlatform
import Foundation
import Glibc
import Synchronization
import Testing

/// The filter in force in a process of its own: what the kernel makes of it, seen from inside.
@Suite struct SealedProcessTests {
    @Test func `a sealed process is denied what libraries probe and works on`() async {
        await #expect(processExitsWith: .success) {
            try seal()
            #expect(outcome { Int(belfry_fork()) } == EPERM)
            #expect(outcome { Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) } == EACCES)
            #expect(outcome { Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) } == EACCES)
            #expect(outcome { Int(kill(getppid(), 0)) } == EPERM)
            #expect(makingMemoryFile() == EPERM)
            #expect(outcome { Int(belfry_pidfd_open(getpid())) } == ENOSYS)
            #expect(outcome { Int(belfry_prctl(belfry_pr_set_dumpable, 1)) } == ENOSYS)
            #expect(linking() == EPERM)
            #expect(outcome { Int(setpriority(Int32(PRIO_PROCESS.rawValue), 0, -20)) } == 0)
        }
    }

    @Test func `a sealed process changes no modes, and is told that it did`() async {
        await #expect(processExitsWith: .success) {
            let folder = "/tmp/belfry-modes-\(getpid())"
            try checked("mkdir") { unsafe mkdir(folder, 0o700) }
            try seal()
            #expect(outcome { unsafe Int(chmod(folder, 0o777)) } == 0)
            #expect(outcome { unsafe Int(truncate(folder, 0)) } == EPERM)
            var status = stat()
            try checked("stat") { unsafe stat(folder, &status) }
            #expect(status.st_mode & 0o7777 == 0o700)
            try checked("rmdir") { unsafe rmdir(folder) }
        }
    }

    @Test(
        .enabled("a slice of one's own is Linux 6.12's") {
            let version = OperatingSystemVersion(majorVersion: 6, minorVersion: 12, patchVersion: 0)
            return ProcessInfo.processInfo.isOperatingSystemAtLeast(version)
        }
    )
    func `a process asks for short slices, for the threads that it starts too`() async {
        await #expect(processExitsWith: .success) {
            Privileges.shareInShortSlices()
            #expect(try ownSlice() == "100000")
            let done = Semaphore()
            try SystemThread.start(named: "inside") {
                #expect((try? ownSlice()) == "100000")
                done.signal()
            }
            done.wait()
        }
    }

    @Test func `a sealed process gets no executable memory`() async {
        await #expect(processExitsWith: .success) {
            try seal()
            #expect(mapping(PROT_READ | PROT_EXEC) == EPERM)
            #expect(mapping(PROT_READ | PROT_WRITE | PROT_EXEC) == EPERM)
            #expect(mapping(PROT_READ | PROT_WRITE) == 0)
            #expect(mapping(PROT_READ | PROT_WRITE, then: PROT_READ | PROT_EXEC) == EPERM)
        }
    }

    @Test func `a sealed process starts threads, waits and reads clocks`() async {
        await #expect(processExitsWith: .success) {
            try seal()
            let done = Semaphore()
            try SystemThread.start(named: "inside") { done.signal() }
            done.wait()
            #expect(MonotonicTime.now.nanoseconds > 0)
            let zero = try Descriptor.open("/dev/urandom", O_RDONLY)
            #expect(try zero.read(upTo: 16).count == 16)
        }
    }

    /// What no extension needs, by a call that makes it.
    enum Forbidden: String, CaseIterable, Codable {
        case execve, unshare, mount, signalByPidfd

        var name: String { self == .signalByPidfd ? "pidfd_send_signal" : rawValue }

        func attempt() {
            switch self {
            case .execve:
                var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
                _ = unsafe execv("/bin/true", &arguments)
            case .unshare: belfry_unshare(belfry_clone_newns)
            case .mount: _ = unsafe belfry_mount("none", "/tmp", "tmpfs", 0, nil)
            case .signalByPidfd: belfry_pidfd_send_signal(0, 0)
            }
        }
    }

    @Test(arguments: Forbidden.allCases)
    func `who listens hears which forbidden call a process waits in`(call: Forbidden) async {
        await #expect(processExitsWith: .success) { [call] in
            try Privileges.forbidNewPrivileges()
            let listening = Listening()
            try SystemThread.start(named: "inside") {
                listening.begin()
                call.attempt()
            }
            let listener = listening.take()
            var waited = pollfd(fd: listener.raw, events: Int16(POLLIN), revents: 0)
            try #require(unsafe poll(&waited, 1, 10_000) == 1)
            // Whose call it is has to be found where the host has no descriptor left.
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            try checked("setrlimit") {
                unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
            }
            let next = try listener.next()
            let heard = try #require(next)
            #expect(heard.call.name == call.name)
            let isWaiting = listener.isWaiting(heard)
            let isOwn = listener.isWaiting(heard, of: getpid())
            let isParents = listener.isWaiting(heard, of: getppid())
            #expect(isWaiting && isOwn && !isParents)
        }
    }

    @Test func `who listens takes a lock for a process that has opened the file for writing`() async
    {
        await #expect(processExitsWith: .success) {
            try Privileges.forbidNewPrivileges()
            let path = "/tmp/belfry-lock-\(getpid())"
            let file = try Descriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
            let reader = try Descriptor.open(path, O_RDONLY)
            try checked("unlink") { unsafe unlink(path) }
            let listening = Listening()
            let numbers = (file.raw, reader.raw)
            let done = Semaphore()
            try SystemThread.start(named: "inside") {
                listening.begin()
                #expect(outcome { Int(flock(numbers.0, LOCK_EX)) } == 0)
                #expect(outcome { Int(flock(numbers.1, LOCK_SH)) } == ENOLCK)
                #expect(outcome { Int(flock(999, LOCK_SH)) } == EBADF)
                #expect(outcome { Int(lockingRange(of: numbers.0)) } == 0)
                #expect(outcome { Int(lockingRange(of: numbers.1)) } == ENOLCK)
                done.signal()
            }
            let listener = listening.take()
            let itself = Descriptor(
                owning: try checked("pidfd_open") { belfry_pidfd_open(getpid()) }
            )
            for _ in 0..<5 {
                var waited = pollfd(fd: listener.raw, events: Int16(POLLIN), revents: 0)
                try #require(unsafe poll(&waited, 1, 10_000) == 1)
                let next = try listener.next()
                let call = try #require(next)
                let lock = try #require(call.lock)
                switch lock.attempt(for: itself) {
                case .answer(let errno): listener.answer(call, errno: errno)
                case .pass: listener.letPass(call)
                case .wait: Issue.record("nobody else holds it")
                }
            }
            done.wait()
            #expect(outcome { Int(flock(reader.raw, LOCK_SH | LOCK_NB)) } == EWOULDBLOCK)
        }
    }

    /// As when the host has died, and its workers have not yet.
    @Test func `where nobody listens a forbidden call is not made`() async {
        await #expect(processExitsWith: .success) {
            try seal()
            for call in Forbidden.allCases {
                errno = 0
                call.attempt()
                #expect(errno == ENOSYS, "\(call)")
            }
        }
    }

    @Test func `a closed listener leaves a forbidden call unmade`() async {
        await #expect(processExitsWith: .success) {
            try Privileges.forbidNewPrivileges()
            let policy = SystemCallPolicy(stage: .zygote, hasNetwork: true)
            try SystemCallFilter(policy).installListening().close()
            #expect(outcome { unsafe Int(belfry_mount("none", "/tmp", "tmpfs", 0, nil)) } == ENOSYS)
        }
    }

    @Test func `the filters stack as a worker puts them on`() async {
        await #expect(processExitsWith: .success) {
            try Privileges.forbidNewPrivileges()
            let zygote = SystemCallPolicy(stage: .zygote, hasNetwork: true)
            let load = SystemCallPolicy(stage: .load, hasNetwork: false)
            let sealed = SystemCallPolicy(stage: .sealed, hasNetwork: false)
            let filters = [
                try SystemCallFilter(zygote), try SystemCallFilter(load, over: zygote),
                try SystemCallFilter(sealed, over: load),
            ]
            for filter in filters { try filter.install() }
            #expect(outcome { Int(belfry_fork()) } == EPERM)
            #expect(mapping(PROT_READ | PROT_EXEC) == EPERM)
            #expect(outcome { Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) } == EACCES)
        }
    }

    @Test func `with network a sealed process reaches the port it is given and no other`() async {
        await #expect(processExitsWith: .success) {
            let allowed = try Listener()
            let other = try Listener()
            try Privileges.forbidNewPrivileges()
            let ruleset = try LandlockRuleset()
            try ruleset.allowConnect(port: allowed.port)
            let filter = try SystemCallFilter(SystemCallPolicy(stage: .sealed, hasNetwork: true))
            try ruleset.enforce()
            try filter.install()
            #expect(connecting(to: allowed.port) == 0)
            #expect(connecting(to: other.port) == EACCES)
            #expect(connecting(to: other.port, transport: 262) == EPROTONOSUPPORT)
            #expect(sending(to: other.port, flags: 0x2000_0000) == EOPNOTSUPP)
        }
    }
}

/// The zygote's filter on one thread, its listener in the hands of another.
private final class Listening: Sendable {
    private let number = Atomic<Int32>(-1)
    private let hasBegun = Semaphore()

    func begin() {
        let policy = SystemCallPolicy(stage: .zygote, hasNetwork: true)
        if let listener = try? SystemCallFilter(policy).installListening() {
            number.store(listener.release(), ordering: .releasing)
        }
        hasBegun.signal()
    }

    func take() -> SystemCallListener {
        hasBegun.wait()
        return SystemCallListener(Descriptor(owning: number.load(ordering: .acquiring)))
    }
}

private func lockingRange(of file: Int32) -> Int32 {
    var lock = Glibc.flock()
    lock.l_type = Int16(F_RDLCK)
    return unsafe fcntl(file, F_SETLK, &lock)
}

/// A TCP socket that listens on loopback for as long as this lives.
private struct Listener: ~Copyable {
    let port: UInt16
    private let socket: Descriptor

    init() throws(SystemError) {
        var port: UInt16 = 0
        let raw = try checked("listen") { unsafe belfry_listen_loopback(&port) }
        socket = Descriptor(owning: raw)
        self.port = port
    }
}

private func seal() throws {
    try Privileges.forbidNewPrivileges()
    try SystemCallFilter(SystemCallPolicy(stage: .sealed, hasNetwork: false)).install()
}

/// The error number that a call leaves, or 0.
private func outcome(_ call: () -> Int) -> Int32 {
    call() < 0 ? errno : 0
}

private func makingMemoryFile() -> Int32 {
    outcome { unsafe Int(belfry_memfd("inside")) }
}

private func linking() -> Int32 {
    outcome { unsafe Int(symlink("/", "/tmp/belfry-symlink")) }
}

/// The error number of mapping a page, and of protecting it otherwise.
private func mapping(_ protection: Int32, then later: Int32? = nil) -> Int32 {
    let page = unsafe mmap(nil, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe page != MAP_FAILED else { return errno }
    defer { unsafe munmap(page, 4096) }
    guard let later else { return 0 }
    return outcome { unsafe Int(mprotect(page, 4096, later)) }
}

private func connecting(to port: UInt16, transport: Int32 = 0) -> Int32 {
    unsafe reaching(port, transport) { socket, address, length in
        unsafe Int(connect(socket, address, length))
    }
}

private func sending(to port: UInt16, flags: Int32) -> Int32 {
    unsafe reaching(port, 0) { socket, address, length in
        unsafe sendto(socket, [1], 1, flags | Int32(MSG_NOSIGNAL), address, length)
    }
}

private func reaching(
    _ port: UInt16,
    _ transport: Int32,
    _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int
) -> Int32 {
    let raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue), transport)
    guard raw >= 0 else { return errno }
    let owner = Descriptor(owning: raw)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe body(owner.raw, $0, length)
        }
    }
    return result < 0 ? errno : 0
}

/// The length of the calling thread's slice in nanoseconds, as the kernel tells it (man 5 proc, `sched`).
private func ownSlice() throws -> String? {
    let text = try String(contentsOfFile: "/proc/thread-self/sched", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("se.slice ") }
    return line?.split(separator: " ").last.map(String.init)
}
