// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct QuantityTests {
    @Test(arguments: [
        ("30s", Duration.seconds(30)), ("30", .seconds(30)), ("500ms", .milliseconds(500)),
        ("1.5 s", .milliseconds(1500)), ("0.25s", .milliseconds(250)),
        ("250us", .microseconds(250)),
        ("250µs", .microseconds(250)), ("7ns", .nanoseconds(7)), ("2m", .seconds(120)),
        ("2min", .seconds(120)), ("1h", .seconds(3600)), ("0s", .zero),
        ("1.000000001s", .nanoseconds(1_000_000_001)),
    ])
    func `reads durations exactly`(text: String, expected: Duration) {
        #expect(Quantity.parseDuration(text) == expected)
    }

    @Test(arguments: [
        "", "s", "-1s", "+1s", "1 ", "1  s", ".5s", "1.s", "1..5s", "1.2.3s", "1e3s", "1 day", "٣s",
        "0.5ns", "9999999999999999999s", "300000h0", "9223372037s",
        "30S", "5M", "5MS",
    ])
    func `refuses what is not a duration`(text: String) {
        #expect(Quantity.parseDuration(text) == nil)
    }

    @Test(arguments: [("5M", "5m or 5ms"), ("5 MIN", "5 min"), ("500MS", "500ms")])
    func `says what a time with a unit in capitals may mean`(text: String, expected: String) {
        #expect(Quantity.lowercasedDurations(text) == expected)
    }

    @Test(arguments: ["5m", "5MB", "SOON", ""])
    func `says nothing of a text whose capitals are not the fault`(text: String) {
        #expect(Quantity.lowercasedDurations(text) == nil)
    }

    @Test(arguments: [
        ("24MB", 25_165_824), ("24 mb", 25_165_824), ("24MiB", 25_165_824), ("64KB", 65_536),
        ("1GB", 1_073_741_824), ("1.5KB", 1536), ("100", 100), ("100B", 100), ("0", 0),
    ])
    func `reads sizes by powers of 1024`(text: String, expected: Int) {
        #expect(Quantity.parseByteCount(text) == expected)
    }

    @Test(arguments: ["", "MB", "-1", "1.5B", "0.3KB", "1TB", "24M B", "9999999999GB", "1,5MB"])
    func `refuses what is not a whole number of bytes`(text: String) {
        #expect(Quantity.parseByteCount(text) == nil)
    }

    @Test(arguments: [
        (Duration.seconds(30), "30s"), (.milliseconds(1500), "1500ms"), (.microseconds(20), "20us"),
        (.nanoseconds(7), "7ns"), (.zero, "0s"), (.nanoseconds(1_000_000_001), "1000000001ns"),
    ])
    func `writes a duration that reads back the same`(duration: Duration, text: String) {
        #expect(Quantity.format(duration) == text)
        #expect(Quantity.parseDuration(text) == duration)
    }

    @Test(arguments: [
        (25_165_824, "24MB"), (1536, "1536B"), (65_536, "64KB"), (0, "0B"), (1 << 30, "1GB"),
    ])
    func `writes a size that reads back the same`(byteCount: Int, text: String) {
        #expect(Quantity.format(byteCount: byteCount) == text)
        #expect(Quantity.parseByteCount(text) == byteCount)
    }
}
