// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryWire
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

    @Test func `what is shown with the keyboard stays while the user writes in it`() throws {
        let manifest = Manifest(identifier: "a.b", executable: "a", extensionPoint: .content)
        let request = RunRequest.local(NotificationContent(), identifier: "one")
        let received = ReceivedNotification(request, date: 0, [])
        var scene = SessionScene(manifest, SessionOptions(), received)
        let views: [ViewPatch] = [
            .create(2, .textField), .create(3, .plain), .create(4, .textField),
            .children(1, [2]), .children(3, [4]),
        ]
        _ = try scene.take(views, isLast: true, keeping: [])
        // A frame that has begun before knows nothing of it.
        _ = try scene.take([.text(2, .text, "a")], isLast: false, keeping: [])
        scene.setFirstResponder(0, accessory: 3)
        _ = try scene.take([], isLast: true, keeping: [])
        #expect(try scene.take(.beginEditing(view: 4))?.view == 4)
        #expect(scene.snapshot.tree.docked == 3)
        #expect(try scene.take(.edit(view: 4, text: "b"))?.value == .text("b"))
        // Another field has no such view.
        #expect(try scene.take(.beginEditing(view: 2))?.view == 2)
        #expect(throws: InputRefusal.self) { try scene.take(.edit(view: 4, text: "c")) }
    }
}
