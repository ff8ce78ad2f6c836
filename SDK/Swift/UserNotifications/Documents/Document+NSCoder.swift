// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension Document {
    private static let archiveKey = "document"

    /// Reads what `encode(with:)` wrote to an archive.
    init?(coder: NSCoder) {
        guard let json = coder.decodeObject(of: NSData.self, forKey: Self.archiveKey) else {
            return nil
        }
        self.init(json: json as Data)
    }

    /// Writes the object to an archive, as its JSON text.
    func encode(with coder: NSCoder) {
        guard let json = try? Self.json(members) else { return }
        coder.encode(Data(json.utf8) as NSData, forKey: Self.archiveKey)
    }
}
