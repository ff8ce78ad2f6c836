// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@Suite struct AuthorizationTests {
    @Test(arguments: StoreKind.allCases)
    func `asks the user once, and answers later calls from the store`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        let ask = {
            try fixture.center.perform { turn in
                try turn.requestAuthorization([.alert], for: CenterFixture.app)
            }
        }
        #expect(try ask() == nil)
        #expect(try ask() == nil)
        #expect(try fixture.events(.authorizationAsked).count == 1)
        try fixture.center.perform {
            try $0.answerAuthorization(false, for: CenterFixture.app)
        }
        #expect(try ask() == false)
        #expect(try fixture.installed().authorization.status == .denied)
    }

    @Test(arguments: StoreKind.allCases)
    func `grants quiet delivery without asking`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        let granted = try fixture.center.perform { turn in
            try turn.requestAuthorization([.alert, .provisional], for: CenterFixture.app)
        }
        #expect(granted == true)
        try fixture.push("quiet")
        try fixture.center.pump()
        let presented = try #require(try fixture.entry(1)?.detail.presentation)
        #expect(presented.surfaces == [.list])
        #expect(presented.rules == ["provisional"])
    }

    @Test(arguments: StoreKind.allCases)
    func `asks again after a reset`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { try $0.resetAuthorization(of: CenterFixture.app) }
        let answer = try fixture.center.perform { turn in
            try turn.requestAuthorization([.alert], for: CenterFixture.app)
        }
        #expect(answer == nil)
        #expect(try fixture.installed().authorization.isAsking)
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses a request of an app that may not notify`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        let error = try #require(throws: CenterError.self) {
            try fixture.add(.titled("early"))
        }
        #expect(error.code == .notAllowed)
        #expect(error.message.contains("was never asked"))
        #expect(try fixture.pending().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a push for a denied app in history, to be restored`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        let sequence = try fixture.push("denied")
        try fixture.center.pump()
        #expect(try fixture.entry(sequence)?.state == .dropped)
        #expect(try fixture.delivered().isEmpty)
        #expect(try fixture.buried() == [.notAllowed])
        try fixture.center.perform { turn in
            try turn.answerAuthorization(true, for: CenterFixture.app)
            try turn.restore(sequence)
        }
        #expect(try fixture.delivered() == ["denied"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps what the user allowed when an app is updated`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.showPreviews = .never }
            try turn.setBadge(3, of: CenterFixture.app)
            try turn.install(CenterApp(identifier: CenterFixture.app, version: "2"))
        }
        let app = try fixture.installed()
        #expect(app.version == "2")
        #expect(app.authorization.status == .authorized)
        #expect(app.settings.showPreviews == .never)
        #expect(app.badge == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves a tombstone of everything that a removed app had`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("waits", .timeInterval(seconds: 60, repeats: false)))
        try fixture.push("shown")
        try fixture.center.pump()
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(try fixture.buried() == [.appRemoved, .appRemoved])
        #expect(try fixture.pending().isEmpty)
        #expect(try fixture.delivered().isEmpty)
    }
}
