// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What leads from one controller of a storyboard to another.
///
/// Those of container views are made; others are without effect, as a notification shows one controller.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uistoryboardsegue
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
    /// The name that code knows it by.
    public final let identifier: String?
    /// The controller that it leads from.
    public final let source: UIViewController
    /// The controller that it leads to.
    public final let destination: UIViewController

    /// Creates one between two controllers.
    ///
    /// - Parameters:
    ///   - identifier: The name that code knows it by.
    ///   - source: The controller that it leads from.
    ///   - destination: The controller that it leads to.
    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
        super.init()
    }
}
