// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryRuntime

@Suite struct SessionSceneTests {
    @Test func `makes no sentence of a warning that it has no room for`() {
        let manifest = Manifest(identifier: "a.b", executable: "a", extensionPoint: .content)
        let request = RunRequest.local(NotificationContent(), identifier: "one")
        let received = ReceivedNotification(request, date: 0, [])
        var scene = SessionScene(manifest, SessionOptions(), received)
        var madeCount = 0
        func sentence(_ number: Int) -> String {
            madeCount += 1
            return "warning \(number)"
        }
        for number in 1...100 { scene.warn(sentence(number)) }
        #expect(scene.snapshot.warnings.count == SessionScene.warningLimit)
        #expect(madeCount == SessionScene.warningLimit)
    }
}
