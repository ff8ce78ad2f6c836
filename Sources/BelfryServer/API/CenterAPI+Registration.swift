// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// What an app's own process asks of the push endpoint: `UIApplication.registerForRemoteNotifications`
/// and its like.
///
/// The token is that of the device that the app runs on, in the environment of the daemon's endpoint,
/// and the one that `belfry device token` prints. What the user allows does not count, as on iOS: a
/// token also lets pushes in that show nothing.
extension CenterAPI {
    func addOwnRegistration(to router: Router<APIContext>) {
        let environment = push.environment
        router.get("/v1/app/device-token") { request, context in
            let app = try await app(of: request, context).identifier
            let known = try await center.perform { turn in
                try turn.activeToken(of: app, for: environment)
            }
            return Response.json(["registration": known.map { .object($0.document) } ?? .null])
        }
        router.post("/v1/app/device-token") { request, context in
            let app = try await app(of: request, context).identifier
            let made = DeviceToken.random()
            let token = try await center.perform { turn in
                try turn.register(app, for: environment, making: made)
            }
            return Response.json(["registration": .object(token.document)])
        }
        router.delete("/v1/app/device-token") { request, context in
            let app = try await app(of: request, context).identifier
            try await center.perform { turn in
                // An app may take back what it does not have.
                guard try turn.activeToken(of: app, for: environment) != nil else { return }
                _ = try turn.unregister(app, from: environment, .unregistered)
            }
            return Response(status: .noContent)
        }
    }
}
