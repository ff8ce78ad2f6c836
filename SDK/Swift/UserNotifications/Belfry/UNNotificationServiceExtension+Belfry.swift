// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a service extension can do under Belfry and on no system of Apple's.
///
/// A file that uses it compiles for Belfry alone: put the calls behind `#if os(Linux)` where the same
/// file is built for iOS too.
extension UNNotificationServiceExtension {
    /// Publishes the best content so far, to be shown should the extension not come to answer.
    ///
    /// The host takes the content as it is now. When the time, the CPU time or the memory is up, or
    /// the extension crashes, the content published last is shown in place of the original. Answering
    /// the content handler goes before it. May be called from any thread, some 60 times for one
    /// notification. Under the C ABI this is `host->checkpoint`.
    ///
    /// - Parameter content: The content as it would be shown now.
    /// - Throws: `BelfryError` when the host did not take it; the one before it stands.
    public func belfryCheckpoint(_ content: UNNotificationContent) throws(BelfryError) {
        guard let hosted else { throw .notHosted }
        try BelfryError.check(hosted.publish(content))
    }

    /// Answers that nothing is to be shown, which the manifest has to allow.
    ///
    /// The bundle needs `BFExtension.Filtering` in its `Info.plist`. The report of the run says that
    /// the notification was dropped, and why. The content handler is not to be called afterwards.
    /// Under the C ABI this is `host->drop`.
    ///
    /// - Parameter reason: A code for whoever reads the report, such as `duplicate`: 1 to 64 ASCII
    ///   letters, digits, dots, underscores and hyphens.
    /// - Throws: `BelfryError` when the notification was not dropped and still wants an answer.
    public func belfryDrop(reason: String) throws(BelfryError) {
        guard let hosted else { throw .notHosted }
        try BelfryError.check(hosted.drop(reason: reason))
        hosted.finish()
    }
}
