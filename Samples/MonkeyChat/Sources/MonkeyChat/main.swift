// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

let center = UNUserNotificationCenter.current()
let chat = Chat()
center.delegate = chat

Task {
    do {
        try await chat.begin(in: center)
    } catch {
        NSLog("MonkeyChat cannot notify: %@", error.localizedDescription)
    }
}

RunLoop.main.run()
