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
                if let schedule = change.focusSchedule { try turn.setFocusSchedule(schedule) }
                return try turn.transaction.device()
            }
            desktop?.lookAgain()
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
            let body = try await APIObject(request, keys)
            guard let clock else {
                throw APIError(
                    .conflict,
                    "wrong_state",
                    "the daemon follows the machine's clock; start it with --virtual-clock to move it"
                )
            }
            let left = try await clock.moves.perform { try await move(clock, as: body) }
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

    /// Most due times that the clock stops at for one request, and how long that may take.
    private static let stopLimit = 500
    private static let patience = Duration.seconds(20)

    /// Moves the clock as a request says.
    ///
    /// The clock moves on the centre's thread alone, which reads it there: a reading from the middle of
    /// a move would look like a clock that was set.
    ///
    /// - Returns: The milliseconds of `advance` that have not passed yet.
    private func move(_ clock: AdjustableClock, as body: APIObject) async throws -> Int64 {
        let zone = try body.text("zone")
        guard zone.map({ TimeZone(identifier: $0) != nil }) != false else {
            throw APIError.malformed("there is no time zone \((zone ?? "").quoted)")
        }
        let text = try body.text("set")
        let time = text.flatMap(APITime.time)
        guard (time == nil) == (text == nil) else {
            throw APIError.malformed(
                "set is \((text ?? "").quoted); write a time such as 2026-03-01T08:00:00Z"
            )
        }
        let slept = try milliseconds(body, "sleep")
        let passed = try milliseconds(body, "advance")
        let isToNext = try body.flag("next") == true
        try await center.perform { _ in
            if let zone { clock.set(timeZone: zone) }
            if let time { clock.set(time) }
        }
        if let slept {
            let end = clock.end(of: slept)
            try await center.perform { _ in clock.advance(to: end) }
        }
        var left: Int64 = 0
        if let passed { left = try await advance(clock, by: passed) }
        if left == 0, isToNext {
            let isSomethingDue = try await center.perform { turn in
                guard let next = try turn.nextWake() else { return false }
                clock.advance(to: next)
                return true
            }
            guard isSomethingDue else {
                throw APIError(.conflict, "wrong_state", "nothing waits for a time")
            }
        }
        // The centre does what is due after every turn, and before the next one.
        try await center.perform { _ in }
        return left
    }

    private func milliseconds(_ body: APIObject, _ key: String) throws -> Int64? {
        try body.number(key, in: Self.longest).map { Int64(($0 * 1000).rounded()) }
    }

    /// Lets time pass from one due time to the next, so that each comes on time.
    ///
    /// - Returns: What has not passed when the request has made enough stops, in milliseconds.
    private func advance(_ clock: AdjustableClock, by milliseconds: Int64) async throws -> Int64 {
        let end = clock.end(of: milliseconds)
        let began = ContinuousClock.now
        for _ in 0..<Self.stopLimit where ContinuousClock.now - began < Self.patience {
            let hasEnded = try await center.perform { turn in
                let next = try turn.nextWake()
                // What is due now, as where the store fails, comes in the next step or late.
                clock.advance(to: min(end, max(next ?? end, turn.now)))
                return next.map { $0 > end } ?? true
            }
            if hasEnded { return 0 }
        }
        return max(0, end - clock.now)
    }
}

/// A change of the device's state: what is absent stays, and `null` ends it.
private struct DeviceChange: Sendable {
    static let keys = [
        "lock", "foregroundApp", "focus", "focusSchedule", "isMuted", "accessories",
        "summaryTimes",
    ]

    private var lock: VirtualDevice.Lock?
    private var isMuted: Bool?
    private var foregroundApp: String??
    private var focus: FocusChange??
    private var accessories: Set<VirtualDevice.Accessory>?

    /// The schedule of the Focus; nil where it stays.
    private(set) var focusSchedule: FocusSchedule??

    private var summary: [Int]?

    init(_ body: APIObject) throws {
        lock = try body.choice("lock")
        isMuted = try body.flag("isMuted")
        if body.has("foregroundApp") { foregroundApp = .some(try body.text("foregroundApp")) }
        if body.has("focus") {
            focus = .some(
                try body.value("focus").map { try FocusChange($0) }
            )
        }
        if body.has("focusSchedule") {
            focusSchedule = .some(try body.value("focusSchedule").map { try Self.schedule($0) })
        }
        accessories = try body.texts("accessories").map { texts in
            Set(
                try texts.map { text in
                    guard let accessory = VirtualDevice.Accessory(rawValue: text) else {
                        let known = VirtualDevice.Accessory.allCases.map(\.rawValue)
                        throw APIError.malformed(
                            "accessories has \(text.quoted); write "
                                + known.joined(separator: " or ")
                        )
                    }
                    return accessory
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

    private static func schedule(_ value: JSONValue) throws -> FocusSchedule {
        guard value.object != nil else {
            throw APIError.malformed("focusSchedule is \(value.kind); write an object, or null")
        }
        let body = try APIObject(value, ["from", "to", "weekdays"])
        func minutes(_ key: String) throws -> Int {
            let text = try body.required(key, try body.text(key), "a time such as 22:00")
            guard let minutes = DayTime.minutes(text) else {
                throw APIError.malformed("\(key) is \(text.quoted); write a time such as 22:00")
            }
            return minutes
        }
        let (from, to) = (try minutes("from"), try minutes("to"))
        guard from != to else {
            throw APIError.malformed("from and to are the same time; write two")
        }
        let names = FocusSchedule.weekdayNames
        let days = try body.texts("weekdays")?.map { text in
            guard let index = names.firstIndex(of: text) else {
                throw APIError.malformed(
                    "weekdays has \(text.quoted); write some of \(names.joined(separator: ", "))"
                )
            }
            return index + 1
        }
        guard days?.isEmpty != true else {
            throw APIError.malformed(
                "weekdays is empty; leave it out for every day, or write null for no schedule"
            )
        }
        return FocusSchedule(from: from, to: to, weekdays: Set(days ?? Array(1...7)))
    }

    /// The app that is to be in front; nil for none, and where that stays.
    var appToFront: String? { foregroundApp ?? nil }

    @Sendable
    func apply(_ device: inout VirtualDevice) {
        device.lock = lock ?? device.lock
        device.isMuted = isMuted ?? device.isMuted
        device.foregroundApp = foregroundApp ?? device.foregroundApp
        if let focus { device.focus = focus.map { $0.focus(of: device) } }
        if let accessories { device.accessories = accessories.isEmpty ? nil : accessories }
        device.summaryMinutes = summary ?? device.summaryMinutes
    }
}
