// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What an extension asks of its app's notification centre.
package enum CenterCall: Equatable, Sendable {
    case add(NotificationRequest)
    case pending
    case delivered
    /// Which; nil for all.
    case removePending([String]?)
    /// Which; nil for all.
    case removeDelivered([String]?)
    case categories
    case setBadge(Int)
    case settings
}

/// What a notification centre answers.
package struct CenterReply: Equatable, Sendable {
    /// What was asked for, as JSON; empty where something was to be done.
    package var document: [UInt8] = []

    /// The identifiers of what a call has removed.
    package var removed: [String] = []

    package init() {}

    /// An answer that is a document.
    package init(_ document: [UInt8]) {
        self.document = document
    }

    /// An answer to a removal.
    package init(removed: [String]) {
        self.removed = removed
    }

    /// A list of documents, the oldest first: as many of the newest as one answer has room for.
    ///
    /// - Parameter documents: The list; what is too large for any answer is left out.
    package init(list documents: [[UInt8]]) {
        var byteCount = 2
        let fitting = documents.reversed().filter { $0.count + 2 <= Self.documentLimit }.prefix {
            byteCount += $0.count + 1
            return byteCount <= Self.documentLimit + 1
        }
        document = fitting.reversed().jsonArray
    }

    /// Most bytes of a document.
    package static let documentLimit = 128 * 1024
}

extension [[UInt8]] {
    /// JSON texts as one array.
    fileprivate var jsonArray: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(reduce(2) { $0 + $1.count + 1 })
        bytes.append(UInt8(ascii: "["))
        bytes.append(contentsOf: joined(separator: [UInt8(ascii: ",")]))
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
