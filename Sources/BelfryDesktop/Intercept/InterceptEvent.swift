// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What happens while notifications are intercepted.
package enum InterceptEvent: Sendable {
    /// The name is taken: from now on programs' notifications come here.
    case serving(DesktopServer)

    /// The server keeps the name: from now on what programs send it is watched.
    case watching(DesktopServer)

    /// A notification has reached the server, or its end.
    case handled(InterceptRecord)

    /// The user has pressed a button that the extension has added.
    case pressed(PressedButton)

    /// The server is gone; it is started again or waited for, and what was sent waits too.
    case serverLost(BusFault)

    /// The server is there again.
    case serverFound(DesktopServer)
}

/// What became of one notification, for an audit.
package struct InterceptRecord: Equatable, Sendable {
    /// Who has sent it: its connection on the bus, and what it calls itself.
    package var sender: String
    package var app: String

    /// The title as it came, and as it was shown.
    package var title: String
    package var shownTitle: String

    /// The number that its program was told; 0 where it was told an error.
    package var number: UInt32

    /// The verdict about the run and its reason's code; `late` for a run that took too long here, and
    /// `passed` for a notification that no extension was asked about.
    package var verdict: String
    package var reason: String

    /// The error that its program was told; nil for none.
    package var error: String?

    /// The error with which the server has refused what the extension has changed; nil for none.
    package var refusal: String?
}

/// Why interception has ended.
package enum InterceptEnd: Equatable, Sendable {
    /// It was asked to.
    case stopped

    /// Another program has the name and keeps it.
    case nameKept(by: String)

    /// The bus lets nobody watch what others send.
    case notAllowed(BusFault)

    /// There is no server, or it cannot be started.
    case noServer(BusFault)

    /// The session bus cannot be reached, or has ended.
    case noBus(BusFault)
}
