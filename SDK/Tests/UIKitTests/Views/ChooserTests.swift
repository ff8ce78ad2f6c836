// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Testing

@testable internal import UIKit

/// What the user chooses something with.
extension MirroringTests {
    /// All labels in a view, in the order of the tree.
    private func labels(in view: UIView) -> [UILabel] {
        view.subviews.flatMap { [$0 as? UILabel].compactMap { $0 } + labels(in: $0) }
    }

    private func label(_ text: String, in view: UIView) throws -> UILabel {
        try #require(labels(in: view).first { $0.text == text })
    }

    private func button(_ title: String, in view: UIView) throws -> UIButton {
        func all(_ view: UIView) -> [UIButton] {
            view.subviews.flatMap { [$0 as? UIButton].compactMap { $0 } + all($0) }
        }
        return try #require(all(view).first { $0.title(for: .normal) == title })
    }

    @Test func `a row of a wheel that is touched is chosen, and its delegate hears it`() throws {
        let sizes = Sizes()
        let picker = UIPickerView(frame: CGRect(x: 0, y: 0, width: 320, height: 216))
        picker.dataSource = sizes
        picker.delegate = sizes
        #expect(picker.selectedRow(inComponent: 0) == 0)
        #expect(picker.selectedRow(inComponent: 1) == -1)
        picker.selectRow(1, inComponent: 0, animated: false)
        #expect(sizes.chosen == [])
        #expect(labels(in: picker).map(\.text) == ["S", "M", "L", "XL"])
        StandInHost.user(does: BF_EVENT_TAP, to: try label("L", in: picker))
        #expect(picker.selectedRow(inComponent: 0) == 2)
        #expect(sizes.chosen == [2])
        sizes.sizes = ["S"]
        picker.reloadAllComponents()
        #expect(picker.selectedRow(inComponent: 0) == 0)
    }

    private func makeDatePicker(_ style: UIDatePickerStyle) -> UIDatePicker {
        let picker = UIDatePicker(frame: CGRect(x: 0, y: 0, width: 320, height: 330))
        picker.locale = Locale(identifier: "en_GB")
        picker.timeZone = TimeZone(identifier: "UTC")
        picker.preferredDatePickerStyle = style
        picker.date = Date(timeIntervalSince1970: 1_764_150_000)  // 26 November 2025, 9:40
        return picker
    }

    @Test func `a date picker shows its date in fields, at its steps`() {
        let picker = makeDatePicker(.compact)
        #expect(labels(in: picker).map(\.text) == ["26 Nov 2025", "09:40"])
        picker.minuteInterval = 15
        #expect(labels(in: picker).last?.text == "09:30")
        picker.minuteInterval = 7
        #expect(picker.minuteInterval == 15)
        picker.datePickerMode = .time
        #expect(labels(in: picker).map(\.text) == ["09:30"])
        picker.minimumDate = Date(timeIntervalSince1970: 1_764_153_000)
        #expect(picker.date == picker.minimumDate)
    }

    @Test(arguments: [UIDatePickerStyle.compact, .inline, .wheels])
    func `fields alone need not be as wide as their picker`(style: UIDatePickerStyle) {
        let trailing = makeDatePicker(style).constraints.filter { $0.firstAttribute == .trailing }
        let expected: UILayoutPriority = style == .compact ? .defaultHigh : .required
        #expect(trailing.map(\.priority) == [expected])
    }

    @Test func `a day of a calendar is chosen with the time that there was`() throws {
        let picker = makeDatePicker(.inline)
        var heard = 0
        picker.addAction(UIAction { _ in heard += 1 }, for: .valueChanged)
        #expect(labels(in: picker).first?.text == "November 2025")
        StandInHost.user(does: BF_EVENT_TAP, to: try button("3", in: picker))
        #expect(picker.date == Date(timeIntervalSince1970: 1_762_162_800))
        #expect(heard == 1)
    }

    @Test func `wheels change the part of the date that they are of`() throws {
        let picker = makeDatePicker(.wheels)
        picker.datePickerMode = .date
        StandInHost.user(does: BF_EVENT_TAP, to: try label("October", in: picker))
        #expect(picker.text(picker.date, "yMd") == "26/10/2025")
        picker.datePickerMode = .countDownTimer
        picker.countDownDuration = 3600
        StandInHost.user(does: BF_EVENT_TAP, to: try label("2 min", in: picker))
        #expect(picker.countDownDuration == 3720)
    }

    @Test func `a search bar tells of what is written and of the search`() throws {
        let (bar, listener) = (UISearchBar(), Listener())
        bar.delegate = listener
        bar.placeholder = "Search"
        #expect(bar.searchTextField.placeholder == "Search")
        bar.text = "br"
        StandInHost.user(does: BF_EVENT_EDITING_CHANGED, to: bar.searchTextField)
        StandInHost.user(does: BF_EVENT_RETURN, to: bar.searchTextField)
        bar.showsCancelButton = true
        StandInHost.user(does: BF_EVENT_TAP, to: try button("Cancel", in: bar))
        #expect(listener.heard == ["changed br", "search", "cancel"])
    }

    @Test func `a page controller shows the page that was set last`() {
        let pages = UIPageViewController(
            transitionStyle: .scroll,
            navigationOrientation: .horizontal
        )
        let (first, second) = (UIViewController(), UIViewController())
        pages.setViewControllers([first], direction: .forward, animated: false)
        pages.setViewControllers([second], direction: .forward, animated: true)
        #expect(pages.view.subviews == [second.view])
        #expect(pages.children == [second])
        #expect(first.parent == nil)
    }

    @Test func `a button made of a configuration shows it at once`() throws {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Accept"
        configuration.cornerStyle = .capsule
        let button = UIButton(configuration: configuration)
        let seen = try #require(StandInHost.view(button))
        #expect(seen.texts[BF_VIEW_TEXT] == "Accept")
        #expect(seen.integers[BF_VIEW_BUTTON_STYLE] == 3)
        #expect((seen.reals[BF_VIEW_CORNER_RADIUS] ?? 0) >= 100)
    }

    @Test func `a label of a class of its own draws its text where that wants it`() throws {
        let label = PaddedLabel(frame: CGRect(x: 0, y: 0, width: 80, height: 30))
        label.text = "NEW"
        label.layoutIfNeeded()
        let seen = try #require(StandInHost.view(label))
        #expect(seen.reals[BF_VIEW_INSET_LEFT] == 8)
        #expect(seen.reals[BF_VIEW_INSET_BOTTOM] == 4)
    }

    // MARK: Masks, corners and shadows

    @Test(arguments: [("oval", 40, 15), ("round", 12, 15), ("two", 16, 9), ("square", 0, 15)])
    func `a mask of a shape with round corners is shown`(
        shape: String,
        radius: Double,
        corners: Int64
    ) throws {
        let square = CGRect(x: 0, y: 0, width: 80, height: 80)
        let path =
            switch shape {
            case "oval": UIBezierPath(ovalIn: square)
            case "round": UIBezierPath(roundedRect: square, cornerRadius: 12)
            case "two":
                UIBezierPath(
                    roundedRect: square,
                    byRoundingCorners: [.topLeft, .bottomRight],
                    cornerRadii: CGSize(width: 16, height: 16)
                )
            default: UIBezierPath(rect: square)
            }
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 80))
        let mask = CAShapeLayer()
        mask.path = path.cgPath
        view.layer.mask = mask
        let seen = try #require(StandInHost.view(view))
        #expect(abs((seen.reals[BF_VIEW_CORNER_RADIUS] ?? -1) - radius) < 0.7)
        #expect(seen.integers[BF_VIEW_CORNERS] ?? 15 == corners)
        #expect(seen.integers[BF_VIEW_CLIPS] == 1)
        view.layer.mask = nil
        let bare = try #require(StandInHost.view(view))
        #expect(bare.reals[BF_VIEW_CORNER_RADIUS] == 0)
        #expect(bare.integers[BF_VIEW_CLIPS] == 0)
    }

    @Test func `a mask of another shape is without effect`() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 80))
        let triangle = UIBezierPath()
        triangle.move(to: .zero)
        triangle.addLine(to: CGPoint(x: 80, y: 0))
        triangle.addLine(to: CGPoint(x: 40, y: 80))
        triangle.close()
        #expect(triangle.contains(CGPoint(x: 40, y: 40)))
        #expect(!triangle.contains(CGPoint(x: 5, y: 75)))
        let mask = CAShapeLayer()
        mask.path = triangle.cgPath
        view.layer.mask = mask
        #expect(try #require(StandInHost.view(view)).integers[BF_VIEW_CLIPS] == 0)
    }

    @Test func `shadows and corners of a layer are told to the host`() throws {
        let view = UIView()
        view.layer.shadowColor = UIColor.red.cgColor
        view.layer.shadowOffset = CGSize(width: 1, height: 4)
        view.layer.shadowRadius = 10
        #expect(try #require(StandInHost.view(view)).integers[BF_VIEW_SHADOW_COLOR] == nil)
        view.layer.shadowOpacity = 0.5
        view.layer.cornerRadius = 20
        view.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
        let seen = try #require(StandInHost.view(view))
        #expect(seen.integers[BF_VIEW_SHADOW_COLOR] == UIColor.red.withAlphaComponent(0.5).bits)
        #expect(seen.reals[BF_VIEW_SHADOW_RADIUS] == 10)
        #expect(seen.reals[BF_VIEW_SHADOW_Y] == 4)
        #expect(seen.integers[BF_VIEW_CORNERS] == 3)
    }

    // MARK: Tables

    @Test func `a table has headers, lines and marks`() throws {
        let source = Source()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 300), style: .plain)
        table.dataSource = source
        table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 50))
        table.layoutIfNeeded()
        #expect(labels(in: table).map(\.text) == ["Items", "0.0", "0.1"])
        #expect(table.contentSize.height == 172)
        let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
        #expect(
            cell.subviews.contains { ($0 as? UIImageView)?.image?.symbol?.name == "chevron.right" }
        )
        #expect(cell.subviews.contains { $0.backgroundColor == .separator && !$0.isHidden })
        table.separatorStyle = .none
        table.layoutIfNeeded()
        let bare = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
        #expect(!bare.subviews.contains { $0.backgroundColor == .separator && !$0.isHidden })
    }

    @Test(arguments: [CGFloat.greatestFiniteMagnitude, .infinity, 1000, 320])
    func `an inset as wide as its table leaves nothing of a separator`(inset: CGFloat) throws {
        let source = Source()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 300), style: .plain)
        table.dataSource = source
        table.separatorInset = UIEdgeInsets(top: 0, left: inset, bottom: 0, right: 0)
        table.layoutIfNeeded()
        let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
        #expect(!cell.subviews.contains { $0.backgroundColor == .separator && !$0.isHidden })
    }
}

@MainActor private final class Sizes: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
    var sizes = ["S", "M", "L", "XL"]
    var chosen: [Int] = []

    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        sizes.count
    }
    func pickerView(
        _ pickerView: UIPickerView,
        titleForRow row: Int,
        forComponent component: Int
    ) -> String? { sizes[row] }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        chosen.append(row)
    }
}

@MainActor private final class Listener: NSObject, UISearchBarDelegate {
    var heard: [String] = []

    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
        heard.append("changed \(searchText)")
    }
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { heard.append("search") }
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { heard.append("cancel") }
}

@MainActor private final class PaddedLabel: UILabel {
    override func drawText(in rect: CGRect) {
        super.drawText(in: rect.insetBy(dx: 8, dy: 4))
    }
}

@MainActor private final class Source: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = "\(indexPath.section).\(indexPath.row)"
        cell.accessoryType = .disclosureIndicator
        return cell
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        "Items"
    }
}
