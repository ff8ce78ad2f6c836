// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension AttachmentType {
    /// What a file that begins so looks like, such as the page that a server sent in place of a picture.
    ///
    /// - Parameter bytes: The file's first bytes, ``signatureByteCount`` of them or more unless the
    ///   file is shorter.
    /// - Returns: The name of a type, or what else it is; nil where that is not known.
    static func appearance(ofFirstBytes bytes: [UInt8]) -> String? {
        if let type = allCases.first(where: { $0.matches(firstBytes: bytes) }) {
            return type.rawValue
        }
        let start = bytes.prefix(signatureByteCount)
        let text = String(decoding: start, as: UTF8.self).lowercased()
        if ["<!doctype h", "<html", "<head"].contains(where: { text.hasPrefix($0) }) {
            return "HTML text"
        }
        let isText = start.allSatisfy { ($0 >= 0x20 && $0 != 0x7f) || (0x09...0x0d).contains($0) }
        return isText ? "text" : nil
    }
}
