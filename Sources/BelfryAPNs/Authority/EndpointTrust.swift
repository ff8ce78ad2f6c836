// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
package import Logging
internal import NIOCore
internal import NIOSSL
internal import Synchronization
internal import X509

/// What an endpoint shows to its clients, and whose certificates it takes; files are read again when
/// they have changed, and what it made itself is made anew at half its life.
///
/// Whoever renews a certificate replaces two files, one after the other. What cannot be used yet
/// leaves what was there in use, and is looked at again.
package final class EndpointTrust: Sendable {
    /// Files that somebody else makes; nil for what the daemon has of its own.
    package struct Files: Sendable {
        /// The endpoint's certificate and its key, as PEM.
        package let identity: (certificate: String, key: String)?

        /// Authorities of senders' certificates beside the local one, as PEM.
        package let clients: String?

        package init(identity: (certificate: String, key: String)?, clients: String?) {
            self.identity = identity
            self.clients = clients
        }

        var paths: [String] {
            [identity?.certificate, identity?.key, clients].compactMap(\.self)
        }

        /// Looks whether the files can be used.
        ///
        /// - Throws: ``AuthorityError`` naming the file.
        package func check() throws(AuthorityError) {
            _ = try serverIdentity()?.makeContext()
            _ = try authorities()
        }

        fileprivate func serverIdentity() throws(AuthorityError) -> ServerIdentity? {
            guard let identity else { return nil }
            return try ServerIdentity(certificate: identity.certificate, key: identity.key)
        }

        fileprivate func authorities() throws(AuthorityError) -> [Certificate] {
            guard let clients else { return [] }
            return try PEMCertificates.read(file: clients, "the senders' authorities")
        }
    }

    /// What one connection is begun with.
    struct Current: Sendable {
        let context: NIOSSLContext
        let clients: ClientAuthority
    }

    private struct State {
        var current: Current
        var marks: [FileVersion?]
        var looked: NIODeadline

        /// When another certificate is made; nil where that is somebody else's.
        var renewal: Date?
    }

    private let authority: LocalAuthority
    private let files: Files
    private let register: CertificateRegister
    private let logger: Logger
    private let state: Mutex<State>

    /// How long files are taken to be as they were.
    private static let patience = TimeAmount.seconds(1)

    /// Reads the files, and makes an identity where there is none.
    ///
    /// - Parameters:
    ///   - authority: Who vouches for the endpoint without files, and for senders.
    ///   - files: The files.
    ///   - register: What is told of authorities.
    ///   - logger: What is told of files that have changed.
    /// - Throws: ``AuthorityError`` naming the file.
    package init(
        _ authority: LocalAuthority,
        _ files: Files,
        _ register: CertificateRegister,
        _ logger: Logger
    ) throws {
        self.authority = authority
        self.files = files
        self.register = register
        self.logger = logger
        let marks = files.paths.map { FileVersion(at: $0) }
        let (current, renewal) = try Self.read(authority, files, register)
        state = Mutex(State(current: current, marks: marks, looked: .now(), renewal: renewal))
    }

    /// Whether there are files, which may change.
    var isChanging: Bool { !files.paths.isEmpty }

    /// Looks at the files and at the daemon's own certificate, where it is time to.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - date: The same, by the calendar.
    /// - Returns: What the next connection is begun with.
    func current(at now: NIODeadline = .now(), on date: Date = Date()) -> Current {
        state.withLock { state in
            renew(&state, on: date)
            guard isChanging, now - state.looked >= Self.patience else { return state.current }
            state.looked = now
            let marks = files.paths.map { FileVersion(at: $0) }
            guard marks != state.marks else { return state.current }
            state.marks = marks
            do {
                (state.current, state.renewal) = try Self.read(authority, files, register)
                logger.notice("the push endpoint's certificates were read again")
            } catch {
                logger.error(
                    "the push endpoint keeps its certificates",
                    metadata: ["error": "\(error)"]
                )
            }
            return state.current
        }
    }

    /// Makes another certificate where it is time to; connections that are open keep what they have.
    private func renew(_ state: inout State, on date: Date) {
        guard let renewal = state.renewal, date >= renewal else { return }
        do {
            let identity = try authority.makeIdentity(on: date)
            let context = try identity.makeContext()
            state.current = Current(context: context, clients: state.current.clients)
            state.renewal = identity.renewal
            logger.notice("the push endpoint has another certificate")
        } catch {
            state.renewal = date + Self.retryDelay
            logger.error(
                "the push endpoint keeps its certificate",
                metadata: ["error": "\(error)"]
            )
        }
    }

    /// When what could not be made is tried again, in seconds.
    private static let retryDelay = 3600.0

    private static func read(
        _ authority: LocalAuthority,
        _ files: Files,
        _ register: CertificateRegister
    ) throws -> (Current, renewal: Date?) {
        let identity = try files.serverIdentity() ?? authority.makeIdentity()
        let given = try files.authorities()
        let context = try identity.makeContext()
        register.replace(authorities: given)
        let clients = ClientAuthority(authority.certificate, given)
        return (Current(context: context, clients: clients), identity.renewal)
    }
}
