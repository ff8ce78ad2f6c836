// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryWire

extension RunReport.LayerSummary {
    /// A layer as its zygote tells of it.
    init(_ record: LayerRecord) {
        self.init(name: record.name, isEnforced: record.isEnforced, detail: record.detail)
    }
}
