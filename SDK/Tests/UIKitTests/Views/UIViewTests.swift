// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UIKit

@Suite("Views without a host")
@MainActor struct UIViewTests {
    @Test func `keeps frame, bounds and centre together`() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
        #expect(view.center == CGPoint(x: 60, y: 45))
        view.bounds.size = CGSize(width: 40, height: 30)
        #expect(view.frame == CGRect(x: 40, y: 30, width: 40, height: 30))
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
        #expect(view.frame == CGRect(x: 20, y: 15, width: 80, height: 60))
        #expect(view.bounds.size == CGSize(width: 40, height: 30))
    }

    @Test func `refuses to be in itself`() {
        let (outer, inner) = (UIView(), UIView())
        outer.addSubview(inner)
        inner.addSubview(outer)
        #expect(outer.superview == nil)
        #expect(inner.superview === outer)
    }

    @Test func `finds views by number and converts between them`() {
        let (outer, inner) = (UIView(), UIView(frame: CGRect(x: 5, y: 6, width: 10, height: 10)))
        outer.addSubview(inner)
        inner.tag = 7
        #expect(outer.viewWithTag(7) === inner)
        #expect(inner.convert(CGPoint(x: 1, y: 1), to: outer) == CGPoint(x: 6, y: 7))
        #expect(inner.convert(CGPoint(x: 6, y: 7), from: outer) == CGPoint(x: 1, y: 1))
    }

    @Test func `calls layoutSubviews once for each size`() {
        final class Counting: UIView {
            var count = 0
            override func layoutSubviews() { count += 1 }
        }
        let view = Counting(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.layoutIfNeeded()
        view.layoutIfNeeded()
        #expect(view.count == 1)
        view.frame.size.width = 20
        view.layoutIfNeeded()
        #expect(view.count == 2)
    }

    @Test func `makes a controller's view when it is asked for`() {
        final class Controller: UIViewController {
            var calls: [String] = []
            override func loadView() {
                calls.append("loadView")
                view = UILabel()
            }
            override func viewDidLoad() { calls.append("viewDidLoad \(view is UILabel)") }
        }
        let controller = Controller()
        #expect(!controller.isViewLoaded)
        _ = controller.view
        #expect(controller.calls == ["loadView", "viewDidLoad true"])
        #expect(controller.view.next === controller)
    }

    @Test func `moves the first responder from one to the next`() {
        let (first, second) = (UITextField(), UITextField())
        #expect(first.becomeFirstResponder())
        #expect(first.isEditing)
        #expect(second.becomeFirstResponder())
        #expect(!first.isEditing)
        #expect(second.resignFirstResponder())
        #expect(!second.isFirstResponder)
        #expect(!UIView().becomeFirstResponder())
    }

    @Test func `shows a button's title in the state that it is in`() {
        let button = UIButton(type: .system)
        button.setTitle("Like", for: .normal)
        button.setTitle("Gone", for: .disabled)
        #expect(button.titleLabel?.text == "Like")
        button.isEnabled = false
        #expect(button.currentTitle == "Gone")
    }

    @Test(arguments: [
        ("", "a", 0, 0, "a"), ("ab", "aXb", 1, 0, "X"), ("aa", "a", 1, 1, ""),
        ("😀x", "😀", 2, 1, ""), ("same", "same", 4, 0, ""),
    ]) func `tells what became of a text as one change`(
        _ old: String,
        _ new: String,
        _ location: Int,
        _ length: Int,
        _ replacement: String
    ) {
        let change = TextChange(from: old, to: new)
        #expect(change.range == NSRange(location: location, length: length))
        #expect(change.replacement == replacement)
    }
}
