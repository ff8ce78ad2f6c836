// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement

/// The way from a control to the method that it was given the name of.
@MainActor enum ActionSender {
    /// Calls a target's method with what sends the action; the log says where there is none.
    static func send(_ action: Selector, to target: AnyObject, from sender: AnyObject) {
        do {
            try ObjectiveCRuntime.send(action.description, to: target, [sender, UIEvent()])
        } catch {
            let explanation = error.explanation(
                packageAdvice: "give the control a UIAction instead"
            )
            RunLog.write(.error, "An action was lost: \(explanation)")
        }
    }
}
