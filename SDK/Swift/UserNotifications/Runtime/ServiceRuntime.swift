// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import FoundationSupplement
internal import Synchronization

/// Runs the extension's service class for the host.
final class ServiceRuntime: Sendable {
    /// The one of the process.
    static let shared = ServiceRuntime()

    private let live = LiveRequests()
    private let started = Mutex<Started?>(nil)

    private struct Started: Sendable {
        let host: Host
        let principalClass: UNNotificationServiceExtension.Type
    }

    private init() {}

    /// Finds the principal class; what is wrong with it goes into the host's report.
    func start(_ table: UnsafePointer<bf_host>?) -> bf_status {
        guard let host = unsafe Host(table) else { return ABI.Status.unsupported }
        RunLog.begin { level, line in host.log(ABI.LogLevel(level), line) }
        guard let bundle = host.bundle() else {
            host.explain("The host has no table \(ABI.bundleInterface), which names the class.")
            return ABI.Status.unsupported
        }
        let folders = host.folders()
        MainBundle.become(bundle)
        FoundationRepairs.make()
        Storage.shared.take(folders, for: bundle, of: host)
        Storage.giveKeychains(of: folders)
        do throws(PrincipalClass.NotFound) {
            let principalClass = try PrincipalClass.find(in: bundle)
            started.withLock { $0 = Started(host: host, principalClass: principalClass) }
            return ABI.Status.ok
        } catch {
            host.explain(error.message)
            return ABI.Status.notFound
        }
    }

    /// The centre that the host keeps; nil where there is no host, or it has none.
    func center() -> HostedCenter? {
        started.withLock { $0 }?.host.center()
    }

    /// Where the extension lives; nil where there is no host.
    func bundle() -> HostedBundle? {
        started.withLock { $0 }?.host.bundle()
    }

    /// Shows a request to a new instance of the principal class.
    func didReceive(_ handle: bf_request, _ completion: bf_completion?) {
        guard let started = started.withLock({ $0 }), let completion else {
            return
        }
        let request = HostedRequest(
            host: started.host,
            handle: handle,
            completion: completion,
            finish: { [live] in live.remove(handle) }
        )
        let instance = LiveRequests.Instance(service: started.principalClass.init(hosted: ()))
        unsafe instance.service.hosted = request
        live.insert(instance, for: handle)
        unsafe instance.service.didReceive(request.notificationRequest()) { content in
            request.answer(with: content)
        }
    }

    /// Tells the instances that want to hear of it that a budget is nearly spent.
    func tellObservers(_ tell: (any BelfryPressureObserver) -> Void) {
        for instance in live.all {
            guard let observer = unsafe instance.service as? any BelfryPressureObserver else {
                continue
            }
            tell(observer)
        }
    }

    /// Tells the instance of a request that its time is nearly up.
    func willExpire(_ request: bf_request) {
        unsafe live.instance(for: request)?.service.serviceExtensionTimeWillExpire()
    }
}
