// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

extension RunReport.OverloadSummary {
    init(_ cause: OverloadCause, waited: Duration) {
        self.init(
            resource: cause.resource,
            value: cause.value,
            limit: cause.limit,
            waitedMilliseconds: waited.milliseconds
        )
    }

    /// The cause alone.
    var cause: OverloadCause {
        OverloadCause(resource: resource, value: value, limit: limit)
    }
}
