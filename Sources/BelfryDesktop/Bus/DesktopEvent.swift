// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a desktop's bus and its notification server say, in their order.
package enum DesktopEvent: Equatable, Sendable {
    /// There is a server; what was asked of an earlier one and not answered is lost.
    case found(DesktopServer, DesktopServer.Identity)

    /// There is no server, or no bus; what was asked and not answered is lost.
    case absent(BusFault)

    /// The server shows what was asked for under a tag, and has a number for it.
    case shown(tag: Int, number: UInt32)

    /// The server does not show what was asked for under a tag; whether it may later.
    case refused(tag: Int, BusFault, isPassing: Bool)

    /// The user has pressed a button.
    case invoked(number: UInt32, key: String)

    /// The user has written an answer.
    case replied(number: UInt32, text: String)

    /// A program of the session asks the centre.
    case asked(BusQuestion)

    /// Another program has the centre's name on the bus: programs ask that one.
    case nameless

    /// A notification is gone, and whether the user has put it away.
    case closed(number: UInt32, byUser: Bool)
}
