// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

extension EgressDecision.Reason {
    /// The reason why an address of this class is out of bounds.
    init(forbidden addressClass: AddressClass) {
        self =
            switch addressClass {
            case .private: .privateAddress
            case .loopback: .loopbackAddress
            case .linkLocal: .linkLocalAddress
            case .multicast: .multicastAddress
            case .public, .unspecified, .broadcast, .reserved: .reservedAddress
            }
    }

    /// The status line's end that answers a request with this reason.
    var status: String {
        switch self {
        case .allowed: "200 OK"
        case .notListed, .serverNameMismatch, .privateAddress, .loopbackAddress,
            .linkLocalAddress,
            .multicastAddress, .reservedAddress:
            "403 Forbidden"
        case .badRequest, .userInfoInTarget, .abandoned: "400 Bad Request"
        case .unresolvable, .connectFailed, .badResponse, .connectionLost, .notRecorded:
            "502 Bad Gateway"
        case .lookupTimedOut, .timeLimit, .idleLimit: "504 Gateway Timeout"
        case .headLimit: "431 Request Header Fields Too Large"
        case .byteLimit, .requestLimit: "429 Too Many Requests"
        case .connectionLimit, .proxyClosed: "503 Service Unavailable"
        }
    }

    /// The error of `Proxy-Status` (RFC 9209 2.3) that answers a request with this reason.
    ///
    /// Servers' answers lose that field on their way, so that the SDK can believe it.
    var proxyError: String {
        switch self {
        case .notListed, .badRequest, .userInfoInTarget, .abandoned, .headLimit, .allowed:
            "http_request_denied"
        case .privateAddress, .loopbackAddress, .linkLocalAddress, .multicastAddress,
            .reservedAddress:
            "destination_ip_prohibited"
        case .serverNameMismatch: "tls_protocol_error"
        case .unresolvable: "dns_error"
        case .lookupTimedOut: "dns_timeout"
        case .connectFailed, .notRecorded: "destination_unavailable"
        case .badResponse: "http_protocol_error"
        case .connectionLost: "connection_terminated"
        case .timeLimit, .idleLimit: "connection_read_timeout"
        case .byteLimit, .requestLimit, .connectionLimit, .proxyClosed:
            "connection_limit_reached"
        }
    }
}
