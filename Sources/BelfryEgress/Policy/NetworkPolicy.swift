// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// What an extension may reach: the origins its manifest lists, and nothing else.
///
/// Deciding takes three steps. ``admit(_:)`` looks at the endpoint before any name is looked up, as a
/// lookup already tells somebody something. ``vet(_:for:)`` looks at the addresses the name led to,
/// and ``vet(_:for:admitted:along:)`` at the way to them, so that whoever owns a listed name cannot
/// point it at this machine or its network.
package struct NetworkPolicy: Sendable, Equatable {
    /// The origins, in the manifest's order.
    let origins: [Origin]

    /// Whether public endpoints that no origin covers are let out too, for whoever wants to know which
    /// origins an extension asks for.
    let isLearning: Bool

    /// Allows these origins.
    init(origins: [Origin], isLearning: Bool = false) {
        self.origins = origins
        self.isLearning = isLearning
    }

    /// Allows nothing.
    package init() {
        self.init(origins: [])
    }

    /// Reads a list of origins.
    ///
    /// - Parameters:
    ///   - strings: The origins as they are written.
    ///   - place: Where they are written, for the error; `BFExtension.Network` if not said.
    ///   - isLearning: Whether public endpoints that none of them covers are let out too.
    /// - Throws: ``OriginError`` for the first that is no origin.
    package init(
        _ strings: [String],
        from place: String = OriginError.manifestPlace,
        isLearning: Bool = false
    ) throws(OriginError) {
        var origins: [Origin] = []
        for string in strings {
            do throws(OriginError) {
                origins.append(try Origin(string))
            } catch {
                throw error.found(in: place)
            }
        }
        self.init(origins: origins, isLearning: isLearning)
    }

    /// How an endpoint comes to be let out.
    enum Admission: Equatable {
        /// An origin covers it.
        case listed
        /// No origin covers it, and the policy learns.
        case learned
    }

    /// Refuses an endpoint that no origin covers, unless the policy learns and it is public.
    ///
    /// An address is taken for what its author meant only where it is listed: one that is not, and
    /// `localhost`, stay refused, so that learning opens no way to this machine or its network. A name
    /// is held to public addresses by ``vet(_:for:)``.
    ///
    /// - Parameter endpoint: Where the request wants to go.
    /// - Returns: Whether it is listed.
    /// - Throws: ``Refusal`` with the line that would allow it.
    func admit(_ endpoint: Endpoint) throws(Refusal) -> Admission {
        if origins.contains(where: { $0.covers(endpoint) }) { return .listed }
        if isLearning, endpoint.host.isPublicByItself { return .learned }
        throw Refusal(
            .notListed,
            "\(endpoint) is not in the extension's list of origins",
            remedy: endpoint.listing
        )
    }

    /// Refuses addresses that the endpoint must not lead to.
    ///
    /// An address that the manifest lists as itself is what its author meant. `localhost` means
    /// this machine and only that. Any other name leads to public addresses; one other address
    /// among many condemns all, as the choice between them is the resolver's and not ours.
    ///
    /// - Parameters:
    ///   - addresses: Every address the endpoint's host stands for.
    ///   - endpoint: An endpoint that was admitted.
    /// - Throws: ``Refusal`` naming the first address that is out of bounds.
    func vet(_ addresses: [IPAddress], for endpoint: Endpoint) throws(Refusal) {
        guard !addresses.isEmpty else {
            throw Refusal(.unresolvable, "\(endpoint.host) has no address")
        }
        guard case .name(let name) = endpoint.host else { return }
        let permitted: AddressClass = endpoint.host.isLocalhost ? .loopback : .public
        for address in addresses where address.addressClass != permitted {
            throw Refusal(
                .init(forbidden: address.addressClass),
                "\(name) leads to \(address), \(address.addressClass.phrase)",
                remedy: Self.remedy(for: address, of: endpoint),
                address: address
            )
        }
    }

    /// Refuses public addresses that are this machine's, or those of machines beside it.
    ///
    /// - Parameters:
    ///   - addresses: Addresses that were vetted, of which one may be connected to.
    ///   - endpoint: An endpoint that was admitted.
    ///   - admission: How it was admitted.
    ///   - route: Finds the way to an address.
    /// - Throws: ``Refusal`` naming the first address that is not elsewhere, or whose way cannot be
    ///   found out.
    func vet(
        _ addresses: some Sequence<IPAddress>,
        for endpoint: Endpoint,
        admitted admission: Admission,
        along route: AddressPlace.RouteFinder
    ) throws(Refusal) {
        guard !Self.isTakenAtItsWord(endpoint, admission) else { return }
        for address in addresses {
            let found: NetworkRoute?
            do throws(SystemError) {
                found = try route(address)
            } catch {
                throw Refusal(
                    .connectFailed,
                    "where \(address) is cannot be asked: \(error)",
                    remedy: "let the host make sockets of AF_NETLINK, such as by "
                        + "RestrictAddressFamilies in its systemd unit",
                    address: address
                )
            }
            switch AddressPlace(along: found) {
            case .elsewhere: continue
            case .thisMachine: throw Self.inside(.loopbackAddress, address, endpoint)
            case .ownNetwork: throw Self.inside(.privateAddress, address, endpoint)
            }
        }
    }

    /// Refuses a connection that ended on this machine though nothing in its endpoint says so.
    ///
    /// This machine may have a public address, behind which services listen that a firewall keeps
    /// from everybody else. The kernel gives a connection to one of its own addresses that address
    /// at both ends. Its routes were asked before; this is what came of them.
    ///
    /// - Parameters:
    ///   - local: The address of our end.
    ///   - remote: The address of the other end.
    ///   - endpoint: An endpoint whose addresses were vetted.
    ///   - admission: How it was admitted.
    /// - Throws: ``Refusal`` when nothing may be sent.
    func vet(
        connectionFrom local: IPAddress?,
        to remote: IPAddress?,
        for endpoint: Endpoint,
        admitted admission: Admission
    ) throws(Refusal) {
        guard !Self.isTakenAtItsWord(endpoint, admission) else { return }
        guard let remote, remote == local else { return }
        throw Self.inside(.loopbackAddress, remote, endpoint)
    }

    /// Whether an endpoint says by itself where it is, and its author meant that.
    ///
    /// That are `localhost`, and an address that is listed: one that is learned was meant by nobody but
    /// the extension.
    private static func isTakenAtItsWord(_ endpoint: Endpoint, _ admission: Admission) -> Bool {
        switch endpoint.host {
        case .name: endpoint.host.isLocalhost
        case .address: admission == .listed
        }
    }

    private static func inside(
        _ reason: EgressDecision.Reason,
        _ address: IPAddress,
        _ endpoint: Endpoint
    ) -> Refusal {
        let subject =
            if case .name(let name) = endpoint.host { "\(name) leads to \(address)," } else {
                "\(address) is"
            }
        let place = reason == .loopbackAddress ? "this machine" : "this machine's network"
        return Refusal(
            reason,
            "\(subject) an address of \(place)",
            remedy: remedy(for: address, of: endpoint),
            address: address
        )
    }

    /// How to reach an address on purpose; nil for one that no manifest can list.
    private static func remedy(for address: IPAddress, of endpoint: Endpoint) -> String? {
        guard address.addressClass.isUnicast, address.mappedV4 == nil else { return nil }
        let listed = Endpoint(
            scheme: endpoint.scheme,
            host: .address(address),
            port: endpoint.port
        )
        return "to reach it on purpose, ask for \(listed); \(listed.listing)"
    }
}

extension RemoteHost {
    /// Whether nothing in the host itself says that it is not public; a name may still lead elsewhere.
    fileprivate var isPublicByItself: Bool {
        switch self {
        case .name: !isLocalhost
        case .address(let address): address.addressClass == .public
        }
    }
}
