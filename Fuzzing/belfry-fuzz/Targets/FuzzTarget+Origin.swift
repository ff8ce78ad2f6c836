// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryEgress

extension FuzzTarget {
    /// A manifest's origin, and an address that its name could lead to: the first byte says how many
    /// of the bytes behind it are the address, 4 or 16, and the rest is the origin.
    ///
    /// An origin reads the same when it is written; one with a name allows no address but a public
    /// one, `localhost` no address but this machine's, and a wildcard no address at all.
    static let origin = FuzzTarget(
        "origin",
        byteLimit: 512,
        seeds: { seeds },
        check: { bytes in
            let addressByteCount = (bytes.first ?? 0) & 1 == 0 ? 4 : 16
            let addressBytes = Array(bytes.dropFirst().prefix(addressByteCount))
            guard let address = IPAddress(bytes: addressBytes) else { return }
            try holdEqual(IPAddress("\(address)"), address, "an address changes when it is written")
            try holdEqual(address.bytes, addressBytes, "an address has other bytes")
            let text = String(
                decoding: bytes.dropFirst(1 + addressByteCount),
                as: UTF8.self
            )
            let origin: Origin
            do throws(OriginError) {
                origin = try Origin(text)
            } catch {
                return try holdOneLine(error.description)
            }
            try holdEqual(try Origin("\(origin)"), origin, "an origin changes when it is written")
            try check(origin, against: address)
        }
    )

    private static var seeds: [[UInt8]] {
        let texts = [
            "https://example.com", "http://127.0.0.1:8080", "https://*.example.com:8443",
            "http://[2001:db8::1]", "localhost", "*.cdn.example.com",
            "http://xn--bcher-kva.example",
        ]
        return texts.map { [0, 127, 0, 0, 1] + $0.utf8 }
            + texts.map { [1, 0xfe, 0x80] + Array(repeating: 0, count: 13) + [1] + $0.utf8 }
    }

    private static func check(_ origin: Origin, against address: IPAddress) throws {
        let policy = NetworkPolicy(origins: [origin])
        let name = origin.coversSubdomains ? .name("a.\(origin.host)") : origin.host
        let named = Endpoint(scheme: origin.scheme, host: name, port: origin.port)
        try hold((try? policy.admit(named)) != nil, "\(origin) does not cover \(named)")
        let direct = Endpoint(scheme: origin.scheme, host: .address(address), port: origin.port)
        let isAdmitted = (try? policy.admit(direct)) != nil
        try hold(isAdmitted == (origin.host == direct.host), "\(origin) and \(direct)")
        guard case .name = origin.host, (try? policy.vet([address], for: named)) != nil else {
            return
        }
        let isThisMachine = AddressOracle.isThisMachine(address)
        if origin.host.isLocalhost && !origin.coversSubdomains {
            try hold(isThisMachine, "localhost leads to \(address)")
        } else {
            try hold(!isThisMachine, "\(origin) leads to this machine, \(address)")
            try hold(!AddressOracle.isInternal(address), "\(origin) leads inside, to \(address)")
        }
    }
}
