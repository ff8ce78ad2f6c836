// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Testing

@testable internal import UIKit

/// Controls that are made of others, and rules from visual formats.
extension MirroringTests {
    @Test func `a control of segments chooses the one that is touched`() throws {
        let control = UISegmentedControl(items: ["Day", "Week"])
        var heard = 0
        control.addAction(UIAction { _ in heard += 1 }, for: .valueChanged)
        #expect(control.numberOfSegments == 2)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
        #expect(control.titleForSegment(at: 1) == "Week")
        let row = try #require(control.subviews.first as? UIStackView)
        let week = try #require(row.arrangedSubviews.last)
        StandInHost.user(does: BF_EVENT_TAP, to: week)
        StandInHost.user(does: BF_EVENT_TAP, to: week)
        #expect(control.selectedSegmentIndex == 1)
        #expect(heard == 1)
        control.removeSegment(at: 1, animated: false)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    }

    @Test func `a stepper stays within its limits`() throws {
        let stepper = UIStepper()
        stepper.maximumValue = 2
        let row = try #require(stepper.subviews.first as? UIStackView)
        let more = try #require(row.arrangedSubviews.last as? UIButton)
        for _ in 0..<5 { StandInHost.user(does: BF_EVENT_TAP, to: more) }
        #expect(stepper.value == 2)
        #expect(!more.isEnabled)
        stepper.minimumValue = 5
        #expect(stepper.value == 5)
    }

    @Test func `a page control has a dot for each page, and a touch goes on`() {
        let control = UIPageControl()
        control.numberOfPages = 3
        control.currentPageIndicatorTintColor = .red
        #expect(control.subviews.count == 3)
        for expected in [1, 2, 2] {
            StandInHost.user(does: BF_EVENT_TAP, to: control)
            #expect(control.currentPage == expected)
        }
        #expect(control.subviews[2].backgroundColor == .red)
        control.numberOfPages = 1
        control.hidesForSinglePage = true
        #expect(control.subviews.isEmpty)
    }

    @Test func `a visual format gives the rules that it stands for`() throws {
        let (parent, first, second) = (UIView(), UIView(), UIView())
        parent.addSubview(first)
        parent.addSubview(second)
        let views: [String: Any] = ["a": first, "b_2": second]
        let rules = NSLayoutConstraint.constraints(
            withVisualFormat: "H:|-[a(>=wide@750,<=200)]-12-[b_2(==a)]|",
            options: .alignAllCenterY,
            metrics: ["wide": 80],
            views: views
        )
        func rule(_ at: Int) -> String {
            let rule = rules[at]
            return "\(rule.firstAttribute) \(rule.relation.rawValue) \(rule.secondAttribute) "
                + "\(rule.constant) \(rule.priority.rawValue)"
        }
        let expected = [
            "width 1 notAnAttribute 80.0 750.0", "width -1 notAnAttribute 200.0 1000.0",
            "leading 0 leadingMargin 0.0 1000.0", "width 0 width 0.0 1000.0",
            "leading 0 trailing 12.0 1000.0", "trailing 0 trailing 0.0 1000.0",
            "centerY 0 centerY 0.0 1000.0",
        ]
        #expect(rules.indices.map(rule) == expected)
        #expect(rules.last?.firstItem === second && rules.last?.secondItem === first)
        #expect(rules.allSatisfy { !$0.isActive })
    }

    @Test(arguments: ["", "[", "[c]", "[a]-[b", "[a(x)]", "[a]-8[b]", "|[a]|[b]", "V:[a(1@no)]"])
    func `a visual format that cannot be read gives no rules`(_ format: String) {
        let parent = UIView()
        let views = ["a": UIView(), "b": UIView()]
        for view in views.values { parent.addSubview(view) }
        #expect(NSLayoutConstraint.constraints(withVisualFormat: format, views: views).isEmpty)
    }

    private final class List: UITableViewController {
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
        {
            2
        }
    }

    @Test func `a controller of a table fills it`() {
        let list = List()
        list.loadViewIfNeeded()
        #expect(list.view === list.tableView)
        list.tableView.reloadData()
        #expect(list.tableView.numberOfRows(inSection: 0) == 2)
        #expect(UITableViewController(style: .grouped).tableView.style == .grouped)
    }
}
