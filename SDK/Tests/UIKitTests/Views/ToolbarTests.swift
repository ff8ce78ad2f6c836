// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Testing

@testable internal import UIKit

/// Toolbars and their items.
extension MirroringTests {
    @Test func `items stand beside each other, and spaces between them`() throws {
        let bar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 300, height: 44))
        let items = [
            UIBarButtonItem(customView: UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 20))),
            .fixedSpace(10),
            UIBarButtonItem(title: "B", style: .plain, target: nil, action: nil),
            .flexibleSpace(),
            UIBarButtonItem(barButtonSystemItem: .done, target: nil, action: nil),
        ]
        items[0].width = 40
        items[2].width = 20
        items[4].width = 50
        bar.items = items
        bar.settle()
        let places = items.map { $0.view.map { [$0.frame.minX, $0.frame.width] } }
        #expect(places == [[16, 40], nil, [82, 20], nil, [234, 50]])
        bar.setItems([items[2]], animated: true)
        #expect(bar.subviews.count == 1)
    }

    @Test func `something usual shows a title or a picture that is not the item's own`() throws {
        let done = UIBarButtonItem(barButtonSystemItem: .done, target: nil, action: nil)
        #expect(done.title == nil && done.image == nil && done.style == .done)
        let word = try #require(done.view as? UIButton)
        #expect(word.title(for: .normal) == "Done")
        let add = UIBarButtonItem(barButtonSystemItem: .add, target: nil, action: nil)
        #expect(add.title == nil && add.image == nil)
        let plus = try #require(add.view as? UIButton)
        #expect(plus.image(for: .normal) != nil)
        add.title = "More"
        #expect(plus.title(for: .normal) == "More")
    }

    @Test func `a pressed item does what it is for`() throws {
        var pressed: [String] = []
        let item = UIBarButtonItem(
            systemItem: .trash,
            primaryAction: UIAction { action in
                pressed.append("\(action.sender is UIBarButtonItem)")
            }
        )
        let button = try #require(item.view)
        StandInHost.user(does: BF_EVENT_TAP, to: button)
        #expect(pressed == ["true"])
        item.isEnabled = false
        #expect(StandInHost.view(button)?.integers[BF_VIEW_ENABLED] == 0)
    }
}
