// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// A storyboard of the bundle's.
@preconcurrency @MainActor
open class UIStoryboard: NSObject {
    private let name: String

    /// Names a storyboard of a bundle's; it is read when a controller is asked for.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        self.name = name
        super.init()
    }

    /// Makes the controller that the storyboard begins with; nil where there is none.
    open func instantiateInitialViewController() -> UIViewController? {
        RunLog.write(.error, "The storyboard \(name) cannot be read.")
        return nil
    }
}
