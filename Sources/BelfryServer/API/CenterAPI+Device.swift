// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Foundation
internal import Hummingbird

/// The virtual device, where it is, and its clock.
extension CenterAPI {
    func addDevice(to router: Router<APIContext>) {
        router.get("/v1/device") { _, _ in
            let device = try await center.perform { try $0.transaction.device() }
            return Response.json(.object(device.document))
        }
        router.patch("/v1/device") { request, _ in
            let change = try DeviceChange(try await APIObject(request, DeviceChange.keys))
            let device = try await center.perform { turn in
                if let app = change.appToFront { _ = try turn.app(app) }
                try turn.changeDevice(change.apply)
                return try turn.transaction.device()
            }
            return Response.json(.object(device.document))
        }
        router.put("/v1/device/position") { request, _ in
            let body = try await APIObject(request, ["latitude", "longitude"])
            let latitude = try body.number("latitude", in: -90...90)
            let longitude = try body.number("longitude", in: -180...180)
            let position = VirtualDevice.Position(
                latitude: try body.required("latitude", latitude, "degrees"),
                longitude: try body.required("longitude", longitude, "degrees")
            )
            let device = try await center.perform { turn in
                try turn.move(to: position)
                return try turn.transaction.device()
            }
            return Response.json(.object(device.document))
        }
        router.get("/v1/clock") { _, _ in try await readClock() }
        router.post("/v1/clock") { request, _ in
            let keys = ["set", "advance", "sleep", "next", "zone"]
            let left = try await moveClock(try await APIObject(request, keys))
            return try await readClock(left: left)
        }
    }

    // MARK: Clock

    private func readClock(left: Int64 = 0) async throws -> Response {
        let (now, zone, wake) = try await center.perform { turn in
            (turn.now, turn.timeZone, try turn.nextWake())
        }
        var object: JSONObject = [
            "now": .string(APITime.text(now)), "timeZone": .string(zone),
            "isVirtual": .bool(clock != nil),
        ]
        object["next"] = wake.map { .string(APITime.text($0)) }
        if left > 0 { object["left"] = JSONNumber(Double(left) / 1000).map { .number($0) } }
        return Response.json(.object(object))
    }

    /// Most seconds that a request moves the clock by: a thousand years.
    private static let longest = 0.0...31_622_400_000

    /// Most due times that the clock stops at for one request, which are some seconds of work.
    private static let stopLimit = 500

    /// Moves the clock as a request says.
    ///
    /// - Returns: The milliseconds of `advance` that have not passed yet.
    private func moveClock(_ body: APIObject) async throws -> Int64 {
        guard let clock else {
            throw APIError(
                .conflict,
                "wrong_state",
                "the daemon follows the machine's clock; start it with --virtual-clock to move it"
            )
        }
        if let zone = try body.text("zone") {
            guard TimeZone(identifier: zone) != nil else {
                throw APIError.malformed("there is no time zone \(zone.quoted)")
            }
            clock.set(timeZone: zone)
        }
        if let text = try body.text("set") {
            guard let time = APITime.time(text) else {
                throw APIError.malformed(
                    "set is \(text.quoted); write a time such as 2026-03-01T08:00:00Z"
                )
            }
            clock.set(time)
        }
        if let seconds = try body.number("sleep", in: Self.longest) {
            clock.advance(milliseconds: Int64(seconds * 1000))
        }
        var left: Int64 = 0
        if let seconds = try body.number("advance", in: Self.longest) {
            left = try await advance(clock, by: Int64(seconds * 1000))
        }
        if try body.flag("next") == true {
            guard let next = try await center.perform({ try $0.nextWake() }) else {
                throw APIError(.conflict, "wrong_state", "nothing waits for a time")
            }
            clock.advance(to: next)
        }
        // The centre looks at the clock after every turn, and does what is due then.
        try await center.perform { _ in }
        return left
    }

    /// Lets time pass from one due time to the next, so that each comes on time.
    ///
    /// - Returns: What has not passed after the most stops of one request, in milliseconds.
    private func advance(_ clock: AdjustableClock, by milliseconds: Int64) async throws -> Int64 {
        // What was due before comes late.
        try await center.perform { _ in }
        let end = clock.now + milliseconds
        for _ in 0..<Self.stopLimit {
            guard let next = try await center.perform({ try $0.nextWake() }), next <= end,
                next > clock.now
            else {
                clock.advance(to: end)
                return 0
            }
            clock.advance(to: next)
            try await center.perform { _ in }
        }
        return max(0, end - clock.now)
    }
}

/// A change of the device's state: what is absent stays, and `null` ends it.
private struct DeviceChange: Sendable {
    static let keys = ["lock", "foregroundApp", "focus", "isMuted", "summaryTimes"]

    private var lock: VirtualDevice.Lock?
    private var isMuted: Bool?
    private var foregroundApp: String??
    private var focus: VirtualDevice.Focus??
    private var summary: [Int]?

    init(_ body: APIObject) throws {
        lock = try body.choice("lock")
        isMuted = try body.flag("isMuted")
        if body.has("foregroundApp") { foregroundApp = .some(try body.text("foregroundApp")) }
        if body.has("focus") {
            focus = .some(
                try body.value("focus").map { value in
                    let focus = try APIObject(value, ["name", "allowedApps"])
                    let name = try focus.required("name", try focus.text("name"), "its name")
                    let allowed = try focus.texts("allowedApps") ?? []
                    return VirtualDevice.Focus(name: name, allowedApps: Set(allowed))
                }
            )
        }
        summary = try body.texts("summaryTimes").map { texts in
            let minutes = try texts.map { text in
                guard let minutes = DayTime.minutes(text) else {
                    throw APIError.malformed(
                        "summaryTimes has \(text.quoted); write times such as 08:30"
                    )
                }
                return minutes
            }
            return Set(minutes).sorted()
        }
    }

    /// The app that is to be in front; nil for none, and where that stays.
    var appToFront: String? { foregroundApp ?? nil }

    @Sendable
    func apply(_ device: inout VirtualDevice) {
        device.lock = lock ?? device.lock
        device.isMuted = isMuted ?? device.isMuted
        device.foregroundApp = foregroundApp ?? device.foregroundApp
        device.focus = focus ?? device.focus
        device.summaryMinutes = summary ?? device.summaryMinutes
    }
}
