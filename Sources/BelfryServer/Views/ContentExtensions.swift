// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryRuntime
internal import Foundation
internal import NIOPosix
internal import Synchronization

/// The content extensions of installed apps, by the categories that they draw.
final class ContentExtensions: Sendable {
    /// An app's extensions by category, or why none of them draws.
    private typealias Drawing = Result<[String: ExtensionBundle], ContentChoiceError>

    private let apps: AppFolder

    /// What was read of each app that is installed, by its identifier, and of which version.
    private let known = Mutex<[String: (digest: String, drawing: Drawing)]>([:])

    /// - Parameter apps: Where apps are installed.
    init(_ apps: AppFolder) {
        self.apps = apps
    }

    /// The categories that the extensions of apps draw.
    ///
    /// - Parameter apps: The apps.
    /// - Returns: The categories by the apps' identifiers.
    func categories(of apps: [CenterApp]) async -> [String: Set<String>] {
        var drawn: [String: Set<String>] = [:]
        for app in apps {
            guard case .success(let bundles) = await drawing(of: app), !bundles.isEmpty else {
                continue
            }
            drawn[app.identifier] = Set(bundles.keys)
        }
        return drawn
    }

    /// The extension that draws an app's notifications of a category.
    ///
    /// - Returns: Its bundle; nil where none does.
    /// - Throws: ``ContentChoiceError`` where two of the app's draw one category.
    func bundle(for category: String, of app: CenterApp) async throws -> ExtensionBundle? {
        try await drawing(of: app).get()[category]
    }

    private func drawing(of app: CenterApp) async -> Drawing {
        if let known = known.withLock({ $0[app.identifier] }), known.digest == app.digest {
            return known.drawing
        }
        let drawing =
            (try? await NIOThreadPool.singleton.runIfActive { self.read(app) }) ?? .success([:])
        known.withLock { $0[app.identifier] = (app.digest, drawing) }
        return drawing
    }

    /// Reads the extensions of an app, which were found to be some when it was installed.
    private func read(_ app: CenterApp) -> Drawing {
        guard let directory = apps.directory(of: app) else { return .success([:]) }
        let plugIns = directory + "/PlugIns"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: plugIns)) ?? []
        let bundles = names.sorted().filter { $0.hasSuffix(".appex") }
            .compactMap { try? ExtensionBundle(at: "\(plugIns)/\($0)") }
            .filter { $0.manifest.extensionPoint == .content }
        do throws(ContentChoiceError) {
            _ = try ContentChoice(among: bundles)
        } catch {
            return .failure(error)
        }
        let pairs = bundles.flatMap { bundle in bundle.manifest.categories.map { ($0, bundle) } }
        return .success(Dictionary(pairs) { first, _ in first })
    }
}
