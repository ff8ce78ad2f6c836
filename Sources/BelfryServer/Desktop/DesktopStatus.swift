// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDesktop
internal import BelfryModel

/// How the desktop stands, for people.
struct DesktopStatus: Sendable {
    /// The server; nil where there is none.
    let server: DesktopServer?

    /// Why there is none; nil where there is one, and while it is looked for.
    let problem: String?

    let shownCount: Int
    let waitingCount: Int

    var document: JSONObject {
        var object: JSONObject = [
            "shown": .number(JSONNumber(shownCount)), "waiting": .number(JSONNumber(waitingCount)),
        ]
        object["problem"] = problem.map { .string($0) }
        object["server"] = server.map { server in
            [
                "name": .string(server.name), "vendor": .string(server.vendor),
                "version": .string(server.version),
                "specification": .string(server.specification),
                "capabilities": .array(server.capabilities.map { .string($0) }),
            ]
        }
        return object
    }
}
