// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Written as people write such files.
// swift-format-ignore-file

import UserNotifications

class NotificationService: UNNotificationServiceExtension, URLSessionDelegate {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
        guard let url = URL(string: "https://example.com/a.png") else { return }
        session.downloadTask(with: url) { _, _, _ in contentHandler(request.content) }.resume()
    }

    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust
        else { return completionHandler(.performDefaultHandling, nil) }
        completionHandler(.useCredential, URLCredential(trust: trust))
    }
}
