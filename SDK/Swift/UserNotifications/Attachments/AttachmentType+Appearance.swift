// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension AttachmentType {
    /// What a file that begins so looks like, such as the page that a server sent in place of a picture.
    ///
    /// - Parameter start: The first bytes.
    /// - Returns: Words that go on a sentence about the bytes.
    static func appearance(of start: [UInt8]) -> String {
        guard !start.isEmpty else { return "the file is empty" }
        if let type = allCases.first(where: { $0.matches(start) }) {
            return "they look like \(type.rawValue)"
        }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        if ["<!doctype h", "<html", "<head"].contains(where: { text.hasPrefix($0) }) {
            return "they look like HTML text"
        }
        let isText = start.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || (0x09...0x0D).contains($0) }
        return isText ? "they look like text" : "they look like nothing that is known"
    }
}
