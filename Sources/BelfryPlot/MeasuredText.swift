// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Measured quantities for people, to three significant digits; reports for machines have them in full.
package enum MeasuredText {
    /// A value in its unit, `ms` or `bytes`.
    package static func value(_ value: Double, _ unit: String) -> String {
        unit == "bytes" ? size(value) : milliseconds(value)
    }

    /// A time such as `0`, `612 µs`, `4.55 ms`, `18.2 s` or `12 min`.
    package static func milliseconds(_ value: Double) -> String {
        switch value {
        case 0: "0"
        case ..<0.001: "\(digits(value * 1e6)) ns"
        case ..<0.9995: "\(digits(value * 1000)) µs"
        case ..<999.5: "\(digits(value)) ms"
        case ..<120_000: "\(digits(value / 1000)) s"
        case ..<7_200_000: "\(digits(value / 60_000)) min"
        default: "\(digits(value / 3_600_000)) h"
        }
    }

    /// A size such as `0`, `812 B`, `5.9 KB` or `24 MB`, in units of 1024.
    package static func size(_ byteCount: Double) -> String {
        switch byteCount {
        case 0: "0"
        case ..<1024: "\(digits(byteCount)) B"
        case ..<1_048_064: "\(digits(byteCount / 1024)) KB"
        case ..<1_073_217_536: "\(digits(byteCount / 1_048_576)) MB"
        default: "\(digits(byteCount / 1_073_741_824)) GB"
        }
    }

    /// A share such as `95 %`, `3.2 %`, `0.04 %` or `< 0.01 %`.
    package static func percent(_ share: Double) -> String {
        let percent = share * 100
        switch percent {
        case 0: return "0 %"
        case ..<0.01: return "< 0.01 %"
        case ..<1: return "\(rounded(percent, 100)) %"
        case ..<10: return "\(rounded(percent, 10)) %"
        default: return "\(Int(exactly: percent.rounded()).map(count) ?? "\(percent)") %"
        }
    }

    /// A number with commas between thousands.
    package static func count(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + String(text.reversed())
    }

    /// A number of things, such as `1 run` or `1,000 runs`.
    package static func count(_ number: Int, _ thing: String) -> String {
        "\(count(number)) \(thing)\(number == 1 ? "" : "s")"
    }

    /// A speed such as `171 runs/s` or `0.033 runs/s`.
    package static func rate(_ perSecond: Double) -> String {
        let whole = perSecond >= 100 ? Int(exactly: perSecond.rounded()) : nil
        return "\(whole.map(count) ?? digits(perSecond)) runs/s"
    }

    /// Three significant digits, without a point that nothing follows.
    private static func digits(_ value: Double) -> String {
        switch abs(value) {
        case 99.95...: rounded(value, 1)
        case 9.995...: rounded(value, 10)
        case 0.9995...: rounded(value, 100)
        default: rounded(value, 1000)
        }
    }

    private static func rounded(_ value: Double, _ scale: Double) -> String {
        let rounded = (value * scale).rounded() / scale
        // What is no number of digits, such as a share of nothing, is told and not counted.
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}
