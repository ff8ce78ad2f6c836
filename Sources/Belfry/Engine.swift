// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// The engine's types that this module's public types stand for, under names that tell them apart.
enum Engine {
    typealias Bundle = BelfryRuntime.ExtensionBundle
    typealias Budget = BelfryRuntime.Budget
    typealias Content = BelfryModel.NotificationContent
    typealias Host = BelfryRuntime.ExtensionHost
    typealias Payload = BelfryModel.PushPayload
    typealias Report = BelfryReport.RunReport
    typealias Request = BelfryRuntime.RunRequest
    typealias Session = BelfryRuntime.ContentSession
    typealias Verdict = BelfryReport.Verdict
}
