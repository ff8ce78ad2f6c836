// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// What outlives a worker: who is given it, what can be done with it, and what is kept.
@Suite(.timeLimit(.minutes(3)))
struct StorageTests {
    private static let group = "group.com.example.shared"

    /// As root, and as an ordinary user has it.
    static let plans: [IsolationPlan] = [
        .probe(),
        IsolationPlan(
            authority: IsolationPlan.Authority(isPrivileged: false, mayMakeUserNamespaces: true)
        ),
    ]

    @Test(arguments: plans)
    func `a group is for its bundles alone, and for plain files`(
        _ plan: IsolationPlan
    ) async throws {
        let workshop = try Workshop()
        let flags = ["-DOTHER=\"\(workshop.statePath)/groups/\(Self.group)\""]
        let stranger = try await workshop.bundle("UsesStorage", flags: flags)
        let library = URL(fileURLWithPath: stranger.libraryPath)
        let member = try workshop.entitle(
            try workshop.bundle("Member", library: library),
            groups: [Self.group],
            keychains: ["com.example.keys"]
        )
        let host = try workshop.host(plan)
        let reports = [
            try await host.run(try Workshop.push(), in: member),
            try await host.run(try Workshop.push(), in: stranger),
            try await host.run(try Workshop.push(), in: member),
        ]
        await host.shutdown()
        let tried = "link=EPERM symlink=EPERM fifo=EPERM device=EPERM execute=EPERM up=EACCES"
        let new = "kept=ENOENT write=ok \(tried)"
        let old = "kept=ok write=ok \(tried)"
        let expected = [
            "data=ok \(new) group=ok \(new) keychain=ok \(new) other=ok",
            "data=ok \(new) other=EACCES",
            "data=ok \(old) group=ok \(old) keychain=ok \(old) other=ok",
        ]
        for (report, title) in zip(reports, expected) {
            #expect(report.after.title == title, "\(report.explanation)")
            #expect(report.strikes.isEmpty)
        }
        #expect(reports[0].storage?.folders.map(\.kind) == ["data", "group", "keychain"])
        #expect(reports[1].storage?.folders.map(\.kind) == ["data"])
        let mode = try FileManager.default.attributesOfItem(atPath: workshop.statePath)
        #expect(mode[.posixPermissions] as? Int == 0o700)
    }

    @Test(arguments: plans)
    func `what is kept is closed until the first unlock`(_ plan: IsolationPlan) async throws {
        let workshop = try Workshop()
        let flags = ["-DOTHER=\"\(workshop.statePath)/groups/none\""]
        let bundle = try workshop.entitle(
            try await workshop.bundle("UsesStorage", flags: flags),
            groups: [Self.group],
            keychains: []
        )
        let host = try workshop.host(plan)
        var locked = RunOptions()
        locked.device.isBeforeFirstUnlock = true
        let reports = [
            try await host.run(try Workshop.push(), in: bundle),
            try await host.run(try Workshop.push(), in: bundle, options: locked),
            try await host.run(try Workshop.push(), in: bundle, options: locked),
            try await host.run(try Workshop.push(), in: bundle),
        ]
        await host.shutdown()
        let refused = "link=EPERM symlink=EPERM fifo=EPERM device=EPERM"
        let closed = "kept=ok write=EACCES \(refused) execute=EACCES up=EACCES"
        let open = "kept=ok write=ok \(refused) execute=EPERM up=EACCES"
        for report in reports[1...2] {
            #expect(report.after.title.hasPrefix("data=ok \(closed) group=ok \(closed) "))
            #expect(report.storage?.folders.map(\.isClosed) == [true, true])
            #expect(report.verdict == .delivered && report.strikes.isEmpty)
        }
        #expect(reports[3].after.title.hasPrefix("data=ok \(open) group=ok \(open) "))
        #expect(reports[3].storage?.folders.map(\.isClosed) == [nil, nil])
        // A worker that could read, or could not, is not one for the other.
        #expect(reports.map(\.timing?.isWarm)[1...2] == [false, true])
    }

    @Test func `what cannot be given is said, and the extension runs without`() async throws {
        guard getuid() == 0 else { return }
        let workshop = try Workshop()
        let host = try workshop.host(SandboxTests.plans[1])
        let bundle = try await workshop.bundle(
            "UsesStorage",
            flags: ["-DOTHER=\"\(workshop.statePath)\""]
        )
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.after.title.hasPrefix("other="), "\(report.explanation)")
        #expect(report.storage?.shortfall?.contains("mount namespace") == true)
    }

    @Test func `one that keeps too much has a strike, and loses what is too much`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Hoards")
        let host = try workshop.host()
        var reports: [RunReport] = []
        for _ in 0..<3 {
            reports.append(try await host.run(try Workshop.push(), in: bundle))
        }
        await host.shutdown()
        // It may be ended in the middle.
        let first = reports[0]
        #expect(first.strikes == ["storageLimit"], "\(first.explanation)")
        let removal = try #require(first.storage?.removals?.first)
        #expect(removal.kind == "data" && removal.fileCount >= 1024)
        let count = try #require(first.storage?.folders.first?.fileCount)
        #expect(count <= 7168)
        #expect(reports[1].strikes == ["storageLimit"])
        #expect(reports[2].storage?.folders.first?.isWritable == true)
    }

    @Test func `defaults, files and keychains are kept and shared as on iOS`() async throws {
        let workshop = try Workshop()
        let first = try await bundle("First", in: workshop)
        let second = try await bundle("Second", in: workshop)
        let host = try workshop.host()
        // The first is still warm, with what it has read, when it is asked again.
        let reports = [
            try await host.run(try Workshop.push(), in: first),
            try await host.run(try Workshop.push(), in: second),
            try await host.run(try Workshop.push(), in: first),
        ]
        await host.shutdown()
        let later = try workshop.host()
        let last = try await later.run(try Workshop.push(), in: second)
        var locked = RunOptions()
        locked.device.isBeforeFirstUnlock = true
        let closed = try await later.run(try Workshop.push(), in: second, options: locked)
        let unlocked = try await later.run(try Workshop.push(), in: second)
        await later.shutdown()
        let counts = (reports + [last]).map {
            $0.after.title.split(separator: " ").prefix(4).joined(separator: " ")
        }
        let expected = ["shared 1 own 1", "shared 2 own 1", "shared 3 own 2", "shared 4 own 2"]
        #expect(counts == expected, "\(reports[0].explanation)")
        #expect(reports[2].timing?.isWarm == true)
        #expect(
            last.after.title.hasSuffix(
                "list 4 true date true registered yes keys count,deep,registered"
            )
        )
        let found = reports.map { $0.after.body.split(separator: "\n").map(String.init) }
        #expect(found[0] == Self.surroundings("First", keychain: "none"))
        #expect(found[2] == Self.surroundings("First", keychain: "none++"))
        // Before the first unlock it finds nothing, keeps nothing, and is told so as on iOS.
        #expect(closed.verdict == .delivered && closed.strikes.isEmpty, "\(closed.explanation)")
        let told = closed.after.body.split(separator: "\n").map(String.init)
        #expect(told.contains("keychain=none -25308 -25308 -34018"), "\(told)")
        #expect(told.contains("home=refused") && told.contains("group=refused"), "\(told)")
        #expect(told.contains("temporary=elsewhere"), "\(told)")
        #expect(unlocked.after.title.hasPrefix("shared 5 own 3 "), "\(unlocked.after.title)")
        let warning = reports[0].log.first { $0.text.contains("group.other") }
        #expect(warning?.text.contains("application-groups") == true)
    }

    private static func surroundings(_ name: String, keychain: String) -> [String] {
        let places = #"["home", "home", "home", "home"]"#
        return [
            "process=\(name)", #"defaults=["https://example.com/a?b", "file:///a%20b"]"#,
            "identifier=com.example.\(name)", "key=value", "version=1.5", "url=words.txt",
            "path=true", "localized=Hello", "main=Hello", "class=true",
            "temporary=elsewhere", "temporaryDirectory=elsewhere",
            "urls=\(places)", "url=\(places)", "paths=\(places)", "home=home", "group=elsewhere",
            "other=none", "keychain=\(keychain) 0 -25299 -34018",
            "The specified item could not be found in the keychain.",
        ]
    }

    private func bundle(
        _ name: String,
        in workshop: borrowing Workshop
    ) async throws
        -> ExtensionBundle
    {
        let folder = workshop.folder
        let build = try await ToolBuild(fixture: "SwiftStorage", as: name, in: folder)
        let path = URL(fileURLWithPath: build.path)
        let manifest: [String: Any] = [
            "CFBundleIdentifier": "com.example.\(name)",
            "CFBundleExecutable": try ExtensionBundle(at: path.path).manifest.executable,
            "CFBundleShortVersionString": "1.5",
            "Key": "value",
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.service",
                "NSExtensionPrincipalClass": "\(name).NotificationService",
            ],
        ]
        try PropertyListSerialization.data(fromPropertyList: manifest, format: .xml, options: 0)
            .write(to: path.appendingPathComponent("Info.plist"))
        try Data("words".utf8).write(to: path.appendingPathComponent("words.txt"))
        let english = path.appendingPathComponent("en.lproj")
        try FileManager.default.createDirectory(at: english, withIntermediateDirectories: true)
        try Data(#""greeting" = "Hello";"#.utf8)
            .write(to: english.appendingPathComponent("Localizable.strings"))
        return try workshop.entitle(
            try ExtensionBundle(at: path.path),
            groups: [Self.group],
            keychains: ["com.example.keys"]
        )
    }
}
