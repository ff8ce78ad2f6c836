// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// Looking for notifications by what they say.
extension CenterAPI {
    func addSearch(to router: Router<APIContext>) {
        router.get("/v1/center/search") { request, _ in
            guard let query = try request.searchQuery() else {
                throw APIError.malformed("the parameter q is missing; write what is looked for")
            }
            let app = try request.query("app")
            let before = try request.number("before", in: 1...Int.max)
            let limit = try request.number("limit", in: 1...200) ?? 50
            let states = try Self.states(try request.query("state"))
            try await updateSearch()
            let drawn = try await drawnCategories()
            let document = try await center.perform { turn in
                try CenterPicture(turn, drawing: drawn).found(
                    query,
                    of: app,
                    in: states,
                    before: before,
                    limit: limit
                )
            }
            return Response.json(.object(document))
        }
    }

    /// Has all that has come until now found; others' turns come between.
    func updateSearch() async throws {
        for _ in 0..<Self.searchSteps {
            guard try await center.perform({ try $0.updateSearch() }) else { return }
        }
    }

    /// More than a ledger that is full needs; who pushes without an end keeps no search waiting.
    private static let searchSteps = 1000
}

extension Request {
    /// What is looked for; nil where there is no parameter `q`.
    func searchQuery() throws -> SearchQuery? {
        guard let text = try query("q") else { return nil }
        do {
            return try SearchQuery(text)
        } catch {
            throw APIError.malformed("nothing can be looked for: \(error)")
        }
    }
}
