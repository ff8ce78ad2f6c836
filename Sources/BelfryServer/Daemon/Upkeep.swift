// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Logging
internal import ServiceLifecycle

/// Gives signs of life: to the service manager while the centre answers, and to those who follow the
/// log, so that a connection that is gone is noticed.
struct Heartbeat: Service {
    let feeds: [EventFeed]
    let views: OpenViews
    let center: CenterService
    let running: RunningApps
    let manager: ServiceManager

    /// Is told once everything runs, signals that end the daemon among it.
    let began: @Sendable () -> Void

    private static let interval = Duration.seconds(15)

    func run() async throws {
        began()
        manager.tell("READY=1")
        await withGracefulShutdownHandler {
            let watchdog = manager.watchdogInterval.map { $0 / 2 }
            await withDiscardingTaskGroup { group in
                group.addTask {
                    await repeating(every: Self.interval) {
                        for feed in feeds { feed.signal() }
                        await running.tick()
                    }
                }
                guard let watchdog else { return }
                group.addTask {
                    await repeating(every: watchdog) {
                        // A centre that hangs is not answered for: the manager starts another one.
                        guard (try? await center.perform { _ in }) != nil else { return }
                        manager.tell("WATCHDOG=1")
                    }
                }
            }
        } onGracefulShutdown: {
            manager.tell("STOPPING=1")
            for feed in feeds { feed.close() }
            views.close()
            running.close()
        }
    }
}

/// Forgets what the ledger keeps no longer, and makes the rest known to the search, once a minute.
struct Retention: Service {
    let center: CenterService
    let logger: Logger

    private static let interval = Duration.seconds(60)

    func run() async throws {
        await repeating(every: Self.interval) {
            do {
                while try await center.perform({ try $0.prune() }) > 0 {}
            } catch {
                logger.error("retention failed", metadata: ["error": "\(error)"])
            }
            do {
                // A ledger of an earlier version takes a while: the daemon's end does not wait for it.
                while !Task.isCancelled, try await center.perform({ try $0.updateSearch() }) {}
            } catch {
                logger.error("indexing failed", metadata: ["error": "\(error)"])
            }
        }
    }
}

/// Does something again and again, until a graceful shutdown or the task's end.
private func repeating(
    every interval: Duration,
    _ body: @escaping @Sendable () async -> Void
) async {
    try? await cancelWhenGracefulShutdown {
        while true {
            await body()
            try await Task.sleep(for: interval)
        }
    }
}
