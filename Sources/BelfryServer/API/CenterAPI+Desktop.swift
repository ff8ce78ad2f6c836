// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDesktop
internal import BelfryModel
internal import Hummingbird

/// The user's desktop: what its notification server can do, and a trial of it.
extension CenterAPI {
    func addDesktop(to router: Router<APIContext>) {
        router.get("/v1/desktop") { _, _ in
            Response.json(.object(try outlet().status.document))
        }
        router.post("/v1/desktop/test") { _, _ in
            let outlet = try outlet()
            do {
                let server = try await outlet.awaitServer()
                let samples = await DesktopSample.showAll(on: outlet, server)
                var object = outlet.status.document
                object["samples"] = .array(samples.map { .object($0) })
                return Response.json(.object(object))
            } catch let fault as BusFault {
                throw APIError(.serviceUnavailable, "desktop", fault.description)
            }
        }
    }

    private func outlet() throws -> DesktopOutlet {
        guard let desktop else {
            throw APIError(
                .conflict,
                "wrong_state",
                "the daemon shows nothing on the desktop; start it with belfryd --desktop"
            )
        }
        return desktop
    }
}
