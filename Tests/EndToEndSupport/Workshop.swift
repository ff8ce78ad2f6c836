// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryAttachments
internal import BelfryModel
package import BelfryRuntime
package import BelfrySandbox
package import Foundation

/// A folder for one test: it builds fixtures into bundles there and gives hosts that use it.
package struct Workshop: ~Copyable {
    /// The folder, gone with the workshop.
    package let folder: URL

    /// The top of the repository.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()  // EndToEndSupport
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    /// Where the programs are: beside the tests, or where `BELFRY_PRODUCTS` says, for tests built
    /// with a sanitizer, which no sandboxed worker can be.
    package static let products =
        ProcessInfo.processInfo.environment["BELFRY_PRODUCTS"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// Makes the folder.
    package init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Compiles a fixture of `EndToEndTests/Fixtures/`, such as `Crashes`, in C or C++, and bundles it.
    ///
    /// - Parameters:
    ///   - name: The fixture's file name without its extension.
    ///   - options: Members of the manifest's `BFExtension`.
    ///   - libraries: What it is linked with.
    ///   - flags: Further arguments for the compiler.
    ///   - headers: Where the headers of the C ABI are.
    ///   - header: What it includes as `calls.h`.
    /// - Returns: The bundle.
    /// - Throws: ``CommandError`` with what the compiler said.
    package func bundle(
        _ name: String,
        _ options: [String: Any] = [:],
        libraries: [String] = [],
        flags: [String] = [],
        headers: String = "SDK/C/include",
        header: String = ""
    ) async throws -> ExtensionBundle {
        try Data(header.utf8).write(to: folder.appendingPathComponent("calls.h"))
        let library = folder.appendingPathComponent("\(name).so")
        let sources = Self.root.appendingPathComponent("Tests/EndToEndTests/Fixtures")
        let inC = sources.appendingPathComponent("\(name).c")
        let isC = FileManager.default.fileExists(atPath: inC.path)
        var fixture = CompiledFixture(
            source: isC ? inC : sources.appendingPathComponent("\(name).cc"),
            options: ["-I", folder.path] + flags + libraries.map { "-l\($0)" }
        )
        fixture.headers = headers
        try await fixture.build(library)
        return try bundle(name, library: library, options)
    }

    /// Bundles a library that exists.
    ///
    /// - Parameters:
    ///   - name: The bundle's name.
    ///   - library: What is copied into it.
    ///   - options: Members of the manifest's `BFExtension`.
    /// - Returns: The bundle.
    /// - Throws: What keeps it from being written or read.
    package func bundle(
        _ name: String,
        library: URL,
        _ options: [String: Any] = [:]
    ) throws -> ExtensionBundle {
        let path = folder.appendingPathComponent("\(name).appex")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        let executable = path.appendingPathComponent(name)
        try? FileManager.default.removeItem(at: executable)
        try FileManager.default.copyItem(at: library, to: executable)
        try Self.manifest(name, options).write(to: path.appendingPathComponent("Info.plist"))
        return try ExtensionBundle(at: path.path)
    }

    /// Compiles a program of `Fixtures/Programs/`, such as `attach`.
    ///
    /// - Parameters:
    ///   - name: Its source's name without the ending.
    ///   - libraries: What it is linked with.
    /// - Returns: Its path.
    /// - Throws: ``CommandError`` with what the compiler said.
    package func program(_ name: String, libraries: [String] = []) async throws -> String {
        let output = folder.appendingPathComponent(name).path
        let source = Self.root.appendingPathComponent(
            "Tests/EndToEndTests/Fixtures/Programs/\(name).c"
        )
        let result = try await Command.run(
            "/usr/bin/env",
            [
                "cc", "-std=gnu17", "-Wall", "-Wextra", "-Werror",
                "-I", Self.root.appendingPathComponent("SDK/C/include").path,
                "-o", output, source.path,
            ] + libraries.map { "-l\($0)" }
        )
        guard result.status == 0 else { throw CommandError("\(name).c", result) }
        return output
    }

    /// An Info.plist for a fixture.
    package static func manifest(
        _ name: String,
        _ options: [String: Any],
        identifier: String? = nil
    ) throws -> Data {
        // On a busy machine a host's first worker can take longer than the two seconds that it has.
        var options = options
        var budget = options["Budget"] as? [String: Any] ?? [:]
        if budget["start"] == nil { budget["start"] = "30s" }
        options["Budget"] = budget
        let plist: [String: Any] = [
            "CFBundleIdentifier": identifier ?? "com.example.fixture.\(name)",
            "CFBundleExecutable": name,
            "CFBundleShortVersionString": "1.0",
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.service"
            ],
            "BFExtension": options,
        ]
        return try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
    }

    /// Where the hosts' extensions keep what outlives them.
    package var statePath: String { folder.appendingPathComponent("state").path }

    /// Copies a bundle into another folder of the workshop, with an Info.plist of its own.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - name: The folder's name.
    ///   - identifier: The copy's identifier.
    /// - Returns: The copy.
    /// - Throws: What keeps it from being written or read.
    package func copy(
        _ bundle: ExtensionBundle,
        to name: String,
        as identifier: String
    ) throws -> ExtensionBundle {
        let path = folder.appendingPathComponent("\(name)/\(bundle.name).appex")
        let files = FileManager.default
        try files.createDirectory(
            at: path.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try files.copyItem(atPath: bundle.path, toPath: path.path)
        try Self.manifest(bundle.name, [:], identifier: identifier)
            .write(to: path.appendingPathComponent("Info.plist"))
        return try ExtensionBundle(at: path.path)
    }

    /// Gives a bundle app groups and keychains.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - groups: Its app groups.
    ///   - keychains: Its keychain access groups.
    /// - Returns: The bundle as it is now.
    /// - Throws: What keeps it from being written or read.
    package func entitle(
        _ bundle: ExtensionBundle,
        groups: [String],
        keychains: [String] = []
    ) throws -> ExtensionBundle {
        let list: [String: Any] = [
            "com.apple.security.application-groups": groups, "keychain-access-groups": keychains,
        ]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: bundle.path + "/Entitlements.plist"))
        return try ExtensionBundle(at: bundle.path)
    }

    /// Makes a host whose store is in the folder.
    ///
    /// - Parameters:
    ///   - isolation: Its sandbox.
    ///   - quarantine: Where it notes failures.
    ///   - quota: How much attachments may take.
    ///   - change: Changes its limits.
    /// - Returns: The host.
    /// - Throws: What keeps it from being made.
    package func host(
        _ isolation: IsolationPlan = .probe(),
        quarantine: QuarantineRegister? = nil,
        quota: StoreQuota = StoreQuota(),
        limits change: (inout HostLimits) -> Void = { _ in }
    ) throws -> ExtensionHost {
        var configuration = ExtensionHost.Configuration(
            sdk: try SDKLocation(executableDirectory: Self.products.path),
            storePath: folder.appendingPathComponent("store").path,
            isolation: isolation
        )
        configuration.statePath = statePath
        configuration.quarantine = quarantine
        configuration.storeQuota = quota
        change(&configuration.limits)
        return try ExtensionHost(configuration)
    }

    /// A push that every gate lets through.
    package static func push(_ custom: String = "") throws -> RunRequest {
        let text =
            #"{"aps":{"alert":{"title":"before","body":"text"},"mutable-content":1}\#(custom)}"#
        return .push(try PushPayload.parse(Array(text.utf8)), identifier: "request-1")
    }
}
