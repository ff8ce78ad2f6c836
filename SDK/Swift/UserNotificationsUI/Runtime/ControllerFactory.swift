// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement
internal import UIKit

/// Makes the principal controller.
@MainActor enum ControllerFactory {
    /// Makes an object of a class that only its name led to.
    ///
    /// `belfry build` says how: with `init(nibName:bundle:)`, as on iOS. Of another class, `init(coder:)`
    /// alone is sure to be there.
    static func make(_ type: UIViewController.Type) -> UIViewController? {
        ObjectiveCRuntime.make(type) as? UIViewController ?? type.init(coder: EmptyCoder())
    }

    /// Makes the initial controller of a storyboard.
    static func make(fromStoryboard name: String) -> UIViewController? {
        UIStoryboard(name: name, bundle: .main).instantiateInitialViewController()
    }
}
