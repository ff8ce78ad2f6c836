// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// A nib file of the bundle's, as Xcode keeps it: the XML of its `.xib` is read, no compiled form.
@preconcurrency @MainActor
open class UINib: NSObject {
    /// Names of objects that a nib file is given to connect with.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// Takes a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Objects of others by the names of their placeholders.
        ///
        /// - Note: Without effect: an outlet to such an object stays empty, which the log says.
        public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
    }

    private let name: String
    private let bundle: Bundle

    /// Takes a nib file of a bundle's; the extension's own where none is named.
    ///
    /// The file is read when its objects are asked for.
    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        self.name = name
        bundle = bundleOrNil ?? .main
        super.init()
    }

    /// Makes the file's objects and connects them.
    ///
    /// - Parameters:
    ///   - ownerOrNil: What the outlets and actions of the File's Owner belong to.
    ///   - optionsOrNil: Not used.
    /// - Returns: The objects at the top of the file, without its placeholders. Where the file is
    ///   missing or not to be read there are none, and the log says why; on iOS the extension ends.
    open func instantiate(
        withOwner ownerOrNil: Any?,
        options optionsOrNil: [OptionsKey: Any]? = nil
    ) -> [Any] {
        do {
            return try Self.objects(of: name, in: bundle, for: ownerOrNil.map { $0 as AnyObject })
        } catch {
            RunLog.write(.error, error.message)
            return []
        }
    }

    /// Makes the objects of a nib file.
    static func objects(
        of name: String,
        in bundle: Bundle,
        for owner: AnyObject?
    ) throws(StoryboardFile.Failure) -> [AnyObject] {
        let file = try StoryboardFile(.nib, name, in: bundle)
        let classes = StoryboardClasses(of: bundle)
        for module in classes.modules { ObjectiveCRuntime.take(module: module) }
        guard let scene = StoryboardScene(nib: file, classes: classes) else {
            throw StoryboardFile.Failure(
                message:
                    "\(file.fileName) has no File's Owner; Xcode writes one into each nib file."
            )
        }
        return scene.makeObjects(for: owner)
    }
}

extension Bundle {
    /// Makes the objects of a nib file of this bundle's, and connects them.
    ///
    /// - Parameters:
    ///   - name: The file's name, without its ending.
    ///   - owner: What the outlets and actions of the File's Owner belong to.
    ///   - options: Not used.
    /// - Returns: The objects at the top of the file; see ``UINib/instantiate(withOwner:options:)``.
    @discardableResult
    @MainActor public func loadNibNamed(
        _ name: String,
        owner: Any?,
        options: [UINib.OptionsKey: Any]? = nil
    ) -> [Any]? {
        UINib(nibName: name, bundle: self).instantiate(withOwner: owner, options: options)
    }
}
