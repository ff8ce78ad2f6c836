// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Written as people write such files.
// swift-format-ignore-file

import CoreLocation
import UserNotifications

/// Uses a member that Foundation has and the SDK has anew, beside a module that brings Foundation too.
class Ticker {
    var place: CLLocation?

    func tick(_ timer: Timer) -> Int {
        (timer.userInfo as? [String: Int])?["n"] ?? 0
    }
}
