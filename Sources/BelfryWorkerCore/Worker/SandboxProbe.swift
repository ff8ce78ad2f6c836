// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfryPlatform
internal import Glibc

/// A worker without an extension, which tries from inside what the sandbox is there to prevent.
struct SandboxProbe {
    private let containerPath: String
    private let dataByteCount: UInt64
    private var trials: [LayerTrial] = []

    init(_ specification: WorkerSpecification) {
        containerPath = specification.containerPath
        dataByteCount = specification.dataByteCount
    }

    /// Tries everything, tells the host, and ends with a forbidden call, of which the kernel tells.
    consuming func run(on socket: borrowing Descriptor) -> Never {
        tryNamespaces()
        tryIdentity()
        tryFiles()
        tryCalls()
        tryMemory()
        tryLimits()
        tryEnvironment()
        try? socket.sendPacket(ProbeReport(trials: trials).frame)
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        unsafe _ = execv("/bin/true", &arguments)
        _exit(0)
    }

    // MARK: Layers

    private mutating func tryNamespaces() {
        let first = Self.text(of: "/proc/1/comm")?.split(separator: "\n").first.map(String.init)
        note("namespaces", "name the first process", first ?? "none", isHeld: first == nil)
        let text = Self.text(of: "/proc/self/net/dev") ?? ""
        let interfaces = text.split(separator: "\n").dropFirst(2).compactMap { line in
            line.split(separator: ":").first.map { $0.filter { $0 != " " } }
        }
        note(
            "namespaces",
            "list network interfaces",
            interfaces.isEmpty ? "none" : interfaces.joined(separator: " "),
            isHeld: interfaces.allSatisfy { $0 == "lo" }
        )
        expect([ENOENT], "namespaces", "find /etc/passwd") {
            unsafe Int(access("/etc/passwd", F_OK))
        }
    }

    private mutating func tryIdentity() {
        expect([EPERM], "identity", "become root") { Int(setuid(0)) }
        expect([EACCES, ENOENT, EPERM], "identity", "open the memory of its parent") {
            unsafe Int(belfry_open("/proc/\(getppid())/mem", O_RDONLY, 0))
        }
        let capabilities = Self.status("CapPrm:") ?? "unknown"
        note(
            "identity",
            "count its capabilities",
            capabilities.allSatisfy { $0 == "0" } ? "none" : capabilities,
            isHeld: capabilities.allSatisfy { $0 == "0" }
        )
    }

    private mutating func tryFiles() {
        expect([EACCES], "landlock", "list /") { unsafe Int(belfry_open("/", O_RDONLY, 0)) }
        expect([EACCES, ENOENT], "landlock", "read /etc/shadow") {
            unsafe Int(belfry_open("/etc/shadow", O_RDONLY, 0))
        }
        expect([EACCES, EROFS], "landlock", "write into /usr/lib") {
            unsafe Int(belfry_open("/usr/lib/belfry-probe", O_CREAT | O_WRONLY, 0o600))
        }
    }

    private mutating func tryCalls() {
        expect([EACCES], "seccomp", "make a socket") {
            Int(socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0))
        }
        expect([EPERM], "seccomp", "fork") {
            let child = belfry_fork()
            if child == 0 { _exit(0) }
            return Int(child)
        }
        expect([EPERM], "seccomp", "signal its parent") { Int(kill(getppid(), 0)) }
    }

    private mutating func tryMemory() {
        let data = PROT_READ | PROT_WRITE
        expect([EPERM, EACCES], "seccomp", "map memory to write and execute") {
            Self.map(4096, data | PROT_EXEC, MAP_PRIVATE)
        }
        expect([EPERM, EACCES], "seccomp", "map new code") {
            Self.map(4096, PROT_READ | PROT_EXEC, MAP_PRIVATE)
        }
        expect([ENOMEM], "seccomp", "map shared memory") { Self.map(4096, data, MAP_SHARED) }
        let count = Int(clamping: dataByteCount) + (1 << 20)
        expect([ENOMEM], "rlimits", "take \(count >> 20) MB of memory") {
            Self.map(count, data, MAP_PRIVATE)
        }
    }

    private mutating func tryLimits() {
        expect([EMFILE], "rlimits", "open 1000 files") {
            var opened: [Int32] = []
            defer { for descriptor in opened { Glibc.close(descriptor) } }
            for _ in 0..<1000 {
                let descriptor = dup(STDIN_FILENO)
                guard descriptor >= 0 else { return -1 }
                opened.append(descriptor)
            }
            return 0
        }
        _ = signal(SIGXFSZ, SIG_IGN)
        let path = containerPath + "/probe"
        expect([EFBIG], "rlimits", "make a file of a terabyte") {
            guard let file = try? Descriptor.open(path, O_CREAT | O_WRONLY)
            else { return 0 }
            return Int(ftruncate(file.raw, 1 << 40))
        }
    }

    private mutating func tryEnvironment() {
        let known: Set<String> = [
            "HOME", "TMPDIR", "SWIFT_BACKTRACE", "MALLOC_ARENA_MAX", "LD_LIBRARY_PATH", "TZ",
            "LANG", "LC_ALL", "LC_MESSAGES", "CFFIXED_USER_HOME", "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
        ]
        var names: [String] = []
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            names.append(String(unsafe String(cString: text).prefix { $0 != "=" }))
            unsafe entry = entry.successor()
        }
        let foreign = names.filter { !known.contains($0) }
        note(
            "environment",
            "read the host's variables",
            foreign.isEmpty ? "none" : foreign.joined(separator: " "),
            isHeld: foreign.isEmpty
        )
    }

    // MARK: Trying

    private mutating func expect(
        _ errors: Set<Int32>,
        _ layer: String,
        _ attempt: String,
        _ call: () -> Int
    ) {
        let error = call() < 0 ? errno : 0
        let name = unsafe belfry_errno_name(error).map { unsafe String(cString: $0) }
        let answer = error == 0 ? "what it asked for" : name ?? "error \(error)"
        note(layer, attempt, answer, isHeld: errors.contains(error))
    }

    private mutating func note(
        _ layer: String,
        _ attempt: String,
        _ answer: String,
        isHeld: Bool
    ) {
        let trial = LayerTrial(layer: layer, attempt: attempt, answer: answer, isHeld: isHeld)
        trials.append(trial)
    }

    private static func map(_ count: Int, _ protection: Int32, _ kind: Int32) -> Int {
        let space = unsafe mmap(nil, count, protection, kind | MAP_ANONYMOUS, -1, 0)
        guard unsafe space != MAP_FAILED else { return -1 }
        unsafe munmap(space, count)
        return 0
    }

    private static func status(_ label: String) -> String? {
        let lines = text(of: "/proc/self/status")?.split(separator: "\n") ?? []
        let line = lines.first { $0.hasPrefix(label) }
        return line?.split(separator: "\t").last.map(String.init)
    }

    private static func text(of path: String) -> String? {
        guard let file = try? Descriptor.open(path, O_RDONLY),
            let bytes = try? file.readAll(limit: 64 * 1024)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
