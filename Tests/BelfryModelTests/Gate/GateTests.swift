// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation
import Testing

@Suite struct GateTests {
    static let service = Manifest(identifier: "a", executable: "a", extensionPoint: .service)

    static func report(
        _ text: String,
        pushType: PushType = .alert,
        device: DeviceState = DeviceState(),
        manifest: Manifest = service
    ) throws(PayloadError) -> GateReport {
        let payload = try PushPayload.parse(Array(text.utf8))
        return Gate(manifest: manifest, device: device)
            .report(for: .remote(payload, pushType: pushType))
    }

    @Test func `calls the extension when every step passes`() throws {
        let report = try Self.report(Fixtures.full)
        #expect(report.isCalled)
        #expect(report.reason == nil)
        #expect(
            report.steps.map(\.name) == [
                .extensionPoint, .source, .alert, .mutableContent, .pushType, .alertsEnabled,
            ]
        )
        #expect(report.steps.allSatisfy { $0.fix == nil })
    }

    @Test(arguments: [
        (#"{"aps": {"alert": "x"}}"#, GateReport.Reason.notMutable, "absent"),
        (#"{"aps": {"alert": "x", "mutable-content": 0}}"#, .notMutable, "0"),
        (#"{"aps": {"alert": "x", "mutable-content": "0"}}"#, .notMutable, "the string \"0\""),
        (#"{"aps": {"badge": 1}}"#, .noAlert, "no text"),
        (#"{"aps": {"sound": "default", "mutable-content": 1}}"#, .noAlert, "no text"),
        (#"{"aps": {"content-available": 1}}"#, .noAlert, "no text"),
        (#"{"aps": {"alert": {"title": ""}, "mutable-content": 1}}"#, .noAlert, "no text"),
    ])
    func `names the first step that fails`(
        text: String,
        reason: GateReport.Reason,
        found: String
    ) throws {
        let report = try Self.report(text)
        #expect(!report.isCalled)
        #expect(report.reason == reason)
        #expect(report.firstFailure?.found == found)
        #expect(report.firstFailure?.fix?.contains("inside \"aps\"") == true)
    }

    @Test func `tells how to make a payload mutable`() throws {
        let report = try Self.report(#"{"aps": {"alert": "x"}}"#)
        #expect(report.firstFailure?.name == .mutableContent)
        #expect(report.firstFailure?.fix == "add \"mutable-content\": 1 inside \"aps\"")
    }

    @Test(arguments: PushType.allCases)
    func `calls the extension for the push type alert alone`(pushType: PushType) throws {
        let report = try Self.report(Fixtures.full, pushType: pushType)
        #expect(report.reason == (pushType == .alert ? nil : .pushType))
        let fix = "send the header apns-push-type: alert"
        #expect(report.firstFailure?.fix == (pushType == .alert ? nil : fix))
    }

    @Test(arguments: [
        (true, true, false, true), (false, true, false, false), (false, true, true, true),
        (false, false, true, false), (true, false, false, true),
    ])
    func `needs alerts, or with filtering anything enabled`(
        alerts: Bool,
        any: Bool,
        filtering: Bool,
        isCalled: Bool
    ) throws {
        var manifest = Self.service
        manifest.filtering = filtering
        let device = DeviceState(alertsEnabled: alerts, anyVisibleNotificationsEnabled: any)
        let report = try Self.report(Fixtures.full, device: device, manifest: manifest)
        #expect(report.isCalled == isCalled)
        #expect(report.reason == (isCalled ? nil : .alertsDisabled))
    }

    @Test func `calls a filtering extension without an alert`() throws {
        var manifest = Self.service
        manifest.filtering = true
        let report = try Self.report(#"{"aps": {"mutable-content": 1}}"#, manifest: manifest)
        #expect(report.isCalled)
    }

    @Test func `does not call a content extension`() throws {
        let content = Manifest(identifier: "a", executable: "a", extensionPoint: .content)
        #expect(try Self.report(Fixtures.full, manifest: content).reason == .notService)
    }

    @Test(
        arguments: [
            (false, "x", GateReport.Reason.notRemote), (true, "x", nil), (true, "", .noAlert),
        ] as [(Bool, String, GateReport.Reason?)]
    )
    func `calls the extension for a local notification only when it asks for them`(
        modifyLocal: Bool,
        body: String,
        reason: GateReport.Reason?
    ) {
        var manifest = Self.service
        manifest.modifyLocal = modifyLocal
        let report = Gate(manifest: manifest).report(for: .local(NotificationContent(body: body)))
        #expect(report.reason == reason)
    }

    @Test func `goes through an encoder with stable names`() throws {
        let report = try Self.report(#"{"aps": {"alert": "x"}}"#)
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(GateReport.self, from: data) == report)
        #expect(String(decoding: data, as: UTF8.self).contains("\"mutable_content\""))
        #expect(GateReport.Reason.notMutable.rawValue == "not_mutable")
    }
}
