// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import UserNotificationsUI
import WebKit

class NotificationViewController: UIViewController, UNNotificationContentExtension {
    private let state = UILabel()
    private let page: WKWebView = {
        let configuration = WKWebViewConfiguration()
        configuration.allowsInlineMediaPlayback = true
        return WKWebView(frame: .zero, configuration: configuration)
    }()

    override func viewDidLoad() {
        super.viewDidLoad()
        page.navigationDelegate = self
        page.scrollView.isScrollEnabled = false
        for part in [state, page] {
            part.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(part)
        }
        NSLayoutConstraint.activate([
            state.topAnchor.constraint(equalTo: view.topAnchor),
            state.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            page.topAnchor.constraint(equalTo: state.bottomAnchor),
            page.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            page.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            page.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            page.heightAnchor.constraint(equalToConstant: 200),
        ])
    }

    func didReceive(_ notification: UNNotification) {
        let address = notification.request.content.userInfo["page"] as? String
        guard let url = address.flatMap(URL.init(string:)) else { return }
        page.load(URLRequest(url: url))
    }
}

extension NotificationViewController: WKNavigationDelegate {
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        state.text = "shown: \(webView.title ?? "no title")"
    }

    func webView(
        _ webView: WKWebView,
        didFailProvisionalNavigation navigation: WKNavigation!,
        withError error: Error
    ) {
        state.text = "not shown"
    }
}
