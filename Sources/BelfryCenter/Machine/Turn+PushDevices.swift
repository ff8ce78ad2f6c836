// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The devices that senders push to.
extension Turn {
    /// Returns a device.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The device.
    /// - Throws: ``CenterError`` with ``CenterError/Code/notFound``.
    package func pushDevice(_ name: String) throws -> PushDevice {
        guard let device = try transaction.pushDevice(name) else {
            throw CenterError(
                .notFound,
                "there is no device \(name.quoted); belfry device list lists them"
            )
        }
        return device
    }

    /// Adds a device, online and charging, to which no app has a token yet.
    ///
    /// - Parameter name: 1 to 64 letters, digits, `-`, `_` and `.`.
    /// - Returns: The device.
    /// - Throws: ``CenterError`` for a name that is taken or cannot be one, and for too many devices.
    package func addDevice(_ name: String) throws -> PushDevice {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isNameByte) else {
            throw CenterError(
                .invalidName,
                "a device's name is \(name.quoted); write 1 to 64 letters, digits, -, _ and ."
            )
        }
        let devices = try transaction.pushDevices()
        guard !devices.contains(where: { $0.name == name }) else {
            throw CenterError(.wrongState, "there is a device \(name.quoted) already")
        }
        guard devices.count < policy.deviceLimit else {
            throw CenterError(
                .limit,
                "there are \(policy.deviceLimit) devices, the most; remove one"
            )
        }
        let device = PushDevice(name)
        try transaction.put(device)
        return device
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Removes a device: its tokens end, and what is stored for it is discarded.
    ///
    /// - Parameter name: Any but the main one.
    /// - Throws: ``CenterError`` for the main device, and for one that is not there.
    package mutating func removeDevice(_ name: String) throws {
        let device = try pushDevice(name)
        guard device.name != PushDevice.main else {
            throw CenterError(
                .wrongState,
                "the device \(name.quoted) is always there; others can be removed"
            )
        }
        for var entry in try stored(for: name) {
            try discard(&entry, .deviceRemoved, .deviceRemoved)
        }
        for var token in try transaction.deviceTokens(of: nil)
        where token.device == name && token.end == nil {
            token.ended = now
            token.end = .unregistered
            try transaction.put(token)
        }
        for activity in try transaction.liveActivities(of: nil) where activity.device == name {
            try transaction.removeLiveActivity(activity.number)
        }
        try transaction.removePushDevice(name)
    }

    /// Changes how pushes reach a device, and delivers what that lets through.
    ///
    /// - Parameters:
    ///   - name: The device.
    ///   - isOnline: Whether pushes reach it; nil for as before.
    ///   - power: Where its power comes from; nil for as before.
    /// - Returns: The device.
    /// - Throws: ``CenterError`` with ``CenterError/Code/notFound``.
    package mutating func changeDevice(
        _ name: String,
        isOnline: Bool? = nil,
        power: PushDevice.Power? = nil
    ) throws -> PushDevice {
        var device = try pushDevice(name)
        device.isOnline = isOnline ?? device.isOnline
        device.power = power ?? device.power
        try transaction.put(device)
        if !device.isOnline { try keepNewest(for: name) }
        try forward(to: name)
        return device
    }
}
