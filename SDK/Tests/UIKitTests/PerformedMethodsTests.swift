// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import FoundationSupplement
internal import Foundation
internal import Synchronization
internal import Testing

@testable import UIKit

/// Methods of UIKit's own classes that are called by their names.
@MainActor @Suite struct PerformedMethodsTests {
    @Test func `a tap on a view ends editing in it by the view's own method`() {
        let box = UIView()
        let field = UITextField()
        box.addSubview(field)
        _ = unsafe field.perform(Selector("becomeFirstResponder"))
        #expect(field.isFirstResponder)
        let tap = UITapGestureRecognizer(target: box, action: Selector("endEditing:"))
        box.addGestureRecognizer(tap)
        tap.recognize()
        #expect(!field.isFirstResponder)
    }

    @Test func `a class's own method is called where it overrides UIKit's`() {
        let table = CountingTable(frame: .zero, style: .plain)
        let button = UIButton()
        button.addTarget(table, action: Selector("reloadData"), for: .touchUpInside)
        button.sendActions(for: .touchUpInside)
        #expect(table.reloads == 1)
    }

    @Test func `layout and removal are asked for by name`() {
        let box = UIView()
        let view = CountingView()
        _ = unsafe box.perform(Selector("addSubview:"), with: view)
        #expect(box.subviews == [view])
        _ = unsafe view.perform(Selector("setNeedsLayout"))
        _ = unsafe view.perform(Selector("layoutIfNeeded"))
        #expect(view.layouts == 1)
        _ = unsafe view.perform(Selector("removeFromSuperview"))
        #expect(box.subviews.isEmpty)
    }

    @Test func `properties are set and read by the names of their methods`() {
        let label = UILabel()
        _ = unsafe label.perform(Selector("setText:"), with: "Ring")
        #expect(label.text == "Ring")
        let text = unsafe label.perform(Selector("text"))?.takeUnretainedValue()
        #expect(text as? String == "Ring")
        #expect(label.responds(to: Selector("setText:")))
        #expect(!label.responds(to: Selector("setTone:")))
    }

    @Test func `Foundation's objects are called, too, and an unknown name is an error in the log`()
    {
        let timer = Timer(timeInterval: 60, repeats: false) { _ in }
        let log = Mutex<[String]>([])
        RunLog.$recorder.withValue(
            { level, line in log.withLock { $0.append("\(level): \(line)") } },
            operation: {
                _ = unsafe timer.perform(Selector("invalidate"))
                #expect(log.withLock(\.self) == [])
                _ = unsafe timer.perform(Selector("explode"))
            }
        )
        #expect(!timer.isValid)
        let told = log.withLock(\.self)
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("error: perform(explode) called nothing") == true, "\(told)")
        let advice = "package; there, use the form that takes a closure."
        #expect(told.first?.hasSuffix(advice) == true, "\(told)")
    }

    @Test func `an action that no source has is not said to need belfry build`() {
        let (table, button) = (CountingTable(frame: .zero, style: .plain), UIButton())
        button.addTarget(table, action: Selector("gone:"), for: .touchUpInside)
        let log = Mutex<[String]>([])
        RunLog.$recorder.withValue(
            { level, line in log.withLock { $0.append("\(level): \(line)") } },
            operation: { button.sendActions(for: .touchUpInside) }
        )
        #expect(
            log.withLock(\.self) == [
                "error: An action was lost: CountingTable has no method gone: that is marked @objc or "
                    + "@IBAction. belfry build found none of this name in the extension's sources "
                    + "(those that throw, are async or take closures do not count): add it, mark it "
                    + "with @objc, or correct the name that is called."
            ]
        )
        // The button does not keep its target.
        #expect(table.reloads == 0)
    }
}

private final class CountingTable: UITableView {
    private(set) var reloads = 0
    override func reloadData() { reloads += 1 }
}

private final class CountingView: UIView {
    private(set) var layouts = 0
    override func layoutSubviews() { layouts += 1 }
}
