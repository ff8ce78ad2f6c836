// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The numbers of notifications as programs know them, and as the server does.
///
/// They are the same until a server ends and another one begins with 1 again. From then on those of the
/// new server are counted up from the ones that were given out, so that no program takes another's
/// notification for its own.
struct NotificationNumbers {
    /// What is added to a number of the server's.
    private var offset: UInt32 = 0

    /// The highest number that was given out.
    private var highest: UInt32 = 0

    /// Numbers of an earlier server's that programs go on with, and what the server calls them.
    private var kept: [UInt32: UInt32] = [:]
    private var keepers: [UInt32: UInt32] = [:]
    private var order = Fifo<UInt32>()

    /// The next number of a notification that no server has.
    ///
    /// Programs that keep numbers as signed ones have them positive.
    private var unshown = Self.lastUnshown

    private static let lastUnshown: UInt32 = 0x7FFF_FFFF
    private static let firstUnshown: UInt32 = 0x4000_0000

    private static let keptLimit = 4096

    /// What the server calls a notification; 0 for one that it has not.
    func server(_ number: UInt32) -> UInt32 {
        if let kept = kept[number] { return kept }
        guard number > offset else { return 0 }
        let server = number - offset
        return keepers[server] == nil ? server : 0
    }

    /// What programs call a notification of the server's.
    func program(_ server: UInt32) -> UInt32 {
        keepers[server] ?? server &+ offset
    }

    /// Takes the server's number of a notification that it shows.
    ///
    /// - Parameters:
    ///   - server: The server's number.
    ///   - replaced: What the program has called the one that it takes the place of; 0 for none.
    /// - Returns: What the program is told.
    mutating func note(_ server: UInt32, replacing replaced: UInt32) -> UInt32 {
        // The specification has the answer be the number of what was to be replaced.
        if replaced != 0, replaced <= offset, self.server(replaced) == 0 {
            keep(replaced, server)
            return replaced
        }
        let number = program(server)
        // A number that a program has made up says nothing of the server's own.
        if replaced == 0 { highest = max(highest, number) }
        return number
    }

    private mutating func keep(_ number: UInt32, _ server: UInt32) {
        kept[number] = server
        keepers[server] = number
        order.append(number)
        if order.count > Self.keptLimit, let oldest = order.popFirst() { forget(oldest) }
    }

    private mutating func forget(_ number: UInt32) {
        guard let server = kept.removeValue(forKey: number) else { return }
        if keepers[server] == number { keepers[server] = nil }
    }

    /// A number for a notification that is not shown; servers begin at the other end.
    mutating func numberOfUnshown() -> UInt32 {
        defer { unshown = unshown > Self.firstUnshown ? unshown - 1 : Self.lastUnshown }
        return unshown
    }

    /// Notes that the server has closed a notification.
    mutating func close(_ server: UInt32) {
        if let number = keepers[server] { forget(number) }
    }

    /// Notes that the server has ended with all that it has shown.
    mutating func serverEnded() {
        offset = highest
        kept = [:]
        keepers = [:]
        order = Fifo()
    }
}
