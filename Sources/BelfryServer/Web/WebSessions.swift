// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The browsers that have signed in: `NAME.DIGITS` in a cookie, the digits in a file of that name that
/// its owner alone may read.
///
/// The files outlive the daemon, so that a page goes on after a restart.
struct WebSessions: Sendable {
    /// The directory of the files.
    let path: String

    /// How long a session lasts, in seconds: 30 days.
    static let lifetime = 30 * 24 * 60 * 60

    /// Most sessions at a time; a further one ends the oldest.
    static let limit = 16

    /// Begins a session.
    ///
    /// - Returns: What the cookie holds.
    /// - Throws: ``DaemonError`` naming the file.
    func begin() throws -> String {
        try DaemonFiles.ensureDirectory(path)
        let known = dates().sorted { $0.date < $1.date }
        for old in known.dropLast(Self.limit - 1) { remove(old.name) }
        let name = String(AccessToken.random().text.prefix(Self.nameLength))
        return "\(name).\(try AccessToken.ofFile("\(path)/\(name)").text)"
    }

    /// Whether a text is a session's that has not ended.
    ///
    /// - Parameters:
    ///   - text: What somebody sent: nothing in it leads out of the directory.
    ///   - now: The time.
    /// - Returns: Whether it is.
    func isOpen(_ text: String, at now: Date = Date()) -> Bool {
        guard let (name, secret) = Self.parts(of: text),
            let token = try? AccessToken.ofExistingFile("\(path)/\(name)"),
            token.isEqual(to: secret), let date = date(of: name)
        else { return false }
        return now.timeIntervalSince(date) < Double(Self.lifetime)
    }

    /// Ends a session.
    func end(_ text: String) {
        guard isOpen(text), let (name, _) = Self.parts(of: text) else { return }
        remove(name)
    }

    private static let nameLength = 16

    private static func parts(of text: String) -> (name: String, secret: Substring)? {
        guard let dot = text.firstIndex(of: ".") else { return nil }
        let name = String(text[..<dot])
        guard name.utf8.count == nameLength,
            name.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
        else { return nil }
        return (name, text[text.index(after: dot)...])
    }

    private func dates() -> [(name: String, date: Date)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { name in date(of: name).map { (name, $0) } }
    }

    private func date(of name: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return attributes?[.modificationDate] as? Date
    }

    private func remove(_ name: String) {
        try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
}
