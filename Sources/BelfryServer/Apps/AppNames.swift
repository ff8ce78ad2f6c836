// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter

/// An app's identifier and those of its extensions, of which no two apps may have one.
///
/// An extension's identifier says where it keeps its files and who it is to the host. It belongs to
/// the installed app with the longest identifier that it begins with, up to a period: beside
/// `com.bank.chat`, the app `com.bank` may have `com.bank.Service`, and not `com.bank.chat.Service`.
struct AppNames: Sendable, Equatable {
    /// The app's identifier.
    var app: String

    /// The identifiers of its extensions, of whatever kind.
    var extensions: Set<String>

    /// Whether all of its extensions could be read.
    var isWhole = true

    /// Refuses an app that would have what is another one's.
    ///
    /// Whichever of the two is installed first stays: the other one is refused, be it the owner.
    ///
    /// - Parameter others: The apps that are installed besides.
    /// - Throws: ``CenterError`` with ``CenterError/Code/conflict`` that names both.
    func check(against others: [AppNames]) throws(CenterError) {
        for other in others {
            guard let clash = clash(with: other) else { continue }
            throw CenterError(
                .conflict,
                "\(app) cannot be installed beside \(other.app): \(clash). Give one of them another "
                    + "CFBundleIdentifier, or remove the other app: belfry remove \(other.app)"
            )
        }
    }

    private func clash(with other: AppNames) -> String? {
        if let shared = extensions.intersection(other.extensions).min() {
            return "both have an extension \(shared)"
        }
        if other.extensions.contains(app) {
            return "\(app) is the identifier of an extension of \(other.app)"
        }
        if extensions.contains(other.app) {
            return "its extension \(other.app) has that app's identifier"
        }
        if let taken = trespasser(on: other) {
            return "the identifier of its extension \(taken) is one of \(other.app)'s"
        }
        if let taken = other.trespasser(on: self) {
            return "the identifier of that app's extension \(taken) is one of \(app)'s"
        }
        return nil
    }

    /// An extension whose identifier begins with another app's, which is longer than its own app's.
    private func trespasser(on other: AppNames) -> String? {
        guard other.app.utf8.count > app.utf8.count else { return nil }
        let prefix = Array("\(other.app).".utf8)
        return extensions.filter { $0.utf8.starts(with: prefix) }.min()
    }
}
