// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryRuntime
internal import Foundation
internal import NIOPosix

/// Finds the texts that pushes name by keys of their apps' string tables.
///
/// A run of an extension finds them itself. A notification that no extension is asked about, or that one
/// drops, is shown with what is found here.
struct AppTexts: Sendable {
    let center: CenterService
    let apps: AppFolder

    /// A push with the texts of its app's tables; as it came where the app is not there, or has none.
    func localized(_ push: PushArrival) async -> PushArrival {
        guard push.payload.content.isLocalized,
            let app = try? await center.perform({ try $0.transaction.app(push.app) }),
            let directory = apps.directory(of: app)
        else { return push }
        var localized = push
        // Tables have megabytes.
        localized.payload = await Self.localized(push.payload, directory, app.serviceExtension)
        return localized
    }

    private static func localized(
        _ payload: PushPayload,
        _ app: String,
        _ service: String?
    ) async -> PushPayload {
        let found = try? await NIOThreadPool.singleton.runIfActive {
            var payload = payload
            let environment = ProcessInfo.processInfo.environment
            let strings = LocalizedStrings(
                ofApp: app,
                service: service,
                environment: environment
            )
            payload.localize(strings.format)
            return payload
        }
        return found ?? payload
    }
}
