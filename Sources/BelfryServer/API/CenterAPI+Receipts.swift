// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// What an app may know of the presentation of its own notifications.
extension CenterAPI {
    /// Most notifications of an identifier that an app is told of: the newest.
    private static let receiptLimit = 100

    func addReceipts(to router: Router<APIContext>) {
        router.get("/v1/app/receipts") { request, context in
            let app = try await app(of: request, context).identifier
            guard let identifier = try request.query("identifier") else {
                throw APIError.malformed("name the request: /v1/app/receipts?identifier=ID")
            }
            let entries = try await center.perform { turn in
                try turn.transaction.newestEntries(
                    of: app,
                    identifier: identifier,
                    limit: Self.receiptLimit
                )
            }
            return Response.json(["receipts": .array(entries.map { .object($0.receipt) })])
        }
    }
}

extension LedgerEntry {
    /// What its app may know: whether it was presented and when, and why it was not.
    ///
    /// Where it was presented would tell whether a Focus is on, and who has looked at it or put it away
    /// is the user's own business, of which a category may ask to be told.
    fileprivate var receipt: JSONObject {
        var object: JSONObject = [
            "sequence": .number(JSONNumber(sequence)), "accepted": .string(APITime.text(accepted)),
            "isListed": .bool(state.isDelivered),
        ]
        object["presented"] = presented.map { .string(APITime.text($0)) }
        guard presented == nil else { return object }
        object["heldUntil"] = held.map { .string(APITime.text($0)) }
        if state.isEnd {
            object["ended"] = .string(state.rawValue)
            object["reason"] = detail.reason.map { .string($0) }
        }
        return object
    }
}
