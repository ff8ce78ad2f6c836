// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing

@testable import UserNotifications

@Suite struct DeviceTokenTests {
    @Test func `a token is the bytes of its digits`() {
        #expect(Data(hexadecimal: "00ff7A") == Data([0, 255, 0x7a]))
        let text = String(repeating: "0f", count: 32)
        #expect(Data(hexadecimal: text) == Data(repeating: 15, count: 32))
    }

    @Test(arguments: ["", "0", "0g", "123", "+1", " 1", "\u{FF11}\u{FF11}", "e\u{301}0"])
    func `what is not made of whole bytes is no token`(text: String) {
        #expect(Data(hexadecimal: text) == nil)
    }
}
