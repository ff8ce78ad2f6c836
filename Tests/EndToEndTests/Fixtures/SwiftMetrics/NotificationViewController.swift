// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import UserNotificationsUI

/// Shows the view that the payload names, as large as it says that it is.
class NotificationViewController: UIViewController, UNNotificationContentExtension {
    func didReceive(_ notification: UNNotification) {
        let name = notification.request.content.userInfo["view"] as? String
        guard let shown = makeView(name ?? "") else { return }
        view.backgroundColor = .systemBackground
        shown.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(shown)
        NSLayoutConstraint.activate([
            shown.topAnchor.constraint(equalTo: view.topAnchor),
            shown.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            shown.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            shown.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        ])
    }

    private func makeView(_ name: String) -> UIView? {
        switch name {
        case "texts": TextsView()
        case "rows": RowsView(style: .plain)
        case "settings": RowsView(style: .insetGrouped)
        case "controls": ControlsView()
        case "buttons": ButtonsView()
        case "fields": FieldsView()
        case "card": CardView()
        case "bars": BarsView()
        case "tiles": TilesView()
        case "colors": ColorsView()
        case "chat": ChatView()
        case "drawing": DrawingView()
        case "scrolled": ScrolledView()
        case "symbols": SymbolsView()
        case "film": FilmView()
        default: nil
        }
    }
}
