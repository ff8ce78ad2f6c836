// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import HTTPTypes
internal import Synchronization

/// How many extensions are run again at a time, and where: each has a host with workers of its own.
final class TrialRoom: Sendable {
    /// Most trials at a time, and most of one browser that has signed in, or of those with the token.
    static let limit = 2
    static let viewerLimit = 1

    private let path: String
    private let viewers = Mutex<[String: String]>([:])

    /// Takes a directory, and removes what an earlier process has left there.
    ///
    /// - Parameter path: Where trials have their folders.
    init(path: String) {
        self.path = path
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The place of one trial; it is free again when this goes.
    final class Place: Sendable {
        /// Where it may have a folder.
        let folder: String
        private let name: String
        private let room: TrialRoom

        fileprivate init(_ name: String, in room: TrialRoom) {
            folder = "\(room.path)/\(name)"
            self.name = name
            self.room = room
        }

        deinit { room.viewers.withLock { _ = $0.removeValue(forKey: name) } }
    }

    /// Takes the place of one trial.
    ///
    /// - Parameter viewer: Whose page it is.
    /// - Returns: The place.
    /// - Throws: ``APIError`` where there are as many as may be.
    func take(for viewer: String) throws(APIError) -> Place {
        let name = UUID().uuidString
        let refusal: String? = viewers.withLock { viewers in
            guard viewers.values.count(where: { $0 == viewer }) < Self.viewerLimit else {
                return "an extension is run again for you already"
            }
            guard viewers.count < Self.limit else {
                return "\(Self.limit) extensions are run again already"
            }
            viewers[name] = viewer
            return nil
        }
        if let refusal {
            throw APIError(.serviceUnavailable, "full", "\(refusal); try again once that is over")
        }
        return Place(name, in: self)
    }
}
