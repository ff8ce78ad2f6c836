// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UIViewController {
    /// Gives a controller that has a view of one class that view: the storyboard's, or else one that is
    /// made in its place.
    ///
    /// - Parameter make: Makes it.
    /// - Returns: The controller's view.
    func takeView<View: UIView>(or make: () -> View) -> View {
        if let view = viewIfLoaded as? View { return view }
        let made = make()
        view = made
        return made
    }
}
