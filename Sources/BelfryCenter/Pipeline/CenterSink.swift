// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the log is given to: a page, the desktop, an app, a command.
///
/// Each event is given at least once, in order. After a crash the last ones may come again; a sink
/// that remembers the last cursor it dealt with, in the same place as what it did, shows each once.
package protocol CenterSink: AnyObject {
    /// What the store knows the sink by.
    var name: String { get }

    /// Deals with an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - entry: The notification as it stands now; nil where the event is about none, or
    ///     that has gone with its app.
    /// - Throws: An error; the event is given again later, and nothing after it before.
    func deliver(_ event: CenterEvent, _ entry: LedgerEntry?) throws
}
