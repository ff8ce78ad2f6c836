// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import CenterSimulation
import Testing

/// The Focuses that the device knows, and the apps that each lets through.
@Suite struct FocusTests {
    private static let name = FocusSchedule.name
    private static let app = CenterFixture.app

    private func device(_ fixture: CenterFixture) throws -> VirtualDevice {
        try fixture.center.read { try $0.transaction.device() }
    }

    private func set(_ focuses: [String: Bool], in fixture: CenterFixture) throws {
        try fixture.center.perform { try $0.setFocuses(focuses, of: Self.app) }
    }

    private func turn(_ name: String?, in fixture: CenterFixture) throws {
        try fixture.center.perform { turn in
            try turn.changeDevice { device in
                device.focus = name.map { device.focus(named: $0) }
            }
        }
    }

    /// The rules that were applied to a push that comes now.
    private func rules(_ identifier: String, in fixture: CenterFixture) throws -> [String] {
        let sequence = try fixture.push(identifier)
        try fixture.center.pump()
        return try #require(try fixture.entry(sequence)?.detail.presentation?.rules)
    }

    @Test(arguments: StoreKind.allCases)
    func `lets through what was set while it was off, whenever it is on`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        #expect(try device(fixture).focuses == [VirtualDevice.Focus(name: Self.name)])
        try set([Self.name: true, "Work": false], in: fixture)
        #expect(try device(fixture).focus == nil)
        try fixture.restart()
        // Before it was ever on, by its first night, and by hand later.
        try fixture.center.perform {
            try $0.setFocusSchedule(FocusSchedule(from: 22 * 60, to: 7 * 60))
        }
        try fixture.advance(seconds: 10 * 3600)
        #expect(try device(fixture).focus?.name == Self.name)
        #expect(try !rules("by night", in: fixture).contains("focus"))
        try turn(nil, in: fixture)
        try fixture.restart()
        try turn(Self.name, in: fixture)
        #expect(try !rules("by hand", in: fixture).contains("focus"))
        try turn("Work", in: fixture)
        #expect(try rules("at work", in: fixture).contains("focus"))
        // What is on is changed too.
        try set(["Work": true, Self.name: false], in: fixture)
        #expect(try !rules("let through at work", in: fixture).contains("focus"))
        try turn(Self.name, in: fixture)
        #expect(try rules("no more", in: fixture).contains("focus"))
        #expect(try device(fixture).focuses.map(\.name) == [Self.name, "Work"])
    }

    @Test func `a filter goes with its app`() throws {
        let fixture = try CenterFixture(.memory)
        try fixture.center.perform { turn in
            try turn.changeDevice { device in
                device.focus = VirtualDevice.Focus(
                    name: "Work",
                    allowedApps: [Self.app, "b"],
                    filters: [Self.app: ["x"], "b": ["y"]]
                )
            }
        }
        // It stays when the app is let through once more, and over a time without the Focus.
        try turn(nil, in: fixture)
        try set(["Work": true], in: fixture)
        #expect(try device(fixture).focus(named: "Work").filters?[Self.app] == ["x"])
        try set(["Work": false], in: fixture)
        try turn("Work", in: fixture)
        #expect(try device(fixture).focus?.filters == ["b": ["y"]])
        #expect(try device(fixture).focus?.allowedApps == ["b"])
    }

    @Test func `knows those that let an app through, and of very many the last ones`() throws {
        let fixture = try CenterFixture(.memory)
        try set([Self.name: true], in: fixture)
        let limit = VirtualDevice.keptFocusLimit
        for number in 0...limit { try set(["\(number)": true], in: fixture) }
        let names = (1...limit).map(String.init)
        #expect(try device(fixture).focuses.map(\.name) == [Self.name] + names)
        // One that lets nobody through is known while it is on.
        try turn("Sleep", in: fixture)
        #expect(try device(fixture).focuses.map(\.name) == [Self.name, "Sleep"] + names)
        try turn(nil, in: fixture)
        #expect(try device(fixture).focuses.map(\.name) == [Self.name] + names)
        try set(["3": false], in: fixture)
        #expect(try !device(fixture).focuses.map(\.name).contains("3"))
    }

    @Test func `is set for an app that is installed alone`() throws {
        let fixture = try CenterFixture(.memory)
        #expect {
            try fixture.center.perform {
                try $0.setFocuses([Self.name: true], of: "com.example.none")
            }
        } throws: {
            ($0 as? CenterError)?.code == .unknownApp
        }
        #expect(try device(fixture).keptFocuses == nil)
    }
}
