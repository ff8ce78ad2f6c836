// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// A storyboard of the bundle's, as Xcode keeps it: its XML is read, no compiled form.
@preconcurrency @MainActor
open class UIStoryboard: NSObject {
    private let name: String
    private let bundle: Bundle

    /// Takes a storyboard of a bundle's; the extension's own where none is named.
    ///
    /// The file is looked for when a controller is asked for.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        self.name = name
        bundle = storyboardBundleOrNil ?? .main
        super.init()
    }

    /// Makes the controller that the storyboard begins with; nil where it begins with none.
    open func instantiateInitialViewController() -> UIViewController? {
        do {
            return try initialController()
        } catch {
            RunLog.write(.error, error.message)
            return nil
        }
    }

    /// Makes the controller of an identifier: for a navigation, tab bar or split view controller the one
    /// that it begins with.
    ///
    /// As on iOS the extension ends where there is none.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        do throws(StoryboardFile.Failure) {
            let scenes = try scenes()
            let drawn = scenes.first?.file.drawnController(named: identifier)
            guard
                let scene = scenes.first(where: { $0.identifier == identifier })
                    ?? scenes.first(where: { $0.id == drawn })
            else {
                throw StoryboardFile.Failure(
                    message:
                        "\(name).storyboard has no controller with the identifier \(identifier)."
                )
            }
            return try scene.makeController(self)
        } catch {
            fatalError(error.message)
        }
    }

    /// Makes the controller that the storyboard begins with.
    func initialController() throws(StoryboardFile.Failure) -> UIViewController {
        let scenes = try scenes()
        guard let file = scenes.first?.file, let id = file.document["initialViewController"],
            case let drawn = file.drawnController(id),
            let scene = scenes.first(where: { $0.id == drawn })
        else {
            throw StoryboardFile.Failure(
                message:
                    "\(name).storyboard does not say which controller it begins with, or it is "
                    + "none of a kind that is known here; set \"Is Initial View Controller\"."
            )
        }
        return try scene.makeController(self)
    }

    private func scenes() throws(StoryboardFile.Failure) -> [StoryboardScene] {
        let file = try StoryboardFile(.storyboard, name, in: bundle)
        let classes = StoryboardClasses(of: bundle)
        for module in classes.modules { ObjectiveCRuntime.take(module: module) }
        return file.scenes.compactMap { StoryboardScene($0, in: file, classes: classes) }
    }
}
