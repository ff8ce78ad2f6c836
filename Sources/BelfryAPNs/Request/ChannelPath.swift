// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The paths that have to do with broadcast channels, each with an app in it.
enum ChannelPath {
    /// What the paths of pushes to channels begin with.
    static let broadcasts = "/4/broadcasts/apps/"

    private static let apps = "/1/apps/"

    /// The app whose channel a push is for.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - path: The request's path, which begins with ``broadcasts``.
    /// - Returns: The app's bundle identifier.
    /// - Throws: ``PushRefusal``.
    static func app(_ method: String, _ path: String) throws(PushRefusal) -> String {
        let app = String(path.dropFirst(broadcasts.count))
        guard PushTopic.isValid(app) else {
            throw PushRefusal(
                .badPath,
                "the path is \(path.quoted); pushes to a channel go to \(broadcasts)APP"
            )
        }
        guard method == "POST" else {
            throw PushRefusal(.methodNotAllowed, "the method is \(method.quoted); use POST")
        }
        return app
    }

    /// What a request is about that manages channels.
    ///
    /// - Parameter path: The request's path.
    /// - Returns: The app, and whether all of its channels are asked for.
    /// - Throws: ``PushRefusal``.
    static func channels(_ path: String) throws(PushRefusal) -> (app: String, isAboutAll: Bool) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard path.hasPrefix(apps), parts.count == 5, PushTopic.isValid(parts[3]),
            ["channels", "all-channels"].contains(parts[4])
        else {
            throw PushRefusal(
                .badPath,
                "the path is \(path.quoted); channels are at \(apps)APP/channels and "
                    + "\(apps)APP/all-channels"
            )
        }
        return (parts[3], parts[4] == "all-channels")
    }
}
