// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryTerminal

/// What a person who waits to attach a debugger is told.
enum DebuggerNotice {
    @Sendable
    static func write(_ invitation: DebuggerInvitation) {
        Terminal.standardError.write(text(invitation))
    }

    static func text(_ invitation: DebuggerInvitation) -> String {
        "The extension is loaded and waits, budgets off. In another terminal:\n\n"
            + "  \(invitation.command)\n\nor:\n\n  \(invitation.lldbCommand)\n\n"
    }
}
