// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// What an extension may reach: the origins its manifest lists, and nothing else.
///
/// Deciding takes two steps. ``admit(_:)`` looks at the endpoint before any name is looked up, as a
/// lookup already tells somebody something. ``vet(_:for:)`` looks at the addresses the name led to,
/// so that whoever owns a listed name cannot point it at this machine or its network.
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
            let listed = Endpoint(
                scheme: endpoint.scheme,
                host: .address(address),
                port: endpoint.port
            )
            throw Refusal(
                .init(forbidden: address.addressClass),
                "\(name) leads to \(address), \(address.addressClass.phrase)",
                remedy: address.addressClass.isUnicast && address.mappedV4 == nil
                    ? "to reach it on purpose, ask for \(listed); \(listed.listing)" : nil,
                address: address
            )
        }
    }

    /// Refuses a connection that ended on this machine though its name does not say so.
    ///
    /// This machine may have a public address, behind which services listen that a firewall keeps
    /// from everybody else. The kernel gives a connection to one of its own addresses that address
    /// at both ends.
    ///
    /// - Parameters:
    ///   - local: The address of our end.
    ///   - remote: The address of the other end.
    ///   - endpoint: An endpoint whose addresses were vetted.
    /// - Throws: ``Refusal`` when nothing may be sent.
    func vet(
        connectionFrom local: IPAddress?,
        to remote: IPAddress?,
        for endpoint: Endpoint
    ) throws(Refusal) {
        guard case .name(let name) = endpoint.host, !endpoint.host.isLocalhost else { return }
        guard let remote, remote == local else { return }
        throw Refusal(
            .loopbackAddress,
            "\(name) leads to \(remote), an address of this machine",
            address: remote
        )
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
