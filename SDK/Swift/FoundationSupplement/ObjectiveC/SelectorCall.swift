// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A call of a method by its name that somebody else makes later: a timer, a notification.
package enum SelectorCall {
    /// Calls the method; the log says where there is none.
    ///
    /// On iOS an object that does not know the name ends the process. What comes after it is worth
    /// more here: the extension goes on, and the log has an error.
    ///
    /// - Parameters:
    ///   - selector: The method's name.
    ///   - target: The object that has it.
    ///   - arguments: What it is given; a method that takes fewer gets the first ones.
    ///   - caller: What makes the call, to begin a sentence with.
    /// - Returns: What the method returned; nil where it was not called.
    @discardableResult
    package static func make(
        _ selector: Selector,
        on target: AnyObject,
        _ arguments: [Any],
        by caller: String
    ) -> Any? {
        do {
            return try ObjectiveCRuntime.send(selector.description, to: target, arguments)
        } catch {
            let explanation = error.explanation(
                packageAdvice: "use the form that takes a closure"
            )
            RunLog.write(.error, "\(caller) called nothing: \(explanation)")
            return nil
        }
    }
}
