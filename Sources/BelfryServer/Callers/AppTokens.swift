// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The tokens by which processes are known as apps whose program lies elsewhere, as while an author
/// works on one: `IDENTIFIER:DIGITS`, each in a file that its owner alone may read.
struct AppTokens: Sendable {
    /// The directory of the files.
    let path: String

    /// The token of an app, which is made where there is none.
    ///
    /// - Parameter app: An installed app's identifier, which names a file.
    /// - Returns: What the app's process sends.
    /// - Throws: ``DaemonError`` naming the file.
    func token(of app: String) throws -> String {
        try DaemonFiles.ensureDirectory(path)
        return "\(app):\(try AccessToken.ofFile("\(path)/\(app)").text)"
    }

    /// The app whose token a text is.
    ///
    /// - Parameter text: What somebody sent: nothing in it leads out of the directory, and no file is
    ///   made for it.
    /// - Returns: The app's identifier; nil for any other text.
    func app(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let app = String(text[..<colon])
        guard AppBundle.isIdentifier(app),
            let token = try? AccessToken.ofExistingFile("\(path)/\(app)"),
            token.isEqual(to: text[text.index(after: colon)...])
        else { return nil }
        return app
    }

    /// Makes an app's token worthless.
    func discard(_ app: String) {
        try? FileManager.default.removeItem(atPath: "\(path)/\(app)")
    }
}
