// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The sandbox, proved from inside by an extension that tries.
@Suite(.timeLimit(.minutes(1)))
struct SandboxTests {
    /// What must come of each attempt, whatever the namespaces.
    static let refused: [String: Set<String>] = [
        "etc-passwd": ["ENOENT", "EACCES"],
        "etc-shadow": ["ENOENT", "EACCES"],
        "root-home": ["ENOENT", "EACCES"],
        "host-proc": ["ENOENT", "EACCES", "EPERM"],
        "proc-mem": ["ENOENT", "EACCES", "EPERM"],
        "own-bundle-write": ["EACCES", "EROFS"],
        "tmp-write": ["ENOENT", "EACCES", "EROFS"],
        "usr-write": ["EACCES", "EROFS"],
        "tcp": ["EACCES"],
        "udp": ["EACCES"],
        "unix": ["EACCES"],
        "netlink": ["EACCES"],
        "mprotect-exec": ["EPERM", "EACCES"],
        "mmap-exec": ["EPERM", "EACCES"],
        "memfd": ["EPERM"],
        "fork": ["EPERM"],
        "kill-parent": ["EPERM"],
        "kill-all": ["EPERM"],
        "setuid": ["EPERM"],
        "chown": ["EPERM"],
        "symlink": ["EPERM"],
        "fifo": ["EPERM"],
        "clone3": ["ENOSYS"],
    ]

    /// The scheduler shares the processor out among sessions, so each worker is one.
    static let allowed = ["container-write", "urandom", "own-session"]

    static let plans: [IsolationPlan] = [
        .probe(),
        IsolationPlan(
            authority: IsolationPlan.Authority(
                isPrivileged: false,
                mayMakeUserNamespaces: false,
                mayBecomeNobody: getuid() == 0
            )
        ),
    ]

    @Test(arguments: plans)
    func `refuses what no extension needs`(_ plan: IsolationPlan) async throws {
        let workshop = try Workshop()
        let host = try workshop.host(plan)
        let report = try await host.run(try Workshop.push(), in: try await workshop.bundle("Looks"))
        await host.shutdown()
        try #require(report.isDelivered, "\(report.explanation)")
        let answers = report.after.body.split(separator: "\n").map { line in
            line.split(separator: "=").map(String.init)
        }
        let found = Dictionary(answers.map { ($0[0], $0[1]) }) { $1 }
        for (name, expected) in Self.refused {
            let answer = try #require(found[name], "\(name) was not tried")
            #expect(expected.contains(answer), "\(name) answered \(answer)")
        }
        for name in Self.allowed { #expect(found[name] == "ok", "\(name)") }
        #expect(!FileManager.default.fileExists(atPath: "/tmp/belfry-escape"))
    }

    /// What a worker finds of itself: one value, or any of several.
    static let facts: [String: Set<String>] = [
        "descriptors": [" 0 1 2 3"],
        "oom": ["1000"], "huge-pages": ["0"], "no-new-privs": ["1"],
        "capabilities": ["0000000000000000"], "filters": ["3"],
        "stack": ["8388608"], "nofile": ["64"], "core": ["0"], "memlock": ["0"],
        "msgqueue": ["0"], "sigpending": ["64"], "fsize": ["67174400"], "raise": ["ENOSYS"],
        "private": ["ok"], "shared": ["ENOMEM"], "grows-down": ["ENOMEM"], "huge": ["ENOMEM"],
        "gigabyte": ["ENOMEM"], "reserved": ["ok"], "unreserved": ["ENOMEM"],
        "zero": ["ENOENT", "EACCES"], "udp": ["EACCES"], "unix": ["EACCES"], "port": ["EACCES"],
    ]

    /// What a worker's environment may hold; nothing of the host's but its language and time zone.
    static let environment: Set<String> = [
        "HOME", "TMPDIR", "SWIFT_BACKTRACE", "MALLOC_ARENA_MAX", "TZ", "LANG", "LC_ALL",
        "CFFIXED_USER_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
    ]

    @Test(arguments: plans, [false, true])
    func `a worker is limited, unprivileged and knows nothing of its host`(
        _ plan: IsolationPlan,
        hasNetwork: Bool
    ) async throws {
        if hasNetwork && !plan.namespaces.contains(.network) { return }
        let workshop = try Workshop()
        let host = try workshop.host(plan)
        let options = hasNetwork ? ["Network": ["https://example.com"]] : [:]
        let bundle = try await workshop.bundle("LooksAround", options)
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        try #require(report.isDelivered, "\(report.explanation)")
        let lines = report.after.body.split(separator: "\n").map { line in
            line.split(separator: "=", maxSplits: 1).map(String.init)
        }
        let found = Dictionary(grouping: lines) { $0[0] }.mapValues { $0.map { $0[1] } }
        for (name, expected) in Self.facts {
            let answer = try #require(found[name]?.first, "\(name) is not told")
            #expect(expected.contains(answer), "\(name) is \(answer)")
        }
        #expect(Set(found["environment"] ?? []).isSubset(of: Self.environment))
        if !plan.namespaces.isEmpty {
            #expect(found["bounding"] == ["0000000000000000"])
            #expect(found["processes"] == ["1"])
        }
    }

    @Test(arguments: plans)
    func `a worker reads no bundle but its own`(_ plan: IsolationPlan) async throws {
        let workshop = try Workshop()
        let host = try workshop.host(plan)
        let other = try await workshop.bundle("Completes")
        let bundle = try await workshop.bundle("ReadsOtherBundle")
        // Both are shown to the one zygote.
        _ = try await host.run(try Workshop.push(), in: other)
        let path = #","path":"\#(other.path)/Info.plist""#
        let report = try await host.run(try Workshop.push(path), in: bundle)
        await host.shutdown()
        try #require(report.isDelivered, "\(report.explanation)")
        #expect(report.after.title == "other: refused, own: read")
    }

    @Test func `says which layers are in force`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let layers = try await host.probeLayers(.bare)
        await host.shutdown()
        let names = layers.filter(\.isEnforced).map(\.name)
        for name in ["identity", "landlock", "seccomp", "rlimits"] { #expect(names.contains(name)) }
        let namespaces = try #require(layers.first { $0.name == "namespaces" })
        #expect(namespaces.isEnforced == !IsolationPlan.probe().namespaces.isEmpty)
        let container = try #require(layers.first { $0.name == "container" })
        let limits = "tmpfs 64 MB, 4096 inodes, noexec"
        let shortfall = "directory on disk, no limit of its own: "
        #expect(
            container.isEnforced
                ? container.detail == limits : container.detail.hasPrefix(shortfall)
        )
    }

    @Test func `refuses network to a bundle where the sandbox cannot hold it`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host(Self.plans[1])
        let bundle = try await workshop.bundle("Completes", ["Network": ["https://example.com"]])
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.ending == .rejected(.sandbox))
        #expect(report.explanation.contains("network namespace"))
    }

    @Test func `takes attachments from the container alone, and says why not the others`()
        async throws
    {
        let workshop = try Workshop()
        let host = try workshop.host()
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("Attaches")
        )
        await host.shutdown()
        #expect(report.isDelivered)
        #expect(report.attachments.map(\.error) == [nil, "outsideContainer", "contentMismatch"])
        // It is what its name says.
        #expect(report.attachments.first?.type != nil)
        #expect(report.attachments.map(\.claimedType) == [nil, nil, nil])
        let stored = try #require(report.attachments.first?.path)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: stored))
        #expect(bytes.count == 24)
        #expect(report.after.attachmentCount == 1)
    }

    @Test func `reports an attachment as what its bytes are, and what it was said to be`()
        async throws
    {
        let workshop = try Workshop()
        let host = try workshop.host()
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("AttachesMisnamed")
        )
        await host.shutdown()
        #expect(report.isDelivered)
        let attachments = report.attachments
        #expect(attachments.map(\.error) == [nil, nil, "contentMismatch", "contentMismatch"])
        #expect(
            attachments.map(\.type) == ["com.compuserve.gif", "com.compuserve.gif", nil, nil]
        )
        #expect(attachments.map(\.claimedType) == ["public.png", "public.jpeg", nil, nil])
        let endings = attachments.compactMap(\.path).map { $0.split(separator: ".").last }
        #expect(endings == ["png", "jpg"])
        let problem = "does not begin as public.mp3 or another type of audio does"
        #expect(attachments[2].message?.hasPrefix("attachment \"sound.mp3\" \(problem): ") == true)
        #expect(report.after.attachmentCount == 2)
    }

    @Test func `keeps what an extension says, and makes it safe to print`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("Prints")
        )
        await host.shutdown()
        let lines = report.log.map { "\($0.source): \($0.text)" }
        #expect(lines.contains("output: printed \\u{1B}[2Jtext"))
        #expect(lines.contains("warning: logged text"))
        #expect(lines.contains("output: no newline at the end"))
    }
}
