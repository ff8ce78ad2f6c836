// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import Foundation

/// Where a daemon answers.
package enum CenterAddress: Equatable, Sendable {
    /// Its UNIX socket.
    case socket(path: String)

    /// Its port on this machine, and the token that opens it.
    case loopback(port: Int, token: String)

    /// Finds the daemon of a command line.
    ///
    /// - Parameters:
    ///   - socket: The socket that is named; nil for where `belfryd` has it.
    ///   - url: An address on loopback in place of a socket.
    ///   - tokenFile: The file with the token for that address; nil for the daemon's own.
    ///   - environment: The process's environment.
    ///   - home: The user's home directory.
    /// - Throws: ``ToolFailure`` for an address of another machine, and a token that cannot be read.
    package init(
        socket: String?,
        url: String?,
        tokenFile: String?,
        environment: [String: String],
        home: String
    ) throws(ToolFailure) {
        let places = CenterPlaces(environment: environment, home: home)
        let state = Self.variable("BELFRY_STATE", environment) ?? places.state
        if let url {
            let file = tokenFile ?? Self.variable("BELFRY_TOKEN_FILE", environment)
            self = .loopback(
                port: try Self.port(of: url),
                token: try Self.token(in: file ?? state + "/token")
            )
        } else {
            let path = socket ?? Self.variable("BELFRY_SOCKET", environment)
            self = .socket(
                path: try Self.checked(path ?? CenterPlaces.socket(of: environment, state: state))
            )
        }
    }

    /// The address for messages, without the token.
    package var text: String {
        switch self {
        case .socket(let path): path
        case .loopback(let port, _): "http://127.0.0.1:\(port)"
        }
    }

    private static func variable(_ name: String, _ environment: [String: String]) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func checked(_ path: String) throws(ToolFailure) -> String {
        guard !path.isEmpty else {
            throw ToolFailure(EmptyValue.message(for: "--socket", noun: "socket"), .usage)
        }
        guard path.utf8.count <= UnixSocket.pathByteLimit else {
            throw ToolFailure(
                "the socket's path has \(path.utf8.count) bytes, and the system takes "
                    + "\(UnixSocket.pathByteLimit); name a shorter one with --socket: \(path)",
                .usage
            )
        }
        return path
    }

    /// The token goes over the connection as it is, so the address has to be this machine's.
    private static func port(of text: String) throws(ToolFailure) -> Int {
        guard let parts = URLComponents(string: text), parts.scheme == "http",
            ["127.0.0.1", "localhost"].contains(parts.host), let port = parts.port,
            (1...65535).contains(port), ["", "/"].contains(parts.path), parts.query == nil
        else {
            throw ToolFailure(
                "--url \(text): name the daemon's address on this machine, such as "
                    + "http://127.0.0.1:8222",
                .usage
            )
        }
        return port
    }

    private static func token(in file: String) throws(ToolFailure) -> String {
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try Descriptor.readRegularFile(file, limit: 4096)
        } catch {
            throw ToolFailure(
                "\(file): \(error.sentence); the daemon makes its token's file when it opens a "
                    + "port; name it with --token-file",
                .noInput
            )
        }
        let token = String(decoding: bytes, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ToolFailure(
                "\(file): it holds no token; name another one with --token-file",
                .badData
            )
        }
        return token
    }
}
