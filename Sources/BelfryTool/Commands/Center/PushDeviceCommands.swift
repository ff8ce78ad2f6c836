// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryTerminal

/// A device that senders push to; the main one is always there.
struct PushDeviceChoice: ParsableArguments {
    @Argument(help: "The device's name; belfry device list lists them.")
    var name = "main"
}

/// `belfry device add`: a further device to push to.
struct DeviceAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a device that senders push to.",
        discussion: """
            It is online and charging. An app has a token of its own for it: belfry device token APP \
            --device NAME. All devices share one screen, that of belfry device.
            """
    )

    @Argument(help: "Its name: letters, digits, -, _ and .")
    var name: String

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(CenterRequest("POST", ["devices"], ["name": .string(name)]))
        try output.write(answer) { CenterScreen(terminal: $0).pushDevices([answer]) }
    }
}

/// `belfry device list`: the devices, and how much is stored for each.
struct DeviceListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the devices that senders push to, and how many pushes wait for each."
    )

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(CenterRequest("GET", ["devices"]))
        try output.write(answer) {
            CenterScreen(terminal: $0).pushDevices(answer.objects("devices"))
        }
    }
}

/// `belfry device remove`: ends a device and its tokens.
struct DeviceRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes a device: its tokens end, and what is stored for it is discarded."
    )

    @Argument(help: "Its name; the device main stays.")
    var name: String

    @OptionGroup var center: CenterOptions

    func run() throws {
        _ = try center.send(CenterRequest("DELETE", ["devices", name]))
        Terminal.standardOutput.write("\(name.neutralised()): removed\n")
    }
}

/// `belfry device offline`: pushes wait for a device.
struct DeviceOfflineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offline",
        abstract: "Cuts a device off: the newest push of each app is stored for it."
    )

    @OptionGroup var device: PushDeviceChoice
    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        try output.change(device.name, ["isOnline": .bool(false)], center)
    }
}

/// `belfry device online`: what was stored for a device is delivered.
struct DeviceOnlineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "online",
        abstract: "Connects a device: what was stored for it is delivered."
    )

    @OptionGroup var device: PushDeviceChoice
    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        try output.change(device.name, ["isOnline": .bool(true)], center)
    }
}

/// `belfry device power`: which pushes wait for power.
struct DevicePowerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "power",
        abstract: "Says where a device's power comes from, which pushes of low priority wait for.",
        discussion: """
            charging: none waits. battery: those of apns-priority 1 wait. low: those of 5 and 1.
            """
    )

    /// Where the power comes from.
    enum Power: String, ExpressibleByArgument, CaseIterable {
        case charging, battery, low
    }

    @Argument(help: "Where its power comes from.")
    var power: Power

    @OptionGroup var device: PushDeviceChoice
    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        try output.change(device.name, ["power": .string(power.rawValue)], center)
    }
}

extension CenterOutput {
    /// Changes a device, and prints it.
    fileprivate func change(
        _ name: String,
        _ change: JSONObject,
        _ center: CenterOptions
    ) throws {
        let answer = try center.send(CenterRequest("PATCH", ["devices", name], change))
        try write(answer) { CenterScreen(terminal: $0).pushDevices([answer]) }
    }
}
