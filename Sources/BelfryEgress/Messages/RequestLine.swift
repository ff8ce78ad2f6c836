// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// The first line of a request to a proxy (RFC 9112 3).
struct RequestLine: Equatable {
    /// The method, a token.
    let method: String

    /// The target as it was written, visible ASCII.
    let target: String

    /// The minor version: 0 or 1.
    let minorVersion: Int

    /// Longest method; the registered ones have 17 characters at most.
    static let methodLimit = 32

    /// The methods that send back what arrives, whatever a proxy on the way has added.
    private static let echoes = ["TRACE".utf8, "TRACK".utf8]

    /// Reads the line, single spaces and nothing else between its three parts.
    init(_ line: ArraySlice<UInt8>) throws(Refusal) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw .badRequest("the first line is not method, target and version")
        }
        guard 1...Self.methodLimit ~= parts[0].count, parts[0].allSatisfy(\.isTokenByte) else {
            throw .badRequest("the method is no token")
        }
        guard !Self.echoes.contains(where: parts[0].elementsEqual) else {
            throw .badRequest("the method has a request sent back, which no fetch needs")
        }
        guard !parts[1].isEmpty, parts[1].allSatisfy(\.isVisible) else {
            throw .badRequest(
                "the target holds a character that a URL has not",
                remedy: "encode it with percent signs"
            )
        }
        switch String(decoding: parts[2], as: UTF8.self) {
        case "HTTP/1.1": minorVersion = 1
        case "HTTP/1.0": minorVersion = 0
        default: throw .badRequest("the version is not HTTP/1.1", remedy: "speak HTTP/1.1")
        }
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
    }

    /// Whether a tunnel is asked for.
    var isConnect: Bool { method == "CONNECT" }
}

extension RequestLine {
    /// Where the request wants to go, and for what.
    struct Destination: Equatable {
        /// Host and port.
        let endpoint: Endpoint

        /// The target for the origin, path and query; empty for a tunnel.
        let path: String
    }

    /// Reads the target: `host:port` of a tunnel, an absolute `http` URL of anything else.
    var destination: Destination {
        get throws(Refusal) {
            isConnect ? try tunnelDestination : try absoluteDestination
        }
    }

    private var tunnelDestination: Destination {
        get throws(Refusal) {
            let authority = try Self.authority(target)
            guard let port = authority.port else {
                throw .badRequest("the tunnel's target has no port", remedy: "write host:port")
            }
            return Destination(
                endpoint: Endpoint(scheme: .https, host: authority.host, port: port),
                path: ""
            )
        }
    }

    private var absoluteDestination: Destination {
        get throws(Refusal) {
            guard let separator = target.firstRange(of: "://") else {
                throw .badRequest(
                    "the target is no absolute URL, as a proxy needs it",
                    remedy: "use this address as http_proxy, not as a server"
                )
            }
            let scheme = target[..<separator.lowerBound].lowercased()
            guard scheme == "http" else {
                throw .badRequest(
                    "the URL's scheme is not http",
                    remedy: scheme == "https" ? "use CONNECT for https" : "use http or https"
                )
            }
            let rest = target[separator.upperBound...]
            let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
            let path = rest[end...]
            guard !path.hasPrefix("\\"), !path.contains("#") else {
                throw .badRequest("the URL holds a '\\' behind its host or a '#'")
            }
            let authority = try Self.authority(String(rest[..<end]))
            let endpoint = Endpoint(
                scheme: .http,
                host: authority.host,
                port: authority.port ?? Origin.Scheme.http.defaultPort
            )
            return Destination(
                endpoint: endpoint,
                path: path.hasPrefix("/") ? String(path) : "/" + path
            )
        }
    }

    private static func authority(_ text: String) throws(Refusal) -> Authority {
        guard !text.contains("@") else {
            throw Refusal(
                .userInfoInTarget,
                "the target has something in front of its host, up to '@'",
                remedy: "send credentials in an Authorization field"
            )
        }
        do throws(RemoteHost.Malformed) {
            return try Authority(text)
        } catch {
            throw .badRequest("in the target, \(error.problem)", remedy: error.remedy)
        }
    }
}
