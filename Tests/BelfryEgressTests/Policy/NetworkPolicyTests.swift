// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import Glibc
import Testing

@testable import BelfryEgress

@Suite struct NetworkPolicyTests {
    @Test func `allows nothing by default`() throws {
        let error = #expect(throws: Refusal.self) {
            _ = try NetworkPolicy().admit(endpoint("example.com"))
        }
        #expect(error?.reason == .notListed)
        #expect(
            error?.remedy
                == "write in Info.plist: <key>BFExtension</key><dict><key>Network</key><array>"
                + "<string>https://example.com</string></array></dict>"
        )
    }

    @Test func `admits what any of its origins covers`() throws {
        let policy = try NetworkPolicy(["https://example.com", "*.example.org"])
        #expect(try policy.admit(endpoint("example.com")) == .listed)
        #expect(try policy.admit(endpoint("cdn.example.org")) == .listed)
        #expect(throws: Refusal.self) { _ = try policy.admit(endpoint("example.org")) }
    }

    @Test(arguments: ["example.org", "a.b.example", "93.184.216.34"])
    func `learns what is public`(host: String) throws {
        let policy = try NetworkPolicy(["https://example.com"], isLearning: true)
        #expect(try policy.admit(endpoint("example.com")) == .listed)
        #expect(try policy.admit(endpoint(host)) == .learned)
    }

    @Test(arguments: [
        "localhost", "127.0.0.1", "[::1]", "10.0.0.1", "192.168.1.1", "169.254.169.254",
        "[fd00::1]",
    ])
    func `learns no way to this machine or its network`(host: String) throws {
        let policy = try NetworkPolicy([], isLearning: true)
        let error = #expect(throws: Refusal.self) { _ = try policy.admit(endpoint(host)) }
        #expect(error?.reason == .notListed)
    }

    @Test func `holds a name that is learned to public addresses`() throws {
        let policy = try NetworkPolicy([], isLearning: true)
        let name = try endpoint("example.com")
        let error = #expect(throws: Refusal.self) {
            try policy.vet([try #require(IPAddress("10.0.0.1"))], for: name)
        }
        #expect(error?.reason == .privateAddress)
    }

    @Test func `names the first string that is no origin`() {
        let error = #expect(throws: OriginError.self) {
            try NetworkPolicy(["https://example.com", "https://*.com", "nonsense/"])
        }
        #expect(error?.text == "https://*.com")
        #expect(error?.description.hasPrefix(#"BFExtension.Network: "https://*.com": "#) == true)
    }

    @Test func `says where a string was that is no origin`() {
        let error = #expect(throws: OriginError.self) {
            try NetworkPolicy(["ftp://a"], from: "--allow-network")
        }
        #expect(error?.description.hasPrefix(#"--allow-network: "ftp://a": "#) == true)
    }

    @Test(arguments: ["8.8.8.8", "2606:4700::1"])
    func `sends nothing to this machine's own address, unless it is listed as itself`(
        text: String
    ) throws {
        let own = try #require(IPAddress(text))
        let other = try #require(IPAddress("9.9.9.9"))
        func vet(
            from local: IPAddress,
            _ endpoint: Endpoint,
            _ admission: NetworkPolicy.Admission
        ) throws {
            try NetworkPolicy().vet(
                connectionFrom: local,
                to: own,
                for: endpoint,
                admitted: admission
            )
        }
        let name = try endpoint("example.com")
        let itself = Endpoint(scheme: .https, host: .address(own), port: 22)
        let condemned: [(Endpoint, NetworkPolicy.Admission)] = [
            (name, .listed), (name, .learned), (itself, .learned),
        ]
        for (endpoint, admission) in condemned {
            let error = #expect(throws: Refusal.self) { try vet(from: own, endpoint, admission) }
            #expect(error?.reason == .loopbackAddress)
            #expect(error?.address == own)
        }
        try vet(from: other, name, .listed)
        try vet(from: other, itself, .learned)
        try vet(from: own, try endpoint("localhost"), .listed)
        try vet(from: own, itself, .listed)
    }

    /// What the kernel says of an address, with the place that it means.
    private static let routes: [(String, NetworkRoute?, AddressPlace)] = {
        func route(_ change: (inout NetworkRoute) -> Void) -> NetworkRoute {
            var route = NetworkRoute(isUnicast: true, hasGateway: false)
            change(&route)
            return route
        }
        return [
            ("none", nil, .elsewhere),
            ("by a router", NetworkRoute(isUnicast: true, hasGateway: true), .elsewhere),
            ("an own address", NetworkRoute(isUnicast: false, hasGateway: false), .thisMachine),
            ("the loopback interface", route { $0.isLoopback = true }, .thisMachine),
            (
                "the prefix of an own address",
                route { ($0.isOfOwnAddress, $0.hasNeighbours) = (true, true) }, .ownNetwork
            ),
            ("a prefix that a router announces", route { $0.hasNeighbours = true }, .ownNetwork),
            ("the prefix of a tunnel's address", route { $0.isOfOwnAddress = true }, .ownNetwork),
            ("behind a tunnel", route { _ in }, .elsewhere),
            ("all behind a tunnel", route { $0.isDefault = true }, .elsewhere),
            (
                "all on a link",
                route { ($0.isDefault, $0.hasNeighbours) = (true, true) }, .elsewhere
            ),
        ]
    }()

    @Test(arguments: routes)
    func `lets nothing that is not listed as itself lead to this machine or its network`(
        name: String,
        route: NetworkRoute?,
        place: AddressPlace
    ) throws {
        #expect(AddressPlace(along: route) == place, "\(name)")
        let inside = try #require(IPAddress("2606:4700::1"))
        let open = try #require(IPAddress("8.8.8.8"))
        let itself = Endpoint(scheme: .https, host: .address(inside), port: 22)
        let held: [(Endpoint, NetworkPolicy.Admission)] = [
            (try endpoint("example.com"), .listed), (try endpoint("example.com"), .learned),
            (itself, .learned),
        ]
        func vet(_ endpoint: Endpoint, _ admission: NetworkPolicy.Admission) throws {
            try NetworkPolicy().vet([open, inside], for: endpoint, admitted: admission) {
                $0 == inside ? route : NetworkRoute(isUnicast: true, hasGateway: true)
            }
        }
        for (endpoint, admission) in held {
            guard place != .elsewhere else {
                try vet(endpoint, admission)
                continue
            }
            let error = #expect(throws: Refusal.self) { try vet(endpoint, admission) }
            let reason: EgressDecision.Reason =
                place == .thisMachine ? .loopbackAddress : .privateAddress
            #expect(error?.reason == reason, "\(name)")
            #expect(error?.address == inside, "\(name)")
            #expect(error?.remedy?.contains("ask for https://[2606:4700::1]") == true)
        }
        try vet(itself, .listed)
        try vet(try endpoint("localhost"), .listed)
    }

    @Test func `lets nothing out where the way cannot be asked for`() throws {
        let address = try #require(IPAddress("8.8.8.8"))
        let error = #expect(throws: Refusal.self) {
            try NetworkPolicy().vet([address], for: endpoint("example.com"), admitted: .listed) {
                _ throws(SystemError) in
                throw SystemError(call: "rtnetlink", errno: EAFNOSUPPORT)
            }
        }
        #expect(error?.reason == .connectFailed)
        #expect(error?.remedy?.contains("AF_NETLINK") == true)
    }

    @Test(arguments: ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    func `knows this machine by its own tables`(text: String) throws {
        let address = try #require(IPAddress(text))
        let place = AddressPlace(along: try AddressPlace.askMachine(address))
        #expect(place == .thisMachine)
    }

    @Test(arguments: [
        ("10.0.0.1", EgressDecision.Reason.privateAddress), ("fd00::1", .privateAddress),
        ("127.0.0.1", .loopbackAddress), ("::1", .loopbackAddress),
        ("::ffff:127.0.0.1", .loopbackAddress), ("64:ff9b::10.0.0.1", .privateAddress),
        ("169.254.169.254", .linkLocalAddress), ("fe80::1", .linkLocalAddress),
        ("224.0.0.1", .multicastAddress), ("0.0.0.0", .reservedAddress), ("::", .reservedAddress),
        ("255.255.255.255", .reservedAddress), ("203.0.113.1", .reservedAddress),
    ])
    func `lets no name lead to an address that is not public`(
        text: String,
        reason: EgressDecision.Reason
    ) throws {
        let forbidden = try #require(IPAddress(text))
        let open = try #require(IPAddress("8.8.8.8"))
        let policy = try NetworkPolicy(["https://example.com"])
        for addresses in [[forbidden], [open, forbidden], [forbidden, open]] {
            let error = #expect(throws: Refusal.self) {
                try policy.vet(addresses, for: endpoint("example.com"))
            }
            #expect(error?.reason == reason)
            #expect(error?.address == forbidden)
        }
    }

    @Test func `tells how to reach a private address on purpose`() throws {
        let address = try #require(IPAddress("10.0.0.1"))
        let error = #expect(throws: Refusal.self) {
            try NetworkPolicy().vet([address], for: endpoint("example.com"))
        }
        #expect(error?.message == "example.com leads to 10.0.0.1, an address of a private network")
        #expect(error?.remedy?.contains("https://10.0.0.1") == true)
    }

    @Test func `lets a name lead to public addresses`() throws {
        let addresses = try ["8.8.8.8", "2606:4700::1"].map { try #require(IPAddress($0)) }
        try NetworkPolicy().vet(addresses, for: endpoint("example.com"))
    }

    @Test func `takes localhost for this machine and nothing else`() throws {
        let here = try #require(IPAddress("127.0.0.1"))
        let there = try #require(IPAddress("8.8.8.8"))
        try NetworkPolicy().vet([here], for: endpoint("localhost"))
        #expect(throws: Refusal.self) {
            try NetworkPolicy().vet([here, there], for: endpoint("localhost"))
        }
        #expect(throws: Refusal.self) {
            try NetworkPolicy().vet([here], for: endpoint("a.localhost"))
        }
    }

    @Test func `takes a listed address at its word`() throws {
        let policy = try NetworkPolicy(["https://10.0.0.1"])
        let target = try endpoint("10.0.0.1")
        #expect(try policy.admit(target) == .listed)
        try policy.vet([try #require(IPAddress("10.0.0.1"))], for: target)
        #expect(throws: Refusal.self) { _ = try policy.admit(endpoint("10.0.0.2")) }
    }

    @Test func `refuses a name without addresses`() {
        let error = #expect(throws: Refusal.self) {
            try NetworkPolicy().vet([], for: endpoint("example.com"))
        }
        #expect(error?.reason == .unresolvable)
    }

    private func endpoint(_ host: String) throws -> Endpoint {
        Endpoint(scheme: .https, host: try RemoteHost(host), port: 443)
    }
}
