// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import CBelfryPlatform
internal import Glibc

/// What a zygote does once so that none of its workers has to.
///
/// At the first use of a generic type Swift looks it up by name and makes it, and a fork that was
/// made before does so anew; Foundation has much of the like. So the zygote plays a worker's part to
/// itself: a library is checked, a request opened, changed and answered, and the Swift SDK started
/// with its own base class in the place of an extension. Nothing of that leaves the process, and no
/// part of it is an extension's.
enum Rehearsal {
    /// Plays the part; what cannot be played is left to the workers.
    static func play() {
        checkLibrary()
        serve()
        HostInterface.withdraw()
    }

    /// Takes a request and answers it.
    ///
    /// The threads of a worker do so as well while their first request is on its way: of what a fork has in
    /// common with its zygote much is still to be mapped, at the first touch of each page.
    static func answerRequest() {
        let registry = RequestRegistry { _ = $0.frame }
        guard let request = takeRequest(registry, completion: 0) else { return }
        registry.complete(completion: 0, content: change(request, registry))
        registry.leave(request)
    }

    /// Checks a library that is loaded already.
    private static func checkLibrary() {
        guard let found = unsafe belfry_file_of("ffi_prep_cif") else { return }
        let path = unsafe String(cString: found)
        guard let file = try? Descriptor.open(path, O_RDONLY),
            let image = try? ELFImage.parse(file, name: path)
        else { return }
        try? ELFCheck().check(image, providesEntry: { _ in true })
    }

    private static func serve() {
        let send: @Sendable (WorkerEvent) -> Void = { _ = $0.frame }
        let registry = RequestRegistry(send: send)
        let interface = HostInterface(
            version: ExtensionLibrary.hostVersion,
            specification: .rehearsal,
            registry: registry,
            send: send
        )
        guard let pool = try? CompletionPool(count: 1), let completion = pool.take() else { return }
        pool.answer(to: registry, count: 1)
        interface.open()
        let service = startSDK(interface)
        interface.openRequests()
        guard let request = takeRequest(registry, completion: completion.index) else { return }
        let copy = change(request, registry)
        // Who answers first answers; the SDK does so with the content as it came.
        service?.did_receive?(nil, bf_request(id: request), completion.function)
        completion.function(bf_content(id: copy))
        registry.leave(request)
        send(.loaded(LoadReport(version: 0, sealing: 0, loading: 0, starting: 0)))
    }

    private static func takeRequest(_ registry: RequestRegistry, completion: Int) -> UInt64? {
        guard case .run(let command)? = try? WorkerCommand(frame: WorkerCommand.rehearsal.frame)
        else { return nil }
        let request = registry.open(command, completion: completion)
        return registry.enter(request) ? request : nil
    }

    private static func change(_ request: UInt64, _ registry: RequestRegistry) -> UInt64 {
        let copy = registry.copy(registry.original(of: request))
        var text = unsafe bf_string()
        _ = unsafe registry.text(copy, ContentKey.title, into: &text)
        _ = registry.change(copy) { $0.set(ContentKey.title, text: StableText("".utf8)) }
        return copy
    }

    /// Starts the SDK, where it has been loaded, as if it were an extension.
    private static func startSDK(_ interface: HostInterface) -> bf_service? {
        guard let symbol = unsafe dlsym(nil, ELFCheck.entryName) else { return nil }
        let entry = unsafe unsafeBitCast(symbol, to: ExtensionLibrary.Entry.self)
        var version = ExtensionLibrary.hostVersion
        guard let descriptor = unsafe entry(&version)?.pointee,
            let service = unsafe try? ExtensionLibrary.serviceTable(descriptor),
            unsafe service.start?(descriptor.`self`, interface.table) == Status.ok.code
        else { return nil }
        return service
    }
}

extension WorkerSpecification {
    /// One like a worker's; nothing of it is there.
    fileprivate static let rehearsal = WorkerSpecification(
        worker: 0,
        libraryPath: "/Rehearsal.appex/Rehearsal",
        bundlePath: "/Rehearsal.appex",
        containerPath: "/",
        storage: [StorageFolder(kind: .data, identifier: "", path: "/")],
        identifier: "org.example.Rehearsal",
        version: "1",
        principalClass: "UserNotifications.UNNotificationServiceExtension",
        hasNetwork: false,
        dataByteCount: 0,
        cpuSeconds: 0,
        fileByteCount: 0,
        completionCount: 0
    )
}

extension WorkerCommand {
    /// A run with a field of each type.
    fileprivate static var rehearsal: WorkerCommand {
        var content = ContentRecord()
        content.texts[ContentKey.title] = [0x20]
        content.integers[ContentKey.badge] = 1
        content.reals[ContentKey.relevanceScore] = 0
        return .run(RunCommand(run: 0, deadline: 0, identifier: "", content: content))
    }
}
