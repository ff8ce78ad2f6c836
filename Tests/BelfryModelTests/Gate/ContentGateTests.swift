// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryModel

@Suite struct ContentGateTests {
    private static func report(
        of categories: [String],
        for category: String,
        _ device: DeviceState = DeviceState()
    ) -> GateReport {
        var manifest = Manifest(
            identifier: "com.example.app.Content",
            executable: "Content",
            extensionPoint: .content
        )
        manifest.categories = categories
        var content = NotificationContent()
        content.title = "title"
        content.categoryIdentifier = category
        return Gate(manifest: manifest, device: device).contentReport(for: .local(content))
    }

    @Test func `a notification of its categories reaches it, local ones too`() {
        #expect(Self.report(of: ["red", "green"], for: "green").isCalled)
    }

    @Test func `one of another category does not, and case counts`() {
        let other = Self.report(of: ["red"], for: "blue")
        #expect(other.reason == .otherCategory)
        #expect(other.firstFailure?.fix?.hasPrefix(#"the extension draws "red"; name"#) == true)
        let spelt = Self.report(of: ["red"], for: "Red")
        #expect(spelt.firstFailure?.fix == #"the extension draws "red"; write "red": case counts"#)
        #expect(Self.report(of: [], for: "").reason == .otherCategory)
    }

    @Test func `a push that shows nothing does not reach it`() throws {
        var manifest = Manifest(
            identifier: "com.example.app.Content",
            executable: "Content",
            extensionPoint: .content
        )
        manifest.categories = ["red"]
        let text = #"{"aps":{"alert":"x","category":"red"}}"#
        let payload = try PushPayload.parse(Array(text.utf8))
        let gate = Gate(manifest: manifest)
        let report = gate.contentReport(for: .remote(payload, pushType: .background))
        #expect(report.reason == .pushType)
        #expect(gate.contentReport(for: .remote(payload, pushType: .alert)).isCalled)
    }

    @Test func `what is not shown is not expanded`() {
        let device = DeviceState(alertsEnabled: false)
        #expect(Self.report(of: ["red"], for: "red", device).reason == .alertsDisabled)
    }
}
