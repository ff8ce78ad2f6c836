// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

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
        apps.program(at: peer.program) ?? programs.app(inSession: peer.session)
            ?? script(of: peer.arguments)
    }

    /// The app of a script: the kernel gives its interpreter the script's path, after the one argument
    /// that the script's first line may have (man 2 execve).
    private func script(of arguments: [String]) -> AppFolder.Place? {
        for argument in arguments.dropFirst() {
            guard let place = apps.program(at: argument) else { continue }
            if apps.isScript(argument) { return place }
        }
        return nil
    }
}
