// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What shows the date of a picker.
@MainActor protocol DatePickerFace: UIView {
    /// How large it is by itself.
    var size: CGSize { get }
    /// Shows the picker's date.
    func show()
}

/// What is chosen, in fields: a day, a time.
@MainActor final class DateFields: UIStackView, DatePickerFace {
    private weak var picker: UIDatePicker?

    convenience init(of picker: UIDatePicker) {
        self.init(frame: .zero)
        self.picker = picker
        spacing = 5
    }

    private var texts: [String] {
        guard let picker else { return [] }
        let day = { picker.text(picker.shown, "yMMMd") }
        let time = { picker.text(picker.shown, "jmm") }
        return switch picker.datePickerMode {
        case .time: [time()]
        case .date: [day()]
        default: [day(), time()]
        }
    }

    var size: CGSize {
        let widths = texts.map { text in
            text.size(withAttributes: [.font: UIFont.systemFont(ofSize: 17)]).width + 22
        }
        return CGSize(width: widths.reduce(-5) { $0 + $1.rounded(.up) + 5 }, height: 34)
    }

    func show() {
        for view in arrangedSubviews { view.removeFromSuperview() }
        for text in texts {
            let label = UILabel()
            label.text = text
            label.textAlignment = .center
            label.backgroundColor = .tertiarySystemFill
            label.layer.cornerRadius = 6
            addArrangedSubview(label)
            let width = text.size(withAttributes: [.font: UIFont.systemFont(ofSize: 17)]).width
            label.widthAnchor.constraint(equalToConstant: (width + 22).rounded(.up)).isActive = true
        }
        picker?.invalidateIntrinsicContentSize()
    }
}

/// Wheels: of days and times, of days, months and years, of hours and minutes.
@MainActor
final class DateWheels: UIPickerView, DatePickerFace, UIPickerViewDataSource,
    UIPickerViewDelegate
{
    /// What a wheel is of.
    private enum Part {
        case day, month, year, date, hour, minute, half, hours, minutes
    }

    private weak var picker: UIDatePicker?
    /// How many days there are before and after the one that is chosen.
    private static let reach = 3

    convenience init(of picker: UIDatePicker) {
        self.init(frame: CGRect(origin: .zero, size: CGSize(width: 320, height: 216)))
        self.picker = picker
        dataSource = self
        delegate = self
    }

    var size: CGSize { CGSize(width: 320, height: 216) }

    private var parts: [Part] {
        guard let picker else { return [] }
        let time: [Part] = picker.hasHalves ? [.hour, .minute, .half] : [.hour, .minute]
        return switch picker.datePickerMode {
        case .time: time
        case .date: [.month, .day, .year]
        case .dateAndTime: [.date] + time
        case .countDownTimer: [.hours, .minutes]
        case .yearAndMonth: [.month, .year]
        }
    }

    func show() {
        reloadAllComponents()
        for (component, part) in parts.enumerated() {
            selectRow(row(of: part), inComponent: component, animated: false)
        }
    }

    func numberOfComponents(in pickerView: UIPickerView) -> Int { parts.count }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        guard let picker else { return 0 }
        switch parts[component] {
        case .date: return Self.reach * 2 + 1
        case .day:
            return picker.effectiveCalendar.range(of: .day, in: .month, for: picker.date)?.count
                ?? 31
        case .month: return 12
        case .year: return 4000
        case .hour: return picker.hasHalves ? 12 : 24
        case .minute, .minutes: return 60 / picker.minuteInterval
        case .half: return 2
        case .hours: return 24
        }
    }

    /// The row that stands for the picker's date.
    private func row(of part: Part) -> Int {
        guard let picker else { return 0 }
        let parts = picker.effectiveCalendar.dateComponents(
            [.year, .month, .day, .hour, .minute],
            from: picker.shown
        )
        let hour = parts.hour ?? 0
        let seconds = Int(picker.countDownDuration)
        return switch part {
        case .date: Self.reach
        case .day: (parts.day ?? 1) - 1
        case .month: (parts.month ?? 1) - 1
        case .year: (parts.year ?? 1) - 1
        case .hour: picker.hasHalves ? hour % 12 : hour
        case .minute: (parts.minute ?? 0) / picker.minuteInterval
        case .half: hour / 12
        case .hours: seconds / 3600
        case .minutes: seconds / 60 % 60 / picker.minuteInterval
        }
    }

    func pickerView(
        _ pickerView: UIPickerView,
        titleForRow row: Int,
        forComponent component: Int
    ) -> String? {
        guard let picker else { return nil }
        let calendar = picker.effectiveCalendar
        switch parts[component] {
        case .date:
            let day = calendar.date(byAdding: .day, value: row - Self.reach, to: picker.date)
            return day.map { picker.text($0, "EEEMMMd") }
        case .day: return "\(row + 1)"
        case .month: return calendar.monthSymbols[row]
        case .year: return "\(row + 1)"
        case .hour:
            guard picker.hasHalves else { return String(format: "%02d", row) }
            return row == 0 ? "12" : "\(row)"
        case .minute: return String(format: "%02d", row * picker.minuteInterval)
        case .half: return row == 0 ? calendar.amSymbol : calendar.pmSymbol
        case .hours: return row == 1 ? "1 hour" : "\(row) hours"
        case .minutes: return "\(row * picker.minuteInterval) min"
        }
    }

    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
        switch parts[component] {
        case .date: 130
        case .month: 130
        default: 0
        }
    }

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        guard let picker else { return }
        let part = parts[component]
        if part == .hours || part == .minutes {
            let (hours, minutes) = (selectedRow(inComponent: 0), selectedRow(inComponent: 1))
            let seconds = hours * 3600 + minutes * picker.minuteInterval * 60
            return picker.choose(duration: TimeInterval(seconds))
        }
        let calendar = picker.effectiveCalendar
        let difference = row - self.row(of: part)
        let (unit, step): (Calendar.Component, Int) =
            switch part {
            case .date, .day: (.day, 1)
            case .month: (.month, 1)
            case .year: (.year, 1)
            case .hour, .hours: (.hour, 1)
            case .minute, .minutes: (.minute, picker.minuteInterval)
            case .half: (.hour, 12)
            }
        let date = calendar.date(byAdding: unit, value: difference * step, to: picker.shown)
        if let date { picker.choose(date) }
    }
}

/// A month, of which a day is chosen.
@MainActor final class DateCalendar: UIView, DatePickerFace {
    private weak var picker: UIDatePicker?
    private let heading = UILabel()
    private let weeks = UIStackView()
    /// A date of the month that is shown; nil for the picker's.
    private var month: Date?

    convenience init(of picker: UIDatePicker) {
        self.init(frame: CGRect(origin: .zero, size: CGSize(width: 320, height: 330)))
        self.picker = picker
        heading.font = .systemFont(ofSize: 17, weight: .semibold)
        let before = arrow("chevron.left", months: -1)
        let after = arrow("chevron.right", months: 1)
        weeks.axis = .vertical
        weeks.distribution = .fillEqually
        for view in [heading, before, after, weeks] {
            view.translatesAutoresizingMaskIntoConstraints = false
            addSubview(view)
        }
        NSLayoutConstraint.activate([
            heading.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 16),
            heading.centerYAnchor.constraint(equalTo: topAnchor, constant: 22),
            after.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -8),
            after.centerYAnchor.constraint(equalTo: heading.centerYAnchor),
            before.trailingAnchor.constraint(equalTo: after.leadingAnchor, constant: -8),
            before.centerYAnchor.constraint(equalTo: heading.centerYAnchor),
            weeks.topAnchor.constraint(equalTo: topAnchor, constant: 44),
            weeks.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 8),
            weeks.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -8),
            weeks.bottomAnchor.constraint(equalTo: bottomAnchor),
        ])
    }

    var size: CGSize { CGSize(width: 320, height: 330) }

    private func arrow(_ symbol: String, months: Int) -> UIButton {
        let button = UIButton(type: .system)
        button.setImage(UIImage(systemName: symbol), for: .normal)
        button.addAction(
            UIAction { [weak self] _ in
                guard let self, let picker else { return }
                let calendar = picker.effectiveCalendar
                month = calendar.date(byAdding: .month, value: months, to: month ?? picker.date)
                show()
            },
            for: .touchUpInside
        )
        return button
    }

    func show() {
        guard let picker else { return }
        let calendar = picker.effectiveCalendar
        let month = month ?? picker.date
        heading.text = picker.text(month, "yMMMM")
        for view in weeks.arrangedSubviews { view.removeFromSuperview() }
        guard let span = calendar.dateInterval(of: .month, for: month),
            let days = calendar.range(of: .day, in: .month, for: month)
        else { return }
        let first = calendar.firstWeekday
        let names = calendar.shortWeekdaySymbols
        weeks.addArrangedSubview(week((0..<7).map { name(names[(first - 1 + $0) % 7]) }))
        let lead = (calendar.component(.weekday, from: span.start) - first + 7) % 7
        var cells: [UIView] = (0..<lead).map { _ in UIView() }
        for day in days {
            let date = calendar.date(byAdding: .day, value: day - 1, to: span.start) ?? span.start
            cells.append(button(day, date, in: picker))
        }
        while cells.count % 7 != 0 { cells.append(UIView()) }
        for start in stride(from: 0, to: cells.count, by: 7) {
            weeks.addArrangedSubview(week(Array(cells[start..<start + 7])))
        }
    }

    private func week(_ views: [UIView]) -> UIStackView {
        let row = UIStackView(arrangedSubviews: views)
        row.distribution = .fillEqually
        return row
    }

    private func name(_ text: String) -> UILabel {
        let label = UILabel()
        label.text = text.uppercased()
        label.textAlignment = .center
        label.font = .systemFont(ofSize: 13, weight: .semibold)
        label.textColor = .tertiaryLabel
        return label
    }

    private func button(_ day: Int, _ date: Date, in picker: UIDatePicker) -> UIButton {
        let calendar = picker.effectiveCalendar
        let isChosen = calendar.isDate(date, inSameDayAs: picker.date)
        let isToday = calendar.isDateInToday(date)
        let button = UIButton(type: .custom)
        button.setTitle("\(day)", for: .normal)
        let weight: UIFont.Weight = isChosen ? .medium : .regular
        button.titleLabel?.font = .systemFont(ofSize: 20, weight: weight)
        button.setTitleColor(isChosen || isToday ? picker.tintColor : .label, for: .normal)
        if isChosen {
            button.backgroundColor = picker.tintColor.withAlphaComponent(0.15)
            button.layer.cornerRadius = 20
        }
        let offset = calendar.dateComponents([.hour, .minute, .second], from: picker.date)
        button.addAction(
            UIAction { [weak picker] _ in
                picker?.choose(calendar.date(byAdding: offset, to: date) ?? date)
            },
            for: .touchUpInside
        )
        return button
    }
}
