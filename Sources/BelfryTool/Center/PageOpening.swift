// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Subprocess
internal import SystemPackage

/// Has the desktop open the address of the daemon's page, by xdg-open(1).
///
/// The address has the code that signs a browser in, and what a program is started with can be read by
/// every user of the machine (man 5 proc_pid_cmdline). The daemon takes such a code from a browser of the
/// same user alone. A file in its place would be out of reach of a browser in a sandbox, such as a snap's.
struct PageOpening: Sendable {
    /// How long xdg-open may take.
    ///
    /// On a desktop that it does not know it is there as long as the browser.
    private static let patience = Duration.seconds(3)

    /// Where it is; nil where `PATH` has none.
    private let program: String?

    /// Looks for it, where a person sits at a desktop of this machine.
    ///
    /// - Parameters:
    ///   - environment: What the tool was started with.
    ///   - isTerminal: Whether what it prints goes to a terminal; where not, nobody sees a window.
    init?(environment: [String: String], isTerminal: Bool) {
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
            environment[$0]?.isEmpty == false
        }
        guard isTerminal, hasDisplay else { return nil }
        program = (environment["PATH"] ?? "").split(separator: ":").lazy
            .map { "\($0)/xdg-open" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Has it opened.
    ///
    /// - Parameter address: What the daemon answered.
    /// - Returns: Why it is not open, and what to do; nil once it is.
    func open(_ address: String) async -> String? {
        guard let program else {
            return
                "there is no xdg-open in PATH, which would open it; open the address in a browser, "
                + "or install it (Debian: apt install xdg-utils)"
        }
        // A program in the daemon's place could have any address opened.
        guard address.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/#[0-9a-f]+/) != nil else {
            return "it is not opened, as it is not the address of a page on this machine"
        }
        let (ends, continuation) = AsyncStream.makeStream(of: String?.self)
        // The tool does not wait for a browser, and leaves it running.
        Task { continuation.yield(await Self.run(program, address)) }
        Task {
            try? await Task.sleep(for: Self.patience)
            continuation.yield(nil)
        }
        for await fault in ends { return fault }
        return nil
    }

    /// Runs it to its end, in a session of its own: the browser stays when the terminal is closed.
    private static func run(_ program: String, _ address: String) async -> String? {
        var options = PlatformOptions()
        options.createSession = true
        do {
            let result = try await Subprocess.run(
                .path(SystemPackage.FilePath(program)),
                arguments: [address],
                platformOptions: options,
                output: .discarded
            )
            if case .exited(0) = result.terminationStatus { return nil }
            return
                "\(program) could not open it (\(result.terminationStatus)); open the address in a "
                + "browser"
        } catch {
            return "\(program) could not be started: \(error); open the address in a browser"
        }
    }
}
