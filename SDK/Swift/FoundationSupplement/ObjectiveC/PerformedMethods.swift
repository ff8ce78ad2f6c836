// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationNetworking

/// The methods of Foundation's own classes that are called by their names.
package enum BelfryObjectiveC: ObjectiveCMembers {
    /// The module that has this list, as Foundation has none of its own.
    static let module = "FoundationSupplement"

    package static var classes: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                Timer.self,
                [
                    .method("fire") { (timer: Timer) in timer.fire() },
                    .method("invalidate") { (timer: Timer) in timer.invalidate() },
                ]
            ),
            ObjectiveCClass(
                URLSessionTask.self,
                [
                    .method("resume") { (task: URLSessionTask) in task.resume() },
                    .method("suspend") { (task: URLSessionTask) in task.suspend() },
                    .method("cancel") { (task: URLSessionTask) in task.cancel() },
                ]
            ),
            ObjectiveCClass(
                Operation.self,
                [
                    .method("start") { (operation: Operation) in operation.start() },
                    .method("cancel") { (operation: Operation) in operation.cancel() },
                ]
            ),
            ObjectiveCClass(
                OperationQueue.self,
                [
                    .method("cancelAllOperations") { (queue: OperationQueue) in
                        queue.cancelAllOperations()
                    }
                ]
            ),
        ]
    }
}
