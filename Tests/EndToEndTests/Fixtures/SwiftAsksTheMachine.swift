// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Makes a text of all that is another each time: clocks, chance, the order of hashes, a server's
/// answer, and a count that is kept.
final class SwiftAsksTheMachine: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        let count = UserDefaults.standard.integer(forKey: "count")
        UserDefaults.standard.set(count + 1, forKey: "count")
        content.title = "\(Date().timeIntervalSince1970) \(UUID()) \(count)"
        content.subtitle =
            "\(Int.random(in: 0...Int.max)) \((0..<8).shuffled()) "
            + "\(Set((0..<12).map { "key \($0)" }).joined(separator: ","))"
        guard let address = request.content.userInfo["address"] as? String,
            let url = URL(string: address)
        else { return contentHandler(content) }
        var question = URLRequest(url: url)
        question.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
        question.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
        URLSession.shared.dataTask(with: question) { data, response, error in
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            let text = data.map { String(decoding: $0, as: UTF8.self) } ?? String(describing: error)
            content.body = "\(status) \(text) \(Date().timeIntervalSince1970) \(UUID())"
            contentHandler(content)
        }
        .resume()
    }
}
