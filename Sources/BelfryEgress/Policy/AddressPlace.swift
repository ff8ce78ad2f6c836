// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Where a public address is, in the view of this machine.
///
/// With IPv6 every machine of a home has a public address, which only the router keeps others from:
/// an address's class does not tell whether it is the printer next door.
enum AddressPlace: Equatable {
    /// This machine.
    case thisMachine

    /// The network that this machine is in: what is sent there passes no router.
    case ownNetwork

    /// Behind a router, or nowhere.
    case elsewhere

    /// Finds the way to an address; nil where there is none.
    typealias RouteFinder = @Sendable (IPAddress) throws(SystemError) -> NetworkRoute?

    /// Asks this machine's routing tables.
    static let askMachine: RouteFinder = { address throws(SystemError) in
        try NetworkRoute.find(to: (address.mappedV4 ?? address).bytes)
    }

    /// Where a route leads.
    ///
    /// A route without a gateway leads to a neighbour. Not so a default route, behind which is
    /// everything, and one through a tunnel, whose other end passes on what it gets: of these only the
    /// prefix of an address that the tunnel itself has is taken for its network.
    init(along route: NetworkRoute?) {
        guard let route else {
            self = .elsewhere
            return
        }
        if !route.isUnicast || route.isLoopback {
            self = .thisMachine
        } else if route.hasGateway || route.isDefault {
            self = .elsewhere
        } else {
            self = route.isOfOwnAddress || route.hasNeighbours ? .ownNetwork : .elsewhere
        }
    }
}
