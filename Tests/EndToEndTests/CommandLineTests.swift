// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The tool as its users meet it: the program itself, its texts and its exit status.
@Suite(.timeLimit(.minutes(2)))
struct CommandLineTests {
    /// Runs the built tool in a folder of its own.
    private func belfry(
        _ arguments: [String],
        in folder: URL,
        input: String = ""
    ) async throws -> Command.Result {
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let store = ["XDG_DATA_HOME=\(folder.path)", "NO_COLOR=1"]
        return try await Command.run("/usr/bin/env", store + [tool] + arguments, input: input)
    }

    private static let good = #"{"aps":{"alert":"hello","mutable-content":1}}"#

    /// A payload that is not one, and what is said about it.
    struct BadPayload: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let says: String
        var testDescription: String { name }
    }

    static let badPayloads = [
        BadPayload(
            name: "bare keys",
            bytes: Array("{aps: {}}".utf8),
            says: "line 1, column 2 (offset 1): a key without quotes; keys are quoted: \"aps\""
        ),
        BadPayload(
            name: "too large",
            bytes: Array(
                (#"{"aps":{"alert":""# + String(repeating: "x", count: 4077) + #""}}"#).utf8
            ),
            says: "4097"
        ),
        BadPayload(name: "not UTF-8", bytes: [0x7b, 0xff, 0x7d], says: "UTF-8"),
        BadPayload(name: "empty", bytes: [], says: "empty"),
        BadPayload(name: "no aps", bytes: Array("{}".utf8), says: "aps"),
    ]

    @Test(arguments: badPayloads)
    func `names the place and the way out of a bad payload`(_ payload: BadPayload) async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let file = workshop.folder.appendingPathComponent("payload.json")
        try Data(payload.bytes).write(to: file)
        let result = try await belfry(["run", bundle.path, file.path], in: workshop.folder)
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("belfry: \(file.path): "), "\(result.errors)")
        #expect(result.errors.contains(payload.says), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func `names what is wrong with a bundle, in one line`() async throws {
        let workshop = try Workshop()
        let folder = workshop.folder
        let empty = folder.appendingPathComponent("Empty.appex")
        let broken = folder.appendingPathComponent("Broken.appex")
        let noLibrary = folder.appendingPathComponent("NoLibrary.appex")
        let text = folder.appendingPathComponent("Text.appex")
        for path in [empty, broken, noLibrary, text] {
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        }
        try Data("<plist>".utf8).write(to: broken.appendingPathComponent("Info.plist"))
        for path in [noLibrary, text] {
            let name = path.deletingPathExtension().lastPathComponent
            let plist = try Workshop.manifest(name, [:])
            try plist.write(to: path.appendingPathComponent("Info.plist"))
        }
        try Data("#!/bin/sh\n".utf8).write(to: text.appendingPathComponent("Text"))
        let cases: [(String, Int32, String)] = [
            (folder.path + "/Absent.appex", 66, "No such file or directory"),
            (empty.path, 66, "Info.plist: No such file or directory"),
            (broken.path, 78, "Info.plist"),
        ]
        for (path, status, says) in cases {
            let result = try await belfry(["run", path, "-"], in: folder, input: Self.good)
            #expect(result.status == status, "\(path): \(result.errors)")
            #expect(result.errors.contains(says), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
        // These are found out when they are loaded, and are a verdict: a notification is delivered.
        for (path, says) in [(noLibrary.path, "NoLibrary"), (text.path, "is a script")] {
            let result = try await belfry(
                ["run", path, "-", "--json"],
                in: folder,
                input: Self.good
            )
            #expect(result.status == 2, "\(path): \(result.output) \(result.errors)")
            #expect(result.output.contains(#""verdict" : "rejected""#))
            #expect(result.output.contains(says))
        }
    }

    @Test func `ends with a status for each verdict, and with where to read on`() async throws {
        let workshop = try Workshop()
        let cases: [(String, [String], Int32, String?)] = [
            ("Completes", [], 0, nil), ("Crashes", [], 1, "fallback:crash"),
            ("Sleeps", ["--budget", "wall=1s"], 1, "fallback:timeout"),
            ("WrongMajor", [], 2, "rejected:abi"),
        ]
        for (fixture, options, status, entry) in cases {
            let bundle = try await workshop.bundle(fixture)
            let arguments = ["run", bundle.path, "-"] + options
            let result = try await belfry(arguments, in: workshop.folder, input: Self.good)
            #expect(result.status == status, "\(fixture): \(result.output) \(result.errors)")
            let last = result.output.split(separator: "\n").last.map(String.init) ?? ""
            let more = entry.map { "  more      belfry explain \($0)" }
            if let more { #expect(last == more) } else { #expect(!last.contains("explain")) }
        }
        let bundle = try await workshop.bundle("Completes")
        let silent = #"{"aps":{"alert":"hello"}}"#
        let result = try await belfry(
            ["run", bundle.path, "-"],
            in: workshop.folder,
            input: silent
        )
        #expect(result.status == 3)
        let explained = try await belfry(
            ["explain", bundle.path, "-"],
            in: workshop.folder,
            input: silent
        )
        #expect(explained.status == 3)
        #expect(explained.output.contains(#"fix: add "mutable-content": 1 inside "aps""#))
    }

    @Test func `refuses a budget it cannot read`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        for (budget, says) in [
            ("wall=fast", "wall=fast is not a time"), ("speed=1", "speed is not"),
        ] {
            let result = try await belfry(
                ["run", bundle.path, "-", "--budget", budget],
                in: workshop.folder,
                input: Self.good
            )
            #expect(result.status == 64)
            #expect(result.errors.contains(says), "\(result.errors)")
        }
    }

    @Test func `says that an origin it cannot read was on the command line`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let result = try await belfry(
            ["run", bundle.path, "-", "--allow-network", "https://*.co.uk"],
            in: workshop.folder,
            input: Self.good
        )
        #expect(result.status == 64)
        #expect(result.errors.contains(#"--allow-network: "https://*.co.uk": anybody can"#))
        #expect(!result.errors.contains("BFExtension"))
    }

    @Test func `prints a report that a machine can read`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let result = try await belfry(
            ["run", bundle.path, "-", "--json"],
            in: workshop.folder,
            input: Self.good
        )
        let report = try JSONDecoder().decode(RunReport.self, from: Data(result.output.utf8))
        #expect(report.schema == 1)
        #expect(report.verdict == .delivered)
        #expect(report.difference.entries.map(\.field) == ["title"])
        #expect(report.layers.contains { $0.name == "seccomp" && $0.isEnforced })
        let usage = try #require(report.usage)
        #expect(usage.cpuMilliseconds > 0)
        #expect(usage.baselineByteCount > 0)
    }

    @Test func `prints the notification alone where that is asked for`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let run = ["run", bundle.path, "-"]
        let alone = try await belfry(run + ["--quiet"], in: workshop.folder, input: Self.good)
        #expect(alone.status == 0)
        let whole = try await belfry(run, in: workshop.folder, input: Self.good)
        #expect(whole.output.contains("sandbox "), "\(whole.output)")
        let lines = alone.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "changed" && lines.count <= 3, "\(alone.output)")
    }

    @Test func `offers the command that a misspelt one resembles`() async throws {
        let workshop = try Workshop()
        let result = try await belfry(["bulid", "x"], in: workshop.folder)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(
            result.errors == "belfry: there is no command bulid; did you mean `belfry build`?\n"
        )
    }

    @Test func `gives the request the identifier that its headers say`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let payload = workshop.folder.appendingPathComponent("push.json")
        let headers = workshop.folder.appendingPathComponent("push.headers")
        try Data(Self.good.utf8).write(to: payload)
        let run = ["run", bundle.path, payload.path, "--json"]
        func report(_ options: [String]) async throws -> RunReport {
            let output = try await belfry(run + options, in: workshop.folder).output
            return try JSONDecoder().decode(RunReport.self, from: Data(output.utf8))
        }
        #expect(try await UUID(uuidString: report([]).request) != nil)
        #expect(try await report(["--identifier", "mine"]).request == "mine")
        #expect(try await report(["--collapse-id", "game"]).request == "game")
        try Data("apns-collapse-id: score\napns-push-type: background\n".utf8).write(to: headers)
        let background = try await report([])
        #expect(background.request == "score")
        #expect(background.ending == .notCalled(.pushType))
    }

    @Test func `the doctor sets up both sandboxes and says which layers hold`() async throws {
        let workshop = try Workshop()
        let result = try await belfry(["doctor"], in: workshop.folder)
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        for word in ["bare extensions", "swift extensions", "landlock", "seccomp", "rlimits"] {
            #expect(result.output.contains(word), "\(word)")
        }
        #expect(result.output.contains("limits of a host"))
        #expect(result.output.contains(/descriptors +\d+ of \d+/))
        #expect(!result.output.contains("cannot run"))
        #expect(result.output.contains("tried to fork, got EPERM"))
    }

    @Test func `the doctor tries every layer from inside`() async throws {
        let workshop = try Workshop()
        let result = try await belfry(["doctor", "--json"], in: workshop.folder)
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        struct Findings: Decodable {
            struct Runtime: Decodable {
                var name: String
                var layers: [LayerFinding]
            }
            var runtimes: [Runtime]
            var machine: [RunReport.LayerSummary]
            var limits: [OverloadStatus]
        }
        let findings = try JSONDecoder().decode(Findings.self, from: Data(result.output.utf8))
        #expect(findings.runtimes.map(\.name) == ["bare", "swift"])
        for runtime in findings.runtimes {
            let names = ["namespaces", "identity", "landlock", "seccomp", "rlimits", "environment"]
            #expect(Set(names).isSubset(of: runtime.layers.map(\.name)))
            for layer in runtime.layers where layer.name != "namespaces" {
                #expect(layer.isEnforced, "\(layer)")
            }
            for layer in runtime.layers where names.contains(layer.name) {
                #expect(!layer.trials.isEmpty, "\(layer.name) is not tried")
            }
            let seccomp = try #require(runtime.layers.first { $0.name == "seccomp" })
            let program = try #require(seccomp.trials.first { $0.attempt == "run a program" })
            #expect(program.answer == "killed for execve, as the kernel told the host")
        }
        #expect(findings.machine.map(\.name) == ["budgets", "cgroup"])
        #expect(findings.limits.map(\.resource) == OverloadResource.allCases)
        for limit in findings.limits where limit.resource != .kernelMemory {
            #expect(limit.value != nil && limit.limit ?? 0 > 0, "\(limit)")
        }
    }

    /// Arguments that run a program as an ordinary user (man 1 setpriv).
    private static let asOrdinaryUser = [
        "setpriv", "--reuid=65533", "--regid=65533", "--clear-groups",
    ]

    /// Whether this is root, and an ordinary user can reach the built tool.
    private static func canBecomeOrdinaryUser() async throws -> Bool {
        guard geteuid() == 0 else { return false }
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let test = asOrdinaryUser + ["test", "-x", tool]
        return try await Command.run("/usr/bin/env", test).status == 0
    }

    /// The report that a command printed; a command that printed none says why on its other stream.
    private static func report(of result: Command.Result) throws -> RunReport {
        try #require(
            try? JSONDecoder().decode(RunReport.self, from: Data(result.output.utf8)),
            "\(result.status) \(result.output) \(result.errors)"
        )
    }

    @Test(.enabled("needs root, and a tool others can reach") { try await canBecomeOrdinaryUser() })
    func `an ordinary user runs extensions too, with what layers there are`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let taker = try await workshop.bundle("TakesThreads")
        let home = workshop.folder.appendingPathComponent("home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: home.path)
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let environment = [
            "env", "-u", "XDG_RUNTIME_DIR", "HOME=\(home.path)", "TMPDIR=\(home.path)",
        ]
        let trial = try await Command.run(
            "/usr/bin/env",
            Self.asOrdinaryUser + ["unshare", "-Ur", "true"]
        )
        let hasUserNamespaces = trial.status == 0
        // As the machine is, and with user namespaces used up, as where they are refused.
        let refused = #"echo 0 > /proc/sys/user/max_user_namespaces; "$@""#
        let settings =
            hasUserNamespaces ? [[], ["unshare", "-Ur", "sh", "-c", refused, "sh"]] : [[]]
        for setting in settings {
            let result = try await Command.run(
                "/usr/bin/env",
                Self.asOrdinaryUser + environment + setting
                    + [tool, "run", bundle.path, "-", "--json"],
                input: Self.good
            )
            let report = try Self.report(of: result)
            #expect(report.verdict == .delivered, "\(result.output) \(result.errors)")
            #expect(report.after.title == "changed")
            let held = report.layers.filter(\.isEnforced).map(\.name)
            for name in ["identity", "landlock", "seccomp", "rlimits"] {
                #expect(held.contains(name), "\(name)")
            }
            let namespaces = report.layers.first { $0.name == "namespaces" }
            #expect(namespaces?.isEnforced == (hasUserNamespaces && setting.isEmpty))
            let limits = report.layers.first { $0.name == "rlimits" }
            let isShared = limits?.detail.contains("nproc by user") == true
            #expect(isShared != (hasUserNamespaces && setting.isEmpty), "\(limits?.detail ?? "")")
            // The kernel refuses what is too much, or the host sees it.
            let threads = try await Command.run(
                "/usr/bin/env",
                Self.asOrdinaryUser + environment + setting
                    + [tool, "run", taker.path, "-", "--json", "--budget", "wall=2s"],
                input: Self.good
            )
            let other = try Self.report(of: threads)
            #expect(other.reason == (isShared ? "abuse" : "timeout"), "\(other.explanation)")
        }
    }
}
