// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryCenter
package import BelfryModel

/// The notification centre of an extension's app, kept by somebody else than the host.
///
/// A host has a centre in memory for each app. Who keeps notifications longer gives a run this
/// instead: what the extension asks goes here, and the host keeps nothing of it. The host calls it on
/// its own thread and goes on with other runs while it waits for an answer.
package protocol ExtensionCenter: Sendable {
    /// What the app had declared when the run began.
    var categories: [NotificationCategory] { get }

    /// Does what an extension asks, or answers it; returns without waiting.
    ///
    /// Calls come in the order in which the extension made them, and have effect in this order. Those
    /// that it made before it decided its notification come before that is delivered. What a call has
    /// done stays, whatever becomes of the run.
    ///
    /// - Parameters:
    ///   - call: What is asked; its documents are read and within their limits.
    ///   - reply: Takes the answer, once, on any thread. Its document has no more than
    ///     ``CenterReply/documentLimit`` bytes. After a refusal nothing has changed.
    func answer(
        _ call: CenterCall,
        _ reply: @escaping @Sendable (Result<CenterReply, CenterRefusal>) -> Void
    )

    /// Takes the categories that the extension has set, right before its notification is delivered.
    func setCategories(_ categories: [NotificationCategory])

    /// The stored files that notifications show.
    ///
    /// - Returns: Their paths; nil where that cannot be known now, so that no file may be removed.
    func ownedFiles() async -> Set<String>?
}
