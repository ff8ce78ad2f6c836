// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Wheels, of each of which one row is chosen; a row that is touched is.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uipickerview
@preconcurrency @MainActor
open class UIPickerView: UIView {
    private let band = UIView()
    private let row = UIStackView()
    private var wheels: [PickerWheel] = []
    private var needsReload = true

    /// Creates a picker of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a picker for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func setUp() {
        super.setUp()
        clipsToBounds = true
        band.backgroundColor = .tertiarySystemFill
        band.layer.cornerRadius = 8
        band.isUserInteractionEnabled = false
        row.distribution = .fillEqually
        for view in [band, row] {
            view.translatesAutoresizingMaskIntoConstraints = false
            addSubview(view)
        }
        NSLayoutConstraint.activate([
            band.centerYAnchor.constraint(equalTo: centerYAnchor),
            band.heightAnchor.constraint(equalToConstant: 32),
            band.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 9),
            band.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -9),
            row.topAnchor.constraint(equalTo: topAnchor),
            row.bottomAnchor.constraint(equalTo: bottomAnchor),
            row.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 18),
            row.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -18),
        ])
    }

    /// What says how many wheels and rows there are.
    open weak var dataSource: (any UIPickerViewDataSource)? {
        didSet { setNeedsReload() }
    }
    /// What says what rows show, and hears which the user chose.
    open weak var delegate: (any UIPickerViewDelegate)? {
        didSet { setNeedsReload() }
    }
    /// Whether the row that is chosen stands out.
    ///
    /// - Note: Without effect: it does.
    open var showsSelectionIndicator = true

    /// How many wheels there are.
    open var numberOfComponents: Int { dataSource?.numberOfComponents(in: self) ?? 0 }
    /// How many rows a wheel has.
    open func numberOfRows(inComponent component: Int) -> Int {
        dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0
    }
    /// The size that a row has.
    open func rowSize(forComponent component: Int) -> CGSize {
        let width = delegate?.pickerView(self, widthForComponent: component) ?? 0
        let share = (bounds.width - 36) / CGFloat(max(numberOfComponents, 1))
        return CGSize(width: width > 0 ? width : share, height: PickerWheel.rowHeight)
    }

    private func setNeedsReload() {
        needsReload = true
        setNeedsLayout()
    }

    /// Makes the wheels where there are none yet.
    open override func layoutSubviews() {
        super.layoutSubviews()
        if needsReload { reloadAllComponents() }
    }

    /// Asks anew how many wheels there are and what is on them; what is chosen stays so.
    open func reloadAllComponents() {
        needsReload = false
        let count = numberOfComponents
        while wheels.count > count { wheels.removeLast().removeFromSuperview() }
        while wheels.count < count {
            let wheel = PickerWheel(of: self, component: wheels.count)
            wheels.append(wheel)
            row.addArrangedSubview(wheel)
        }
        let widths = (0..<count).map { delegate?.pickerView(self, widthForComponent: $0) ?? 0 }
        row.distribution = widths.contains { $0 > 0 } ? .fillProportionally : .fillEqually
        for (wheel, width) in zip(wheels, widths) { wheel.require(width: width) }
        for wheel in wheels { wheel.reload() }
    }

    /// Asks anew what is on a wheel.
    open func reloadComponent(_ component: Int) {
        if needsReload { return reloadAllComponents() }
        if wheels.indices.contains(component) { wheels[component].reload() }
    }

    /// The row of a wheel that is chosen; -1 where the wheel has none.
    open func selectedRow(inComponent component: Int) -> Int {
        if needsReload { reloadAllComponents() }
        return wheels.indices.contains(component) ? wheels[component].selected : -1
    }

    /// Turns a wheel to a row, without a word to the delegate.
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
        if needsReload { reloadAllComponents() }
        if wheels.indices.contains(component) { wheels[component].turn(to: row) }
    }

    /// What shows a row; nil for one that is not to be seen.
    open func view(forRow row: Int, forComponent component: Int) -> UIView? {
        wheels.indices.contains(component) ? wheels[component].view(of: row) : nil
    }

    /// As large as on a phone.
    open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
    /// As large as on a phone.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

/// One wheel of a picker: the row that is chosen in the middle, and three on each side.
@MainActor private final class PickerWheel: UIView {
    static let rowHeight: CGFloat = 32

    private weak var picker: UIPickerView?
    private let component: Int
    private(set) var selected = -1
    private var rows: [(number: Int, view: UIView)] = []
    private var width: NSLayoutConstraint?

    init(of picker: UIPickerView, component: Int) {
        self.picker = picker
        self.component = component
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) {
        component = 0
        super.init(coder: coder)
    }

    func require(width: CGFloat) {
        self.width?.isActive = false
        self.width = width > 0 ? widthAnchor.constraint(equalToConstant: width) : nil
        self.width?.priority = .defaultHigh
        self.width?.isActive = true
    }

    func reload() {
        let count = picker?.numberOfRows(inComponent: component) ?? 0
        selected = count == 0 ? -1 : min(max(selected, 0), count - 1)
        show()
    }

    func turn(to row: Int) {
        let count = picker?.numberOfRows(inComponent: component) ?? 0
        guard row != selected, (0..<count).contains(row) else { return }
        selected = row
        show()
    }

    func view(of row: Int) -> UIView? { rows.first { $0.number == row }?.view }

    private func show() {
        for row in rows { row.view.removeFromSuperview() }
        rows = []
        guard let picker, selected >= 0 else { return }
        let count = picker.numberOfRows(inComponent: component)
        for number in max(selected - 3, 0)..<min(selected + 4, count) {
            let distance = abs(number - selected)
            let view = makeRow(number, at: distance, in: picker)
            view.alpha = [1, 0.5, 0.3, 0.12][distance]
            rows.append((number, view))
            addSubview(view)
        }
        setNeedsLayout()
    }

    private func makeRow(_ number: Int, at distance: Int, in picker: UIPickerView) -> UIView {
        let delegate = picker.delegate
        let view: UIView
        if let own = delegate?.pickerView(
            picker,
            viewForRow: number,
            forComponent: component,
            reusing: nil
        ) {
            view = own
        } else {
            let label = UILabel()
            label.textAlignment = .center
            // As a wheel, rows are farther and smaller the farther they are from the middle.
            label.font = .systemFont(ofSize: [23, 21, 19, 16][distance])
            let styled = delegate?.pickerView(
                picker,
                attributedTitleForRow: number,
                forComponent: component
            )
            if let styled {
                label.attributedText = styled
            } else {
                label.text = delegate?.pickerView(
                    picker,
                    titleForRow: number,
                    forComponent: component
                )
            }
            view = label
        }
        view.isUserInteractionEnabled = true
        view.addGestureRecognizer(ItemTap { [weak self] in self?.choose(number) })
        return view
    }

    private func choose(_ number: Int) {
        guard let picker, number != selected else { return }
        turn(to: number)
        picker.delegate?.pickerView(picker, didSelectRow: number, inComponent: component)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        for (number, view) in rows {
            let middle = bounds.midY + CGFloat(number - selected) * Self.rowHeight
            view.frame = CGRect(
                x: 0,
                y: middle - Self.rowHeight / 2,
                width: bounds.width,
                height: Self.rowHeight
            )
        }
    }
}

/// What says how many wheels and rows a picker has.
@preconcurrency @MainActor
public protocol UIPickerViewDataSource: NSObjectProtocol {
    /// How many wheels there are.
    func numberOfComponents(in pickerView: UIPickerView) -> Int
    /// How many rows a wheel has.
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// What says what a picker's rows show, and hears which the user chose.
@preconcurrency @MainActor
public protocol UIPickerViewDelegate: NSObjectProtocol {
    /// How wide a wheel is; 0 for an equal share.
    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat
    /// How high a wheel's rows are.
    ///
    /// - Note: Without effect: never called; they are as high as a phone's.
    func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat
    /// What a row says.
    func pickerView(
        _ pickerView: UIPickerView,
        titleForRow row: Int,
        forComponent component: Int
    ) -> String?
    /// What a row says, with parts that look different; nil for what its title says.
    func pickerView(
        _ pickerView: UIPickerView,
        attributedTitleForRow row: Int,
        forComponent component: Int
    ) -> NSAttributedString?
    /// What shows a row; nil for its title.
    func pickerView(
        _ pickerView: UIPickerView,
        viewForRow row: Int,
        forComponent component: Int,
        reusing view: UIView?
    ) -> UIView?
    /// Tells that the user chose a row.
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
    /// An equal share.
    public func pickerView(
        _ pickerView: UIPickerView,
        widthForComponent component: Int
    ) -> CGFloat { 0 }
    /// As high as a phone's.
    public func pickerView(
        _ pickerView: UIPickerView,
        rowHeightForComponent component: Int
    ) -> CGFloat { 32 }
    /// Nothing.
    public func pickerView(
        _ pickerView: UIPickerView,
        titleForRow row: Int,
        forComponent component: Int
    ) -> String? { nil }
    /// What its title says.
    public func pickerView(
        _ pickerView: UIPickerView,
        attributedTitleForRow row: Int,
        forComponent component: Int
    ) -> NSAttributedString? { nil }
    /// Its title.
    public func pickerView(
        _ pickerView: UIPickerView,
        viewForRow row: Int,
        forComponent component: Int,
        reusing view: UIView?
    ) -> UIView? { nil }
    /// Does nothing.
    public func pickerView(
        _ pickerView: UIPickerView,
        didSelectRow row: Int,
        inComponent component: Int
    ) {}
}
