// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Where the daemon is, and what this process tells it of itself.
struct DaemonAddress: Sendable {
    /// The daemon's socket.
    let socket: String

    /// Headers that say which app this is.
    let identity: [(name: String, value: String)]

    /// The one of this process.
    static let ofProcess = DaemonAddress(
        environment: ProcessInfo.processInfo.environment,
        home: NSHomeDirectory(),
        program: program
    )

    /// Finds the daemon as `belfry` and `belfryd` do: `BELFRY_SOCKET`, the user's runtime directory,
    /// the daemon's state.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - home: The user's home directory.
    ///   - program: The path of this program.
    init(environment: [String: String], home: String, program: String) {
        func directory(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let base = directory("XDG_STATE_HOME") ?? home + "/.local/state"
        let state = variable("BELFRY_STATE") ?? base + "/belfry"
        socket =
            variable("BELFRY_SOCKET")
            ?? directory("XDG_RUNTIME_DIR").map { $0 + "/belfry/api" } ?? state + "/run/api"
        var identity: [(name: String, value: String)] = []
        if let token = variable("BELFRY_APP_TOKEN"), Self.isPlain(token) {
            identity.append(("Authorization", "Bearer \(token)"))
        }
        if let app = Self.bundleIdentifier(ofProgram: program), Self.isPlain(app) {
            identity.append(("Belfry-App", app))
        }
        self.identity = identity
    }

    /// Whether a text can be a header's value.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// What the app says that it is: the identifier in `Info.plist` beside its program.
    private static func bundleIdentifier(ofProgram program: String) -> String? {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        guard
            folder.pathExtension == "app",
            let data = try? Data(contentsOf: folder.appendingPathComponent("Info.plist")),
            let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        else { return nil }
        return (list as? [String: Any])?["CFBundleIdentifier"] as? String
    }

    /// The path of this program, as the kernel knows it.
    private static var program: String {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return link ?? CommandLine.arguments.first ?? ""
    }

    /// Whether this process runs tests, which have a centre of their own: an author's tests are to
    /// notify nobody.
    static let isTestProcess: Bool = {
        let name = URL(fileURLWithPath: program).lastPathComponent
        return name.hasSuffix(".xctest") || ["xctest", "swiftpm-testing-helper"].contains(name)
    }()
}
