// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// Which of the files that a crash record names may be opened: the bundle's own, and the libraries
/// that every worker may load.
///
/// The names are the extension's word, so a name leads nowhere but there, and through no link.
struct CrashFiles: Sendable {
    private let roots: [String]

    /// Lists the places.
    ///
    /// - Parameters:
    ///   - bundlePath: The extension's bundle.
    ///   - runtimePaths: Files and directories of Belfry and of the Swift runtime.
    init(bundlePath: String, runtimePaths: [String]) {
        // The kernel names a mapped file by a path without links.
        roots = ([bundlePath] + runtimePaths + Self.systemPaths).compactMap(Self.canonical)
    }

    /// Whether a path leads into one of the places.
    func allows(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "", parts.count > 1,
            parts.dropFirst().allSatisfy({ !["", ".", ".."].contains($0) })
        else { return false }
        return roots.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// Opens a file for reading; nil for one that is not allowed, not there or not regular.
    func open(_ path: String) -> Descriptor? {
        guard allows(path), let root = try? Descriptor.openDirectory("/"),
            // Without O_NONBLOCK, opening a fifo waits for somebody to write to it.
            let file = try? root.openBeneath(String(path.dropFirst()), O_RDONLY | O_NONBLOCK),
            let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return file
    }

    private static let systemPaths = [
        "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64",
    ]

    private static func canonical(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
