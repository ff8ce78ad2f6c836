// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// Notifications: listed, looked at, answered, removed, restored, explained.
extension CenterAPI {
    func addNotifications(to router: Router<APIContext>) {
        router.get("/v1/notifications") { request, _ in try await list(request) }
        router.get("/v1/notifications/:sequence") { _, context in
            let sequence = try context.sequence()
            let (entry, actions, app) = try await center.perform { turn in
                let entry = try turn.entry(sequence)
                return (entry, try turn.actions(of: entry), try turn.transaction.app(entry.app))
            }
            var object = entry.details
            let isProvisional = app?.authorization.status == .provisional
            if isProvisional, entry.state.isDelivered { object["asksToKeep"] = true }
            if !actions.isEmpty { object["actions"] = .array(actions.map(\.document)) }
            return Response.json(.object(object))
        }
        router.get("/v1/notifications/:sequence/explanation") { _, context in
            let sequence = try context.sequence()
            let (explained, response, runs) = try await center.perform { turn in
                let explained = try Explanation(of: sequence, in: turn)
                let responses = try turn.transaction.responses(of: explained.app.identifier)
                return (
                    explained,
                    responses.first { $0.sequence == sequence },
                    try turn.transaction.runs(of: sequence)
                )
            }
            let app = explained.app
            var explanation = explained.document
            explanation["runs"] = .array(runs.map { .object($0.document) })
            if let response {
                var object: JSONObject = [
                    "deliveries": .number(JSONNumber(response.deliveries))
                ]
                if !response.isWake { object["action"] = .string(response.action) }
                let obstacle = running.status(of: app).obstacle(of: app.identifier)
                object["obstacle"] = obstacle.map { .string($0) }
                explanation[response.isWake ? "wake" : "response"] = .object(object)
            }
            return Response.json(.object(explanation))
        }
        router.delete("/v1/notifications/:sequence") { _, context in
            let sequence = try context.sequence()
            try await center.perform { try $0.removeDelivered(sequence) }
            return Response(status: .noContent)
        }
        addActions(to: router)
    }

    private func addActions(to router: Router<APIContext>) {
        router.post("/v1/notifications/:sequence/seen") { _, context in
            try await change(context) { try $0.markSeen([$1]) }
        }
        router.post("/v1/notifications/:sequence/restore") { _, context in
            try await change(context) { try $0.restore($1) }
        }
        router.post("/v1/notifications/:sequence/response") { request, context in
            let sequence = try context.sequence()
            let body = try await APIObject(request, ["action", "text"])
            let text = try body.text("text")
            let action = try body.required("action", try body.text("action"), "an action")
            guard (1...UserActions.actionByteLimit).contains(action.utf8.count),
                (text ?? "").utf8.count <= UserActions.textByteLimit
            else {
                throw APIError.malformed(
                    "an action has 1 to 1024 bytes, and its text 4096 at most"
                )
            }
            let number = try await UserActions(center: center, apps: apps)
                .respond(to: sequence, text: text) { try $0.action(named: action, of: sequence) }
            return Response.json(["response": .number(JSONNumber(number))], status: .created)
        }
    }

    private func change(
        _ context: APIContext,
        _ body: @escaping @Sendable (inout Turn, Int) throws -> Void
    ) async throws -> Response {
        let sequence = try context.sequence()
        let entry = try await center.perform { turn in
            try body(&turn, sequence)
            return try turn.entry(sequence)
        }
        return Response.json(.object(entry.document))
    }

    // MARK: List

    /// The newest notifications, those before a number, of one app or all, with some words or all.
    private func list(_ request: Request) async throws -> Response {
        let states = try Self.states(try request.query("state"))
        let limit = try request.number("limit", in: 1...1000) ?? 100
        let before = try request.number("before", in: 1...Int.max)
        let app = try request.query("app")
        let query = try request.searchQuery()
        if query != nil { try await updateSearch() }
        let entries = try await center.perform { turn in
            let transaction = turn.transaction
            guard let query else {
                return try transaction.newestEntries(
                    of: app,
                    in: states,
                    before: before,
                    limit: limit
                )
            }
            let apps = app.map { Set([$0]) }
            return try transaction.search(
                query,
                of: apps,
                in: states,
                before: before,
                limit: limit
            )
        }
        return Response.json(["notifications": .array(entries.map { .object($0.document) })])
    }

    /// A state, or a word that stands for several; nil for all.
    static func states(_ word: String?) throws -> Set<EntryState> {
        switch word {
        case nil: return Set(EntryState.allCases)
        case "delivered": return EntryState.delivered
        case "ended": return EntryState.ends
        case let word?:
            guard let state = EntryState(rawValue: word) else {
                let known = EntryState.allCases.map(\.rawValue) + ["delivered", "ended"]
                throw APIError.malformed(
                    "the parameter state is \(word.quoted); write one of "
                        + known.joined(separator: ", ")
                )
            }
            return [state]
        }
    }
}
