// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A date and a time that the user chooses.
///
/// Wheels and the calendar are touched: a wheel's row, a day, the arrows beside the month. The compact
/// style shows what is chosen.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uidatepicker
@preconcurrency @MainActor
open class UIDatePicker: UIControl {
    /// What is chosen.
    public enum Mode: Int, Sendable {
        /// A time of the day.
        case time = 0
        /// A day.
        case date = 1
        /// Both.
        case dateAndTime = 2
        /// Hours and minutes.
        case countDownTimer = 3
        /// A month.
        case yearAndMonth = 4
    }

    /// Creates a picker of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a picker for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// What shows the date; made anew where the style or the mode is another one.
    private var face: (any DatePickerFace)?

    override func setUp() {
        super.setUp()
        setNeedsFace()
    }

    /// The date; times are those of ``calendar``.
    open var date: Date {
        get { chosen }
        set {
            chosen = bounded(newValue)
            face?.show()
        }
    }
    private var chosen = Date()

    /// Sets the date; the host shows it at once.
    open func setDate(_ date: Date, animated: Bool) { self.date = date }

    /// What is chosen.
    open var datePickerMode = Mode.dateAndTime { didSet { setNeedsFace() } }
    /// What is asked for; see ``datePickerStyle``.
    open var preferredDatePickerStyle = UIDatePickerStyle.automatic { didSet { setNeedsFace() } }
    /// What it looks like: compact where nothing is asked for, and wheels of a timer.
    open var datePickerStyle: UIDatePickerStyle {
        switch (preferredDatePickerStyle, datePickerMode) {
        case (_, .countDownTimer), (_, .yearAndMonth), (.inline, .time): .wheels
        case (.automatic, _): .compact
        default: preferredDatePickerStyle
        }
    }
    /// The earliest date.
    open var minimumDate: Date? { didSet { date = chosen } }
    /// The latest date.
    open var maximumDate: Date? { didSet { date = chosen } }
    /// How many minutes there are from one time to the next: 1 to 30, by which 60 can be divided.
    open var minuteInterval: Int {
        get { interval }
        set {
            guard (1...30).contains(newValue), 60 % newValue == 0 else { return }
            interval = newValue
            face?.show()
        }
    }
    private var interval = 1
    /// The seconds of a timer.
    open var countDownDuration: TimeInterval = 0 { didSet { face?.show() } }
    /// How dates are written.
    open var locale: Locale? { didSet { face?.show() } }
    /// What days and months are.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var calendar: Calendar! {
        get { ownCalendar ?? .current }
        set {
            ownCalendar = newValue
            face?.show()
        }
    }
    private var ownCalendar: Calendar?
    /// Where the times are those of the day; nil for the calendar's.
    open var timeZone: TimeZone? { didSet { face?.show() } }
    /// Whether a compact style rounds the times that it shows; as the interval says.
    ///
    /// - Note: Without effect: they are rounded.
    open var roundsToMinuteInterval = true

    /// The calendar with the picker's own time zone and language.
    var effectiveCalendar: Calendar {
        var calendar: Calendar = calendar
        if let timeZone { calendar.timeZone = timeZone }
        if let locale { calendar.locale = locale }
        return calendar
    }

    /// The date that is shown, at a step of ``minuteInterval``.
    var shown: Date {
        guard interval > 1 else { return chosen }
        let minute = effectiveCalendar.component(.minute, from: chosen)
        return chosen.addingTimeInterval(-Double(minute % interval) * 60)
    }

    /// Takes what the user chose.
    func choose(_ date: Date) {
        let date = bounded(date)
        let isOther = date != chosen
        chosen = date
        face?.show()
        if isOther { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    }

    /// Takes the time of a timer that the user chose.
    func choose(duration: TimeInterval) {
        guard duration != countDownDuration else { return }
        countDownDuration = duration
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    /// Writes a date by a pattern's parts, in the picker's language.
    func text(_ date: Date, _ template: String) -> String {
        let formatter = DateFormatter()
        formatter.calendar = effectiveCalendar
        formatter.timeZone = effectiveCalendar.timeZone
        formatter.locale = locale ?? .current
        formatter.setLocalizedDateFormatFromTemplate(template)
        return formatter.string(from: date)
    }

    /// Whether hours are counted to 12.
    var hasHalves: Bool { text(date, "j").contains { $0.isLetter } }

    private func bounded(_ date: Date) -> Date {
        let floor = minimumDate.map { max($0, date) } ?? date
        return maximumDate.map { min($0, max(floor, minimumDate ?? $0)) } ?? floor
    }

    private func setNeedsFace() {
        face?.removeFromSuperview()
        let made: any DatePickerFace =
            switch datePickerStyle {
            case .wheels: DateWheels(of: self)
            case .inline: DateCalendar(of: self)
            case .compact, .automatic: DateFields(of: self)
            }
        face = made
        made.translatesAutoresizingMaskIntoConstraints = false
        addSubview(made)
        let trailing = made.trailingAnchor.constraint(equalTo: trailingAnchor)
        // Fields are as wide as their texts, and a picker's frame may be wider or narrower.
        if made is DateFields { trailing.priority = .defaultHigh }
        NSLayoutConstraint.activate([
            made.topAnchor.constraint(equalTo: topAnchor),
            made.bottomAnchor.constraint(equalTo: bottomAnchor),
            made.leadingAnchor.constraint(equalTo: leadingAnchor),
            trailing,
        ])
        made.show()
        invalidateIntrinsicContentSize()
    }

    /// As large as on a phone.
    open override var intrinsicContentSize: CGSize { face?.size ?? super.intrinsicContentSize }
    /// As large as on a phone.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

/// What a date picker looks like.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uidatepickerstyle
public enum UIDatePickerStyle: Int, Sendable {
    /// As it suits.
    case automatic = 0
    /// Wheels.
    case wheels = 1
    /// What is chosen, in fields.
    case compact = 2
    /// A calendar.
    case inline = 3
}
