// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// Finds out which app a process is part of, by what it runs.
struct AppPeers: Sendable {
    let apps: AppFolder
    let programs: AppPrograms

    /// The app of a process: one that runs a program or a script inside of the installed app, or that
    /// the program has started which the daemon started.
    ///
    /// - Parameter peer: What the process is.
    /// - Returns: The app and its version; nil for a process that is no app's.
    func place(of peer: PeerIdentity.Running) -> AppFolder.Place? {
        apps.program(at: peer.program) ?? peer.session.flatMap { programs.app(inSession: $0) }
            ?? script(of: peer)
    }

    /// Most words of a command line that are looked at.
    private static let wordLimit = 256

    /// The app of a script: the kernel gives its interpreter the script's path as it was written, after
    /// what the script's first line has (man 2 execve).
    private func script(of peer: PeerIdentity.Running) -> AppFolder.Place? {
        for argument in peer.arguments.dropFirst().prefix(Self.wordLimit) {
            guard let path = Self.file(argument, in: peer.directory) else { continue }
            guard let place = apps.program(at: path) else { continue }
            if apps.isScript(path) { return place }
        }
        return nil
    }

    /// The path of a file without symbolic links (man 3 realpath).
    ///
    /// - Parameters:
    ///   - name: The file, as a process named it.
    ///   - directory: The process's current directory; nil where it is not known.
    /// - Returns: The path; nil where there is no such file.
    private static func file(_ name: String, in directory: String?) -> String? {
        let isAbsolute = name.hasPrefix("/")
        guard !name.isEmpty, isAbsolute || directory != nil,
            let resolved = unsafe realpath(isAbsolute ? name : "\(directory ?? "")/\(name)", nil)
        else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
