// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What the user chooses something with, and what views are seen through.
extension StoryboardScene {
    func fill(pages control: UIPageControl, _ element: StoryboardElement) {
        control.numberOfPages = element.integer("numberOfPages") ?? 0
        control.currentPage = element.integer("currentPage") ?? 0
        if let flag = element.flag("hidesForSinglePage") { control.hidesForSinglePage = flag }
        if let color = file.color("pageIndicatorTintColor", of: element) {
            control.pageIndicatorTintColor = color
        }
        if let color = file.color("currentPageIndicatorTintColor", of: element) {
            control.currentPageIndicatorTintColor = color
        }
        fillState(of: control, element)
    }

    func fill(segments control: UISegmentedControl, _ element: StoryboardElement) {
        _ = element["segmentControlStyle"]
        for (index, segment) in element.all(in: "segments").enumerated() {
            if let image = file.image("image", of: segment) {
                control.insertSegment(with: image, at: index, animated: false)
            } else {
                let title = file.localized(segment["title"], element, "segmentTitles[\(index)]")
                control.insertSegment(withTitle: title, at: index, animated: false)
            }
            if segment.flag("enabled") == false { control.setEnabled(false, forSegmentAt: index) }
        }
        if let index = element.integer("selectedSegmentIndex") {
            control.selectedSegmentIndex = index
        }
        if let color = file.color("selectedSegmentTintColor", of: element) {
            control.selectedSegmentTintColor = color
        }
        fillState(of: control, element)
    }

    func fill(stepper: UIStepper, _ element: StoryboardElement) {
        if let number = element.number("minimumValue") { stepper.minimumValue = number }
        if let number = element.number("maximumValue") { stepper.maximumValue = number }
        if let number = element.number("stepValue") { stepper.stepValue = number }
        if let number = element.number("value") { stepper.value = number }
        if let flag = element.flag("wraps") { stepper.wraps = flag }
        _ = (element["autorepeat"], element["continuous"])
        fillState(of: stepper, element)
    }

    func fill(datePicker: UIDatePicker, _ element: StoryboardElement) {
        if let mode = element.choice("datePickerMode", Self.dateModes) {
            datePicker.datePickerMode = mode
        }
        if let style = element.choice("style", Self.dateStyles) {
            datePicker.preferredDatePickerStyle = style
        }
        if let interval = element.integer("minuteInterval") { datePicker.minuteInterval = interval }
        _ = element["useCurrentDate"]
        let date = { (key: String) in
            element.keyed(key)?.number("timeIntervalSinceReferenceDate").map(
                Date.init(timeIntervalSinceReferenceDate:)
            )
        }
        datePicker.minimumDate = date("minimumDate")
        datePicker.maximumDate = date("maximumDate")
        if let date = date("date"), element.flag("useCurrentDate") != true {
            datePicker.date = date
        }
        if let seconds = element.number("countDownDuration") {
            datePicker.countDownDuration = seconds
        }
        fillState(of: datePicker, element)
    }

    private static let dateModes: [String: UIDatePicker.Mode] = [
        "countDownTimer": .countDownTimer, "date": .date, "dateAndTime": .dateAndTime,
        "time": .time, "yearAndMonth": .yearAndMonth,
    ]

    private static let dateStyles: [String: UIDatePickerStyle] = [
        "automatic": .automatic, "compact": .compact, "inline": .inline, "wheels": .wheels,
    ]

    func fill(search: UISearchBar, _ element: StoryboardElement) {
        if let text = file.text("text", of: element) { search.text = text }
        if let text = file.text("placeholder", of: element) { search.placeholder = text }
        if let flag = element.flag("showsCancelButton") { search.showsCancelButton = flag }
        if let color = file.color("barTintColor", of: element) { search.barTintColor = color }
        _ = (element["searchBarStyle"], element["translucent"])
        element.keyed("textInputTraits")?.readAll()
    }

    func fill(effects view: UIVisualEffectView, _ element: StoryboardElement) {
        if let blur = element.first("blurEffect") {
            view.effect = UIBlurEffect(
                style: blur.choice("style", Self.blurStyles) ?? .regular
            )
        }
        element.first("vibrancyEffect")?.readAll()
    }

    private static let blurStyles: [String: UIBlurEffect.Style] = [
        "dark": .dark, "extraLight": .extraLight, "light": .light, "prominent": .prominent,
        "regular": .regular, "systemChromeMaterial": .systemChromeMaterial,
        "systemMaterial": .systemMaterial, "systemThickMaterial": .systemThickMaterial,
        "systemThinMaterial": .systemThinMaterial,
        "systemUltraThinMaterial": .systemUltraThinMaterial,
    ]

    func fillState(of control: UIControl, _ element: StoryboardElement) {
        if let flag = element.flag("enabled") { control.isEnabled = flag }
        if let flag = element.flag("selected") { control.isSelected = flag }
        if let flag = element.flag("highlighted") { control.isHighlighted = flag }
        // The host has its own place for what a control shows.
        _ = (element["contentHorizontalAlignment"], element["contentVerticalAlignment"])
    }
}
