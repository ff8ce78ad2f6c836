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
    }
}
