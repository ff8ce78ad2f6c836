// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform

/// The way that this machine takes to an address, as its routing tables have it at the moment.
package struct NetworkRoute: Sendable, Equatable {
    /// Whether it leads to one other machine: not to this one, and not to many.
    package var isUnicast: Bool

    /// Whether another machine passes on what is sent.
    package var hasGateway: Bool

    /// Whether it is for all addresses that no other route is for.
    package var isDefault: Bool

    /// Whether the kernel made it for the prefix of an address that an interface has.
    package var isOfOwnAddress: Bool

    /// Whether its interface is the loopback interface.
    package var isLoopback: Bool

    /// Whether its interface is on a link where any address can be a machine, unlike a tunnel.
    package var hasNeighbours: Bool

    /// A route of which nothing more is known than where it leads.
    package init(isUnicast: Bool, hasGateway: Bool) {
        self.isUnicast = isUnicast
        self.hasGateway = hasGateway
        isDefault = false
        isOfOwnAddress = false
        isLoopback = false
        hasNeighbours = false
    }

    /// Asks the kernel for the way to an address (man 7 rtnetlink, `RTM_GETROUTE`).
    ///
    /// It answers from its tables at once: nothing is sent.
    ///
    /// - Parameter address: 4 or 16 bytes, in network byte order.
    /// - Returns: The route; nil where no way leads there.
    /// - Throws: ``SystemError`` when the kernel cannot be asked.
    package static func find(to address: [UInt8]) throws(SystemError) -> NetworkRoute? {
        var found = belfry_route()
        try checked("rtnetlink") { unsafe belfry_find_route(address, address.count, &found) }
        guard found.exists else { return nil }
        var route = NetworkRoute(isUnicast: found.is_unicast, hasGateway: found.has_gateway)
        route.isDefault = found.is_default
        route.isOfOwnAddress = found.is_of_own_address
        route.isLoopback = found.is_loopback
        route.hasNeighbours = found.has_neighbours
        return route
    }
}
