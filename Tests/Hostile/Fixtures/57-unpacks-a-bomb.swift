// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Fetches 2 MB that unpack to 2 GB.
func unpackBomb(
    _ content: UNMutableNotificationContent,
    _ userInfo: [AnyHashable: Any],
    _ completion: @escaping (UNNotificationContent) -> Void
) {
    guard let url = URL(string: (userInfo["url"] as? String ?? "") + "/bomb") else { return }
    URLSession.shared.dataTask(with: url) { data, _, _ in
        content.body = "unpacked=\(data?.count ?? -1)"
        completion(content)
    }.resume()
}
