// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import NIOCore
internal import Synchronization
internal import X509

/// Which certificates of senders count now: those that the local authority made, until they are
/// withdrawn, and those of the other authorities that are trusted now.
///
/// It is asked for every request, as a connection outlives a withdrawal, and tells open connections when
/// something has changed.
package final class CertificateRegister: Sendable {
    /// A certificate that the local authority made.
    package struct Entry: Equatable, Sendable {
        /// Its serial number, in hexadecimal: what names it, as a signature can be written in two ways
        /// (r, n − s) and so the whole certificate too.
        package let serial: String

        /// What it may push to.
        package let topics: [String]

        /// The only service that it is for; nil for both.
        package let environment: PushEnvironment?

        /// When it was made, and when it ends, in seconds of UNIX time.
        package let made: Int64
        package let end: Int64

        package init(
            serial: String,
            topics: [String],
            environment: PushEnvironment?,
            made: Int64,
            end: Int64
        ) {
            self.serial = serial
            self.topics = topics
            self.environment = environment
            self.made = made
            self.end = end
        }
    }

    /// Tells a connection that certificates may have been withdrawn.
    struct Change: Sendable {}

    private struct State {
        var entries: [String: Entry]
        var others: Set<ClientAuthority.Name> = []
        var connections: [any Channel] = []
        var changeCount = 0
    }

    private let state: Mutex<State>

    /// - Parameter entries: What the local authority has made.
    package init(_ entries: [Entry]) {
        let pairs = entries.map { ($0.serial, $0) }
        state = Mutex(State(entries: Dictionary(pairs, uniquingKeysWith: { _, last in last })))
    }

    /// The certificates of the local authority, the oldest first.
    package var entries: [Entry] {
        state.withLock { $0.entries.values.sorted { ($0.made, $0.serial) < ($1.made, $1.serial) } }
    }

    /// Replaces the certificates of the local authority; those that are gone count no more.
    package func replace(_ entries: [Entry]) {
        change { state in
            let pairs = entries.map { ($0.serial, $0) }
            state.entries = Dictionary(pairs, uniquingKeysWith: { _, last in last })
        }
    }

    /// Replaces the other authorities; the certificates of those that are gone count no more.
    ///
    /// An authority that was renewed with its name and key is the same one.
    func replace(authorities: [Certificate]) {
        change { $0.others = Set(authorities.map { ClientAuthority.Name($0) }) }
    }

    /// Whether a certificate counts, which was verified when its connection began.
    func accepts(_ certificate: ProviderCertificate) -> Bool {
        state.withLock { state in
            switch certificate.voucher {
            case .local(let serial): state.entries[serial] != nil
            case .other(let authority): state.others.contains(authority)
            }
        }
    }

    // MARK: Connections

    /// How often certificates have changed.
    var changeCount: Int { state.withLock(\.changeCount) }

    /// Has a connection told of changes until it ends.
    ///
    /// - Parameter channel: The connection.
    /// - Returns: How often certificates have changed; the connection is told of every later change.
    func add(_ channel: any Channel) -> Int {
        let count = state.withLock { state in
            state.connections.append(channel)
            return state.changeCount
        }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLock { state in state.connections.removeAll { $0 === channel } }
        }
        return count
    }

    private func change(_ body: (inout State) -> Void) {
        let connections = state.withLock { state in
            body(&state)
            state.changeCount += 1
            return state.connections
        }
        for channel in connections {
            channel.pipeline.fireUserInboundEventTriggered(Change())
        }
    }
}
