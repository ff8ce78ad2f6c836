// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// The devices that senders push to: whether pushes reach them, and where their power comes from.
extension CenterAPI {
    func addPushDevices(to router: Router<APIContext>) {
        router.get("/v1/devices") { _, _ in
            let devices = try await center.perform { turn in
                try turn.transaction.pushDevices().map { try $0.document(turn) }
            }
            return Response.json(["devices": .array(devices.map { .object($0) })])
        }
        router.post("/v1/devices") { request, _ in
            let body = try await APIObject(request, ["name"])
            let name = try body.required("name", try body.text("name"), "the device's name")
            let document = try await center.perform { try $0.addDevice(name).document($0) }
            return Response.json(.object(document), status: .created)
        }
        router.patch("/v1/devices/:device") { request, context in
            let name = try context.parameter("device")
            let body = try await APIObject(request, ["isOnline", "power"])
            let isOnline = try body.flag("isOnline")
            let power: PushDevice.Power? = try body.choice("power")
            let document = try await center.perform { turn in
                try turn.changeDevice(name, isOnline: isOnline, power: power).document(turn)
            }
            return Response.json(.object(document))
        }
        router.delete("/v1/devices/:device") { _, context in
            let name = try context.parameter("device")
            try await center.perform { try $0.removeDevice(name) }
            return Response(status: .noContent)
        }
    }
}

extension PushDevice {
    /// The device as the API writes it, with how much is stored for it.
    fileprivate func document(_ turn: Turn) throws -> JSONObject {
        [
            "name": .string(name), "isOnline": .bool(isOnline), "power": .string(power.rawValue),
            "stored": .number(JSONNumber(try turn.stored(for: name).count)),
        ]
    }
}
