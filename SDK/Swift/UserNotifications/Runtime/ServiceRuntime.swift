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
        unsafe ExtensionProcess.start(table) { host, bundle throws(PrincipalClass.NotFound) in
            let principalClass = try PrincipalClass.find(in: bundle)
            started.withLock { $0 = Started(host: host, principalClass: principalClass) }
        }
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
        KeyValueObservations.look()
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
