// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension EgressDecision {
    /// Why a request was denied, or how an exchange ended: a closed set, stable in reports.
    package enum Reason: String, Sendable, Codable, CaseIterable {
        /// Let out, and ended as it should.
        case allowed

        /// No origin of the manifest covers it.
        case notListed
        /// TLS in the tunnel asks for another name than the tunnel was made for.
        case serverNameMismatch
        /// The request is not HTTP that a careful reader accepts.
        case badRequest
        /// The target has something in front of the host, `http://listed@elsewhere/`.
        case userInfoInTarget

        /// The name leads to a private network.
        case privateAddress
        /// The name leads to this machine.
        case loopbackAddress
        /// The name leads to the local link, where metadata services live.
        case linkLocalAddress
        /// The name leads to a group.
        case multicastAddress
        /// The name leads to no machine: unspecified, broadcast, documentation, reserved.
        case reservedAddress

        /// The name has no address, or its lookup failed.
        case unresolvable
        /// The lookup took too long.
        case lookupTimedOut
        /// No address could be connected to.
        case connectFailed
        /// The origin's answer is not HTTP that can be passed on.
        case badResponse
        /// The origin's connection broke before the end.
        case connectionLost
        /// The extension's connection broke before the end.
        case abandoned

        /// More bytes than one connection or all may carry.
        case byteLimit
        /// The connection took longer than it may.
        case timeLimit
        /// Nothing moved for longer than it may.
        case idleLimit
        /// The request's head is longer than it may be.
        case headLimit
        /// More requests than an extension may make.
        case requestLimit
        /// More connections at once than an extension may have.
        case connectionLimit
        /// The extension's run had ended, and everything on the way was cut.
        case proxyClosed

        /// A run is replayed, and its recording has no answer to it.
        case notRecorded

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
}
