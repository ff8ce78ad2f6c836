// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension ContentFields {
    private static let userInfoKey = "userInfo"

    /// What `userInfo` may hold: the values of a property list, and the null of a payload.
    private static let userInfoClasses: [AnyClass] = [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
        NSNull.self, NSURL.self, NSUUID.self,
    ]

    /// Reads a content from an archive.
    init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
        let values = coder.decodeObject(of: Self.userInfoClasses, forKey: Self.userInfoKey)
        userInfo = UserInfo(values as? [AnyHashable: Any] ?? [:])
    }

    /// Writes a content to an archive: `userInfo` apart from the rest, for JSON has no dates.
    func encode(with coder: NSCoder) {
        documentWithoutUserInfo.encode(with: coder)
        let values = userInfo.values as NSDictionary
        coder.encode(values, forKey: Self.userInfoKey)
    }
}
