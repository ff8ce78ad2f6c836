// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Foundation

/// Where the loader of a worker finds the libraries that an extension needs.
struct LibrarySearch {
    private let systemDirectories: [String]
    private let swiftDirectories: [String]

    /// A search of this machine.
    ///
    /// - Parameter sdk: Where the libraries of Swift extensions are; nil where they are not installed.
    init(sdk: SDKLocation?) {
        let sdkDirectory = sdk?.swiftLibraryPath.map { FilePath($0).directory }
        swiftDirectories = [sdk?.swiftRuntimePath, sdkDirectory].compactMap(\.self)
        systemDirectories = Self.configured() + Self.roots
    }

    /// Looks for a library by name.
    ///
    /// - Parameters:
    ///   - name: The name as the extension asks for it.
    ///   - runtime: The zygote it will run in.
    /// - Returns: Its path; nil where it is in none of the directories.
    func path(of name: String, for runtime: ExtensionBundle.Runtime) -> String? {
        guard !name.contains("/") else { return nil }
        let own = runtime == .swift ? swiftDirectories : []
        return (own + systemDirectories).lazy.map { "\($0)/\(name)" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The directories that the sandbox shows to every worker.
    private static let roots = ["/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib"]

    /// The directories of the loader's configuration (man 8 ldconfig) that are below those.
    private static func configured() -> [String] {
        let folder = "/etc/ld.so.conf.d"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let files = ["/etc/ld.so.conf"] + names.sorted().map { "\(folder)/\($0)" }
        let lines = files.flatMap { path in
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            return (text ?? "").split(whereSeparator: \.isNewline).map(String.init)
        }
        return lines.filter { line in roots.contains { line.hasPrefix($0 + "/") } }
    }
}
