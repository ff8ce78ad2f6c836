// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// Apps that come, go and deal with what they are given, and the devices that they are pushed to.
extension CenterSchedule {
    static let devices = [PushDevice.main, "tablet"]

    /// Installs an app that may notify, or a newer version of it, and gives it tokens; an App Clip is
    /// launched.
    func install(_ identifier: String) throws {
        var app = CenterApp(identifier: identifier, serviceExtension: "\(identifier).service")
        app.mayDrop = identifier.hasSuffix("a")
        app.mayCollapse = app.mayDrop
        app.modifiesLocal = app.mayDrop
        let isClip = hasClip && identifier == Self.clip
        app.isEphemeral = isClip
        let installed = app
        try center.perform { turn in
            try turn.install(installed)
            if isClip { return }
            _ = try turn.requestAuthorization([.alert, .sound, .badge], for: identifier)
            try turn.answerAuthorization(true, for: identifier)
        }
        if isClip { try launchClip() }
        for device in Self.devices { try register(identifier, on: device) }
    }

    /// Launches the App Clip: it may notify from now on, until its time is over.
    func launchClip() throws {
        launchCount += 1
        let moment = Authorization.Launch.Moment(boot: "simulated", tick: launchCount)
        let app = try center.perform { turn in
            try turn.noteLaunch(of: Self.clip, moment)
            return try turn.app(Self.clip)
        }
        let end = clock.now + policy.ephemeralMilliseconds
        guard app.authorization.status(at: end + -1) == .ephemeral,
            app.authorization.status(at: end) == .notDetermined
        else { throw BrokenPromise("an App Clip may notify until \(app.authorization)") }
    }

    /// Gives an app a token of a device that is there.
    private func register(_ app: String, on device: String) throws {
        tokenCount += 1
        let token = "token \(tokenCount)"
        let given = try center.perform { turn in
            try turn.transaction.pushDevice(device) == nil
                ? nil : turn.register(app, for: .development, on: device, making: token)
        }
        // One that was made before a crash is known only now.
        guard let given, !tokens.contains(where: { $0.token == given.token }) else { return }
        tokens.append((app, given.token))
    }

    /// Removes an app with all that it has, or installs it.
    func changeApps() throws {
        let app = random.pick(Self.apps) ?? ""
        guard random.once(in: 3) else { return try install(app) }
        oracle.noteRemoving(app)
        try center.perform { try $0.removeApp(app) }
    }

    /// Adds the second device, or removes it with its tokens.
    func changeDevices() throws {
        let tablet = Self.devices[1]
        if try center.read({ try $0.transaction.pushDevice(tablet) }) == nil {
            try center.perform { _ = try $0.addDevice(tablet) }
            for app in try center.read({ try $0.transaction.apps() }) {
                try register(app.identifier, on: tablet)
            }
        } else if random.once(in: 2) {
            try center.perform { try $0.removeDevice(tablet) }
        }
    }

    /// Has a process of an app take what there is for it, and acknowledge some.
    func serveApp() throws {
        let app = random.pick(Self.apps) ?? ""
        let taken = try center.perform { try $0.takeResponses(of: app) }
        for response in taken {
            try oracle.noteGiven(response)
            guard !random.once(in: 3) else { continue }
            try center.perform { try $0.acknowledge(response.number, of: app) }
            oracle.noteAcknowledged(response)
        }
    }
}
