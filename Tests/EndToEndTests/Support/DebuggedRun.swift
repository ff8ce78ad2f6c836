// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Testing

/// A run that a debugger attaches to.
enum DebuggedRun {
    /// Runs an extension, has a debugger attach to it as its user has it, and waits for both.
    ///
    /// - Parameters:
    ///   - bundle: The extension.
    ///   - workshop: Where it is.
    ///   - isAtBreakpoint: Whether the debugger, which said this, has stopped the run where it was
    ///     to. A run that no debugger has let go on would wait for ever.
    ///   - command: The debugger's command line, for the shell.
    /// - Returns: What the debugger said.
    /// - Throws: What keeps the host from running it, and a debugger from being started.
    static func result(
        of bundle: ExtensionBundle,
        in workshop: borrowing Workshop,
        isAtBreakpoint: (String) -> Bool,
        _ command: (DebuggerInvitation) -> String
    ) async throws -> Command.Result {
        let host = try workshop.host()
        let (invitations, invitation) = AsyncStream.makeStream(of: DebuggerInvitation.self)
        var options = ExtensionHost.RunOptions()
        options.debugger = { invitation.yield($0) }
        async let running = host.run(try Workshop.push(), in: bundle, options: options)
        var invited = invitations.makeAsyncIterator()
        let said = try await Command.run(
            "/bin/sh",
            ["-c", command(try #require(await invited.next()))]
        )
        if !isAtBreakpoint(said.output) { await host.shutdown() }
        let report = try await running
        #expect(report.ending == .delivered(.completed), "\(said.output)\(said.errors)")
        #expect(report.isDebugged)
        #expect(report.strikes.isEmpty)
        await host.shutdown()
        return said
    }
}

extension LLDB {
    /// What its user types so that a SIGSTOP of lldb's own, which comes late, ends no step.
    static let patience = "process handle --stop false --pass false SIGSTOP"

    /// What its user has it do with a process that is detached, which a SIGSTOP of lldb's may still
    /// reach.
    static func resumption(of process: String) -> String {
        "platform shell kill -CONT \(process)"
    }

    /// What the tool has its user type, with what the user types then, and the end of it.
    static func command(
        of invitation: DebuggerInvitation,
        typing typed: some Sequence<String>
    ) -> String {
        let all = typed + ["detach", resumption(of: "\(invitation.process)")]
        return path + invitation.lldbCommand.dropFirst("lldb".count) + " --no-lldbinit --batch"
            + all.map { " -o '\($0)'" }.joined()
    }
}
