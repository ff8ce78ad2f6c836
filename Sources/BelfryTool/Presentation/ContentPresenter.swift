// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime

/// A way to look at an expanded notification and to act on it: the terminal, a script, the page.
package protocol ContentPresenter: Sendable {
    /// Shows the notification until it is closed, or until who looks at it leaves.
    ///
    /// - Parameter stage: The notification; it is the caller's to close.
    /// - Throws: What keeps it from being shown, and a script's failed step.
    func present(_ stage: any ContentStage) async throws

    /// Whether it shows pictures, and not their names alone.
    var showsPictures: Bool { get }
}

extension ContentPresenter {
    package var showsPictures: Bool { false }
}
