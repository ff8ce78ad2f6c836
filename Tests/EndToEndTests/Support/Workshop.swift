// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySandbox
internal import Foundation
internal import Testing

/// A folder for one test: it builds fixtures into bundles there and gives hosts that use it.
struct Workshop: ~Copyable {
    let folder: URL

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()  // Support
        .deletingLastPathComponent()  // EndToEndTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    /// Where the programs are: beside the tests, or where `BELFRY_PRODUCTS` says, for tests built
    /// with a sanitizer, which no sandboxed worker can be.
    static let products =
        ProcessInfo.processInfo.environment["BELFRY_PRODUCTS"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath()
        .deletingLastPathComponent()

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Compiles a fixture of `Fixtures/`, such as `Crashes`, in C or C++, and bundles it; the options
    /// are members of the manifest's `BFExtension`, the headers those of the C ABI, and the header is
    /// what it includes as `calls.h`.
    func bundle(
        _ name: String,
        _ options: [String: Any] = [:],
        libraries: [String] = [],
        flags: [String] = [],
        headers: String = "SDK/C/include",
        header: String = ""
    ) async throws -> ExtensionBundle {
        let path = folder.appendingPathComponent("\(name).appex")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        let output = path.appendingPathComponent(name).path
        let header = Data(header.utf8)
        try header.write(to: folder.appendingPathComponent("calls.h"))
        let sources = Self.root.appendingPathComponent("Tests/EndToEndTests/Fixtures")
        let isC = FileManager.default.fileExists(
            atPath: sources.appendingPathComponent("\(name).c").path
        )
        let compiler =
            isC
            ? ["cc", "-std=gnu17"]
            : ["c++", "-std=gnu++20", "-Wno-missing-field-initializers"]
        let source = sources.appendingPathComponent(name + (isC ? ".c" : ".cc")).path
        let result = try await Command.run(
            "/usr/bin/env",
            compiler + [
                "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                "-fvisibility=hidden", "-pthread",
                "-I", Self.root.appendingPathComponent(headers).path,
                "-I", folder.path,
                "-Wl,--version-script=\(Self.root.appendingPathComponent("SDK/extension.map").path)",
                "-o", output, source,
            ] + flags + libraries.map { "-l\($0)" }
        )
        try #require(result.status == 0, "\(result.errors)")
        try Self.manifest(name, options).write(to: path.appendingPathComponent("Info.plist"))
        return try ExtensionBundle(at: path.path)
    }

    /// Compiles a program of `Fixtures/Programs/`, such as `attach`; its path.
    func program(_ name: String) async throws -> String {
        let output = folder.appendingPathComponent(name).path
        let source = Self.root.appendingPathComponent(
            "Tests/EndToEndTests/Fixtures/Programs/\(name).c"
        )
        let result = try await Command.run(
            "/usr/bin/env",
            ["cc", "-std=gnu17", "-Wall", "-Wextra", "-Werror", "-o", output, source.path]
        )
        try #require(result.status == 0, "\(result.errors)")
        return output
    }

    /// An Info.plist for a fixture.
    static func manifest(_ name: String, _ options: [String: Any]) throws -> Data {
        let plist: [String: Any] = [
            "CFBundleIdentifier": "com.example.fixture.\(name)",
            "CFBundleExecutable": name,
            "CFBundleShortVersionString": "1.0",
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.service"
            ],
            "BFExtension": options,
        ]
        return try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
    }

    /// Makes a host whose store is in the folder.
    func host(
        _ isolation: IsolationPlan = .probe(),
        quarantine: QuarantineRegister? = nil
    ) throws -> ExtensionHost {
        var configuration = ExtensionHost.Configuration(
            sdk: try SDKLocation(executableDirectory: Self.products.path),
            storePath: folder.appendingPathComponent("store").path,
            isolation: isolation
        )
        configuration.quarantine = quarantine
        return try ExtensionHost(configuration)
    }

    /// A push that every gate lets through.
    static func push(_ custom: String = "") throws -> RunRequest {
        let text =
            #"{"aps":{"alert":{"title":"before","body":"text"},"mutable-content":1}\#(custom)}"#
        return .push(try PushPayload.parse(Array(text.utf8)), identifier: "request-1")
    }
}

/// Runs a program to its end.
enum Command {
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Waits without holding one of the few threads that Swift's tasks share, a host's among them.
    static func run(
        _ path: String,
        _ arguments: [String],
        input: String = ""
    ) async throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, not pipes: a full pipe would stop a talkative program.
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data(input.utf8).write(to: files[0])
        try Data().write(to: files[1])
        try Data().write(to: files[2])
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        for await _ in ends {}
        return Result(
            status: process.terminationStatus,
            output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8)
        )
    }
}
