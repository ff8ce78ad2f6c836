// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryReport
internal import Foundation

/// The notification centres of the apps whose extensions run here.
///
/// It belongs to the host's thread.
final class CenterRegistry {
    private var centers: [HostedApp: AppCenter] = [:]

    /// The centre of an app; nil of one that has none yet.
    subscript(app: HostedApp) -> AppCenter? { centers[app] }

    /// The centre of an app, which begins empty.
    func center(of app: HostedApp) -> AppCenter {
        if let center = centers[app] { return center }
        let center = AppCenter(of: app.identifier)
        centers[app] = center
        return center
    }

    /// Forgets an app's centre.
    func forget(_ app: HostedApp) {
        centers[app] = nil
    }

    /// The stored files that notifications of the centres show.
    var ownedFiles: Set<String> {
        centers.values.reduce(into: []) { $0.formUnion($1.ownedFiles) }
    }

    static var unixTime: Double { Date().timeIntervalSince1970 }
}

extension Verdict {
    /// Whether it is the extension's own doing, so that the categories it has set go with it.
    var appliesCategories: Bool {
        switch self {
        case .delivered, .dropped: true
        case .fallback, .rejected, .notCalled: false
        }
    }
}
