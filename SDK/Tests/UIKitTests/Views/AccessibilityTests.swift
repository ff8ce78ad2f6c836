// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import FoundationSupplement
internal import Testing

@testable internal import UIKit

@Suite("What views are to those who do not see them")
@MainActor struct AccessibilityTests {
    @Test func `a class can say its own traits`() {
        let score = Score()
        #expect(score.accessibilityTraits == .updatesFrequently)
        score.accessibilityTraits = .button
        #expect(score.accessibilityTraits == [.button, .updatesFrequently])
        #expect(score.isAccessibilityElement)
    }

    @Test func `a paragraph keeps the places of its tabulators in order`() throws {
        let style = NSMutableParagraphStyle()
        let (far, near) = (
            NSTextTab(textAlignment: .right, location: 80),
            NSTextTab(textAlignment: .left, location: 20, options: [.columnTerminators: "."])
        )
        style.tabStops = [far]
        style.addTabStop(near)
        style.defaultTabInterval = 28
        #expect(style.tabStops == [near, far])
        let copy = try #require(style.mutableCopy() as? NSMutableParagraphStyle)
        copy.removeTabStop(NSTextTab(textAlignment: .right, location: 80))
        #expect(copy.tabStops == [near] && copy.defaultTabInterval == 28)
        #expect(style.tabStops.count == 2)
    }
}

extension MirroringTests {
    @Test func `the label of a class that has one of its own is told when it is laid out`() {
        let score = Score(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        score.layoutIfNeeded()
        #expect(StandInHost.view(score)?.texts[BF_VIEW_ACCESSIBILITY_LABEL] == "3 points")
        score.points = 4
        score.setNeedsLayout()
        score.layoutIfNeeded()
        #expect(StandInHost.view(score)?.texts[BF_VIEW_ACCESSIBILITY_LABEL] == "4 points")
    }
}

private final class Score: UIView {
    var points = 3

    override var isAccessibilityElement: Bool {
        get { true }
        set {}
    }

    override var accessibilityTraits: UIAccessibilityTraits {
        get { super.accessibilityTraits.union(.updatesFrequently) }
        set { super.accessibilityTraits = newValue }
    }

    override var accessibilityLabel: String? {
        get { "\(points) points" }
        set {}
    }
}
