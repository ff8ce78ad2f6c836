// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the proxy decided about one connection of an extension, and what came of it.
///
/// A denial is recorded at once, an exchange when it ends, each exactly once. All text is either the
/// proxy's own or ASCII that was checked, so it can be shown on a terminal.
package struct EgressDecision: Sendable, Codable, Equatable {
    /// The connection's number at its proxy, counted from 1 in the order of arrival.
    package var sequence: Int

    /// When it arrived and how long it took.
    package var timing: Timing

    /// The request's method; nil when the request was not understood so far.
    package var method: String?

    /// The protocol asked for.
    package var scheme: Scheme?

    /// The host asked for, as in a URL.
    package var host: String?

    /// The port asked for.
    package var port: UInt16?

    /// Whether the proxy let the request out; what follows may still have failed, see ``reason``.
    package var isAllowed = false

    /// True when no origin covers it, and the run was to learn which origins are asked for; nil
    /// otherwise.
    package var isLearned: Bool?

    /// Why it was denied or how it ended.
    package var reason: Reason = .allowed

    /// The reason as a sentence.
    package var message: String?

    /// What to do about it, such as the line to add to the manifest.
    package var remedy: String?

    /// The address connected to, or the one at fault.
    package var address: String?

    /// Bytes the extension sent to the origin, head included.
    package var byteCountFromExtension = 0

    /// Bytes the origin sent to the extension, head included.
    package var byteCountToExtension = 0

    /// The status that the origin answered with, such as 404; nil where none was read, as within TLS.
    package var status: Int?

    /// Arrival and length of an exchange; whole nanoseconds in JSON.
    package struct Timing: Sendable, Equatable {
        /// From the proxy's epoch to the connection's arrival.
        package var arrival: Duration

        /// From arrival to decision or end.
        package var length: Duration = .zero

        package init(arrival: Duration, length: Duration = .zero) {
            self.arrival = arrival
            self.length = length
        }
    }

    /// Where the request wanted to go, as the origin that a manifest lists; nil when that was not
    /// understood.
    package var origin: String? {
        guard let scheme, let host else { return nil }
        guard let port, port != scheme.defaultPort else { return "\(scheme.rawValue)://\(host)" }
        return "\(scheme.rawValue)://\(host):\(port)"
    }

    /// A decision on an exchange that has just arrived; all that is not known of it yet is empty.
    package init(sequence: Int, arrival: Duration) {
        self.sequence = sequence
        timing = Timing(arrival: arrival)
    }
}
