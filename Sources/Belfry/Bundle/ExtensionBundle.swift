// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryRuntime

/// An extension on disk: a directory `Name.appex` with `Info.plist` and the library that it names.
///
/// `belfry build` makes one. It is read once, here; make a new value after the files have changed.
public struct ExtensionBundle: Sendable {
    /// What an extension does.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// It changes notifications before they are shown; ``ExtensionHost/run(_:in:options:deliver:)``.
        case service
        /// It draws notifications that are open; ``ExtensionHost/open(_:in:options:)``.
        case content
    }

    let engine: Engine.Bundle

    /// Reads a bundle's `Info.plist`; the library is opened by the first run.
    ///
    /// It reads files, and blocks its thread for as long as that takes.
    ///
    /// - Parameter path: The `.appex` directory.
    /// - Throws: ``BelfryError/Code/bundleNotFound``, ``BelfryError/Code/bundleInvalid``, and
    ///   ``BelfryError/Code/originInvalid`` for an origin of its `Info.plist`.
    public init(at path: String) throws(BelfryError) {
        do throws(BundleError) {
            engine = try Engine.Bundle(at: path)
        } catch {
            throw BelfryError(error, at: path)
        }
        do throws(OriginError) {
            _ = try NetworkPolicy(engine.manifest.network ?? [])
        } catch {
            throw BelfryError(
                .originInvalid,
                at: error.place,
                "\(engine.path)/Info.plist: \(error.description)"
            )
        }
    }

    /// The directory's path, without links.
    public var path: String { engine.path }

    /// The bundle's identifier, such as `org.example.Post.TitleStamp`.
    ///
    /// In one host an identifier belongs to the bundle that was run by it first; another with the same
    /// one is ``Verdict/Rejection/identity``.
    public var identifier: String { engine.manifest.identifier }

    /// The bundle's version, such as `1.0`.
    public var version: String { engine.manifest.version }

    /// What the extension does.
    public var kind: Kind { engine.manifest.extensionPoint == .content ? .content : .service }

    /// The categories of notifications that a content extension draws.
    public var categories: [String] { engine.manifest.categories }

    /// The network origins that the bundle lists.
    public var origins: [String] { engine.manifest.network ?? [] }

    /// What the bundle asks for, over the defaults: the budget of its runs unless options say otherwise.
    public var budget: Budget {
        var budget = Engine.Budget()
        budget.apply(engine.manifest.budget)
        return Budget(budget)
    }

    /// What is odd in its `Info.plist` and accepted all the same, one sentence each.
    public var warnings: [String] { engine.manifest.warnings.map(\.description) }
}
