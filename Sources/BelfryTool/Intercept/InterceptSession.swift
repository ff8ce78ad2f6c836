// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDesktop
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import BelfryTerminal
internal import Foundation
internal import Glibc

/// Interception from its beginning to its end, with the host that runs the extension.
struct InterceptSession {
    let bundle: ExtensionBundle
    let place: Interceptor.ServerPlace
    let options: ExtensionHost.RunOptions
    let limits: InterceptQueue.Limits
    let configuration: ExtensionHost.Configuration
    let screen: InterceptScreen

    /// Intercepts until it is asked to end, or cannot go on.
    ///
    /// - Throws: ``ToolFailure`` where it could not begin or go on.
    func run() throws {
        let signals = SignalSet([SIGINT, SIGTERM, SIGHUP])
        signals.block()
        let end = try waitFor { try await intercept(until: signals) }
        if let failure = Self.failure(of: end) { throw failure }
    }

    private func intercept(until signals: SignalSet) async throws -> InterceptEnd? {
        let host = try ExtensionHost(configuration)
        do {
            let hook = ExtensionHook(host, bundle, options)
            var settings = Interceptor.Settings(ProcessInfo.processInfo.environment, place)
            settings.limits = limits
            let interceptor = try Interceptor(settings, hook)
            try SystemThread.start(named: "signals") {
                _ = signals.wait()
                interceptor.stop()
                signals.die(of: signals.wait())
            }
            try interceptor.start()
            for await event in interceptor.events {
                Terminal.standardOutput.write(screen.line(of: event))
            }
            await host.shutdown()
            return interceptor.end
        } catch {
            await host.shutdown()
            throw error
        }
    }

    private static func failure(of end: InterceptEnd?) -> ToolFailure? {
        switch end {
        case .stopped?, nil: nil
        case .noBus(let fault)?: ToolFailure(fault.description, .unavailable)
        case .notAllowed(let fault)?: ToolFailure(fault.description, .noPermission)
        case .noServer(let fault)?: ToolFailure(fault.description, .unavailable)
        case .nameKept(let program)?:
            ToolFailure(
                "\(program) is the notification server of this session and keeps that name: end it, "
                    + "and have belfry start it with --server; or leave it the name, with --resend",
                .temporary
            )
        }
    }
}
