// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import FoundationSupplement

/// The methods of UserNotificationsUI's that are called by their names.
package enum BelfryObjectiveC: ObjectiveCMembers {
    package static var classes: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                NSExtensionContext.self,
                [
                    .method("performNotificationDefaultAction") { (context: NSExtensionContext) in
                        context.performNotificationDefaultAction()
                    },
                    .method("dismissNotificationContentExtension") {
                        (context: NSExtensionContext) in
                        context.dismissNotificationContentExtension()
                    },
                    .method("mediaPlayingStarted") { (context: NSExtensionContext) in
                        context.mediaPlayingStarted()
                    },
                    .method("mediaPlayingPaused") { (context: NSExtensionContext) in
                        context.mediaPlayingPaused()
                    },
                ]
            )
        ]
    }
}
