// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension DateReader {
    /// A time of a day.
    struct Time {
        var (hour, minute, second): (Int, Int, Int)
        var zone: TimeZone?
    }

    /// A time that says that it is one: by `at` before it, or by `AM` or `PM`.
    func time(at index: Int) -> (Time, Int)? {
        if says("at", at: index), let found = clock(at: index + 1) {
            return (found.time, found.end)
        }
        guard let found = clock(at: index), found.isHalved else { return nil }
        let before = self[index - 1]?.text.utf16.first
        let isInside = !(self[index]?.isApart ?? true) && before.map { $0 != 0x28 } ?? false
        return isInside ? nil : (found.time, found.end)
    }

    /// A time after a day: ` at 5 PM`, `, 17:00`, `T17:00:00Z`.
    func time(after index: Int) -> (Time, Int)? {
        let isLed = says("at", "@", ",", "t", at: index)
        return clock(at: isLed ? index + 1 : index).map { ($0.time, $0.end) }
    }

    /// Hours and minutes, or hours with their half of the day.
    private func clock(at index: Int) -> (time: Time, end: Int, isHalved: Bool)? {
        guard let token = self[index], token.text.utf8.count <= 2, let hour = token.number else {
            return nil
        }
        var time = Time(hour: hour, minute: 0, second: 0, zone: nil)
        var end = index + 1
        let hasMinutes = minutes(at: end, &time.minute)
        if hasMinutes {
            end += 2
            if minutes(at: end, &time.second) {
                end += 2
                if says(".", at: end), self[end + 1]?.number != nil, !tokens[end + 1].isApart {
                    end += 2
                }
            }
        }
        let half = half(at: end)
        if let half {
            guard (1...12).contains(hour) else { return nil }
            time.hour = hour % 12 + (half.isPM ? 12 : 0)
            end = half.end
        }
        guard hasMinutes || half != nil, (0...23).contains(time.hour) else { return nil }
        (time.zone, end) = zone(at: end)
        return (time, end, half != nil)
    }

    /// Reads a colon and two digits that touch it.
    private func minutes(at index: Int, _ minutes: inout Int) -> Bool {
        guard says(":", at: index), let token = self[index + 1], !tokens[index].isApart,
            !token.isApart, token.text.utf8.count == 2, let value = token.number, value < 60
        else { return false }
        minutes = value
        return true
    }

    /// Reads `AM`, `pm` or `a.m.` in any letters.
    private func half(at index: Int) -> (isPM: Bool, end: Int)? {
        if says("am", "pm", at: index) { return (says("pm", at: index), index + 1) }
        guard says("a", "p", at: index), says(".", at: index + 1), says("m", at: index + 2),
            says(".", at: index + 3)
        else { return nil }
        return (says("p", at: index), index + 4)
    }

    /// Reads `Z`, `UTC`, `GMT`, `+01:00` or `+0100`; without one the index stays.
    private func zone(at index: Int) -> (TimeZone?, Int) {
        if says("z", "utc", "gmt", at: index) { return (TimeZone(secondsFromGMT: 0), index + 1) }
        guard says("+", "-", at: index), let token = self[index + 1], !token.isApart,
            let number = token.number
        else { return (nil, index) }
        var (seconds, end) = (0, index + 2)
        var minutes = 0
        switch token.text.utf8.count {
        case 4: seconds = number / 100 * 3600 + number % 100 * 60
        case 2 where self.minutes(at: end, &minutes):
            seconds = number * 3600 + minutes * 60
            end += 2
        default: return (nil, index)
        }
        guard let zone = TimeZone(secondsFromGMT: says("-", at: index) ? -seconds : seconds) else {
            return (nil, index)
        }
        return (zone, end)
    }
}
