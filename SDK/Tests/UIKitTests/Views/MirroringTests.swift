// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import UIKit

@Suite("What the host is told of views", .serialized, StandInHost.Trait())
@MainActor struct MirroringTests {
    @Test func `tells a label's text, font and colours`() {
        let label = UILabel()
        label.text = "Going!"
        label.font = .boldSystemFont(ofSize: 20)
        label.textColor = .systemGreen
        label.textAlignment = .center
        label.numberOfLines = 0
        let view = StandInHost.view(label)
        #expect(view?.kind == BF_VIEW_LABEL)
        #expect(view?.texts[BF_VIEW_TEXT] == "Going!")
        #expect(view?.reals[BF_VIEW_FONT_SIZE] == 20)
        #expect(view?.integers[BF_VIEW_FONT_WEIGHT] == 700)
        #expect(view?.integers[BF_VIEW_TEXT_COLOR] == 0x30d1_58ff_34c7_59ff)
        #expect(view?.integers[BF_VIEW_TEXT_ALIGNMENT] == 1)
        #expect(view?.integers[BF_VIEW_LINE_COUNT] == 0)
    }

    @Test func `tells a text view's own insets, font and background`() {
        let text = UITextView()
        let insets = {
            let reals = StandInHost.view(text)?.reals
            return [
                BF_VIEW_INSET_TOP, BF_VIEW_INSET_LEFT, BF_VIEW_INSET_BOTTOM, BF_VIEW_INSET_RIGHT,
            ].map { reals?[$0] }
        }
        #expect(insets() == [8, 5, 8, 5])
        #expect(StandInHost.view(text)?.reals[BF_VIEW_FONT_SIZE] == 12)
        // White on a light screen, black on a dark one.
        let background = StandInHost.view(text)?.integers[BF_VIEW_BACKGROUND_COLOR]
        #expect(background == 0x0000_00ff_ffff_ffff)
        text.textContainerInset = .zero
        text.textContainer.lineFragmentPadding = 0
        #expect(insets() == [0, 0, 0, 0])
        text.font = .systemFont(ofSize: 20)
        text.font = nil
        #expect(StandInHost.view(text)?.reals[BF_VIEW_FONT_SIZE] == 12)
    }

    @Test func `tells the parts of an attributed text in bytes`() {
        let text = NSMutableAttributedString(string: "Größe ")
        text.append(NSAttributedString(string: "XL", attributes: [.foregroundColor: UIColor.red]))
        let label = UILabel()
        label.attributedText = text
        #expect(StandInHost.view(label)?.texts[BF_VIEW_TEXT] == "Größe XL")
        #expect(StandInHost.view(label)?.runs == [8..<10])
        #expect(label.text == "Größe XL")
    }

    @Test func `keeps the order of views and of a stack's`() {
        let (parent, first, second, third) = (UIView(), UIView(), UIView(), UIView())
        parent.addSubview(first)
        parent.addSubview(third)
        parent.insertSubview(second, belowSubview: third)
        parent.bringSubviewToFront(first)
        let ids = [second, third, first].map(\.node.handle.id)
        #expect(StandInHost.view(parent)?.children == ids)
        #expect(parent.subviews == [second, third, first])

        let stack = UIStackView(arrangedSubviews: [first, second])
        stack.insertArrangedSubview(third, at: 1)
        stack.setCustomSpacing(20, after: third)
        #expect(StandInHost.view(stack)?.arranged == [first, third, second].map(\.node.handle.id))
        #expect(StandInHost.view(third)?.reals[BF_VIEW_SPACING_AFTER] == 20)
        #expect(parent.subviews.isEmpty)
        third.removeFromSuperview()
        #expect(stack.arrangedSubviews == [first, second])
    }

    @Test func `reads back what the user did and calls actions`() {
        let slider = UISlider()
        slider.maximumValue = 300
        var heard: [Float] = []
        slider.addAction(
            UIAction { heard.append(($0.sender as? UISlider)?.value ?? -1) },
            for: .valueChanged
        )
        StandInHost.user(does: BF_EVENT_VALUE_CHANGED, to: slider) { $0.reals[BF_VIEW_VALUE] = 120 }
        #expect(heard == [120])

        let toggle = UISwitch()
        StandInHost.user(does: BF_EVENT_VALUE_CHANGED, to: toggle) { $0.integers[BF_VIEW_ON] = 1 }
        #expect(toggle.isOn)
    }

    @Test func `asks a delegate about what the user writes`() {
        let (field, delegate) = (UITextField(), DigitsOnly())
        field.delegate = delegate
        field.text = "12"
        StandInHost.user(does: BF_EVENT_EDITING_CHANGED, to: field) {
            $0.texts[BF_VIEW_TEXT] = "132"
        }
        #expect(delegate.asked == [TextChange(from: "12", to: "132")])
        StandInHost.user(does: BF_EVENT_EDITING_CHANGED, to: field) {
            $0.texts[BF_VIEW_TEXT] = "13x2"
        }
        #expect(field.text == "132")
    }

    @Test func `tells constraints with the guide's view and the margins' offsets`() throws {
        let (parent, child) = (UIView(), UILabel())
        parent.addSubview(child)
        let rule = child.leadingAnchor.constraint(equalTo: parent.layoutMarginsGuide.leadingAnchor)
        let width = child.widthAnchor.constraint(
            equalTo: parent.layoutMarginsGuide.widthAnchor,
            multiplier: 0.5
        )
        NSLayoutConstraint.activate([rule, width])
        let rules = StandInHost.state.withLock { $0.constraints }
        let told = try #require(rules[rule.handle.id])
        #expect(told.second_attribute == BF_ATTRIBUTE_LEADING_MARGIN)
        #expect(told.second.id == parent.node.handle.id)
        #expect(rules[width.handle.id]?.constant == -8)
        width.constant = 10
        #expect(StandInHost.state.withLock { $0.constraints[width.handle.id]?.constant } == 2)

        child.removeFromSuperview()
        #expect(!rule.isActive)
        #expect(StandInHost.state.withLock { $0.constraints.isEmpty })
    }

    @Test func `writes a made picture to a file and names a symbol`() {
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image {
            UIColor.red.setFill()
            $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        let made = UIImageView(image: picture)
        #expect(StandInHost.view(made)?.image?.source == BF_IMAGE_FILE)
        let symbol = UIImageView(image: UIImage(systemName: "bell"))
        #expect(StandInHost.view(symbol)?.image?.source == BF_IMAGE_SYMBOL)
        #expect(StandInHost.view(symbol)?.image?.name == "bell")
        symbol.image = nil
        #expect(StandInHost.view(symbol)?.image == nil)
    }

    @Test func `lets go of a view of the host's with its own`() {
        var view: UIView? = UIView()
        let handle = view?.node.handle.id ?? 0
        #expect(handle != 0)
        view = nil
        #expect(StandInHost.state.withLock { $0.views[handle] } == nil)
    }

    @Test func `shows a table's rows in a column`() {
        let (table, rows) = (UITableView(), Rows())
        table.dataSource = rows
        table.layoutIfNeeded()
        #expect(table.numberOfRows(inSection: 0) == 3)
        let cell = table.cellForRow(at: IndexPath(row: 2, section: 0))
        #expect(cell?.textLabel?.text == "Row 2")
    }

    private final class DigitsOnly: NSObject, UITextFieldDelegate {
        var asked: [TextChange] = []

        func textField(
            _ textField: UITextField,
            shouldChangeCharactersIn range: NSRange,
            replacementString string: String
        ) -> Bool {
            guard string.allSatisfy(\.isNumber) else { return false }
            asked.append(TextChange(range: range, replacement: string))
            return true
        }
    }

    private final class Rows: NSObject, UITableViewDataSource {
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

        func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
            cell.textLabel?.text = "Row \(path.row)"
            return cell
        }
    }
}
