// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// Tells a wrong method from an unknown path.
///
/// Hummingbird's router answers 404 for both.
final class AllowedMethods: Sendable {
    private let routes = Mutex<[(path: RouterPath, method: HTTPRequest.Method)]>([])

    /// Takes the routes of a router that has all of them.
    func learn(_ described: [Router<APIContext>.RouteDescription]) {
        routes.withLock { $0 = described.map { ($0.path, $0.method) } }
    }

    /// Refuses a request that names a known path with a wrong method.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - failure: Why it failed.
    /// - Returns: The refusal; nil where the method is not the matter.
    func refusal(of request: Request, _ failure: APIError) -> APIError? {
        guard failure.status == .notFound, failure.code == APIError.httpCode else { return nil }
        let parts = request.uri.path.split(separator: "/")
        let methods = routes.withLock { routes in
            routes.filter { route in
                route.path.components.count == parts.count
                    && zip(route.path.components, parts).allSatisfy { $0 ~= $1 }
            }.map(\.method.rawValue)
        }
        guard !methods.isEmpty, !methods.contains(request.method.rawValue) else { return nil }
        let allowed = Set(methods).sorted().joined(separator: ", ")
        return APIError(
            .methodNotAllowed,
            APIError.httpCode,
            "the path \(request.uri.path) takes \(allowed), and not \(request.method.rawValue)",
            allowed: allowed
        )
    }
}
