// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import CBelfry

@testable import BelfryWorkerCore

/// The host's tables as a content extension in C has them, with what it says to the host written
/// down.
@safe
final class ContentHost: Sendable {
    let events = RecordedEvents()
    let registry: RequestRegistry
    let session: ContentSession
    let interface: HostInterface
    /// Signalled for each callback that has returned, and for each frame.
    let returned = Semaphore()
    let shown = Semaphore()

    nonisolated(unsafe) let host: UnsafePointer<bf_host>
    let views: bf_view_functions
    let presentation: bf_presentation

    /// Makes a host of a session, begun without an extension or not at all.
    init(isOpen: Bool = true, responseCount: Int = 4, containerPath: String = "/c/1") throws {
        let events = events
        let returned = returned
        let shown = shown
        let send: @Sendable (WorkerEvent) -> Void = { event in
            events.append(event)
            switch event {
            case .content(.returned): returned.signal()
            case .content(.frame): shown.signal()
            default: break
            }
        }
        registry = RequestRegistry(send: send)
        session = try ContentSession(
            requests: registry,
            responseCount: responseCount,
            send: send
        )
        interface = HostInterface(
            version: ExtensionLibrary.hostVersion,
            specification: .sample(containerPath: containerPath),
            registry: registry,
            content: session,
            send: send
        )
        unsafe host = interface.table
        let views = unsafe Self.table(BF_INTERFACE_VIEW, host)?
            .assumingMemoryBound(to: bf_view_functions.self)
        let presentation = unsafe Self.table(BF_INTERFACE_PRESENTATION, host)?
            .assumingMemoryBound(to: bf_presentation.self)
        self.views = unsafe views?.pointee ?? bf_view_functions()
        self.presentation = unsafe presentation?.pointee ?? bf_presentation()
        interface.open()
        interface.openRequests()
        guard isOpen else { return }
        session.views.open(width: 320, height: 200)
        session.presentation.open(actions: Array("[]".utf8))
        _ = frames()
    }

    /// The host's table with this id; null where there is none.
    static func table(_ id: String, _ host: UnsafePointer<bf_host>) -> UnsafeRawPointer? {
        unsafe HostTable.withString(Array(id.utf8)) { unsafe host.pointee.interface(host, $0) }
    }

    // MARK: What the host hears

    /// What there is to tell now, as the UI thread would after a callback.
    func frames() -> [ContentEvent] { session.views.takeFrames() }

    /// The patches among it.
    func patches() -> [ViewPatch] {
        frames().flatMap { frame -> [ViewPatch] in
            guard case .frame(let patches, _) = frame else { return [] }
            return patches
        }
    }

    var strikes: Int { events.strikes.count }

    // MARK: Views

    var root: bf_view { unsafe views.root(host) }

    func make(_ kind: ViewKind = .plain) -> bf_view {
        var view = bf_view()
        _ = unsafe views.create(host, kind.rawValue, &view)
        return view
    }

    func insert(_ child: bf_view, into parent: bf_view, at index: UInt32 = .max) -> bf_status {
        unsafe views.insert(host, parent, child, index)
    }

    func set(_ view: bf_view, _ key: ViewKey, _ text: String) -> bf_status {
        unsafe HostTable.withString(Array(text.utf8)) {
            unsafe views.set_text(host, view, key.rawValue, $0)
        }
    }

    func set(_ view: bf_view, _ key: ViewKey, integer value: Int64) -> bf_status {
        unsafe views.set_integer(host, view, key.rawValue, value)
    }

    func set(_ view: bf_view, _ key: ViewKey, real value: Double) -> bf_status {
        unsafe views.set_real(host, view, key.rawValue, value)
    }

    func text(_ view: bf_view, _ key: ViewKey) -> String? {
        var out = unsafe bf_string()
        let status = unsafe views.get_text(host, view, key.rawValue, &out)
        return unsafe status == BF_OK ? HostTable.text(of: out) : nil
    }

    func integer(_ view: bf_view, _ key: ViewKey) -> Int64? {
        var value: Int64 = 0
        return unsafe views.get_integer(host, view, key.rawValue, &value) == BF_OK ? value : nil
    }

    func real(_ view: bf_view, _ key: ViewKey) -> Double? {
        var value = 0.0
        return unsafe views.get_real(host, view, key.rawValue, &value) == BF_OK ? value : nil
    }

    func setFrame(_ view: bf_view, _ values: [Double]) -> bf_status {
        unsafe views.set_frame(host, view, values[0], values[1], values[2], values[3])
    }

    func frame(_ view: bf_view) -> [Double]? {
        var out = [0.0, 0, 0, 0]
        return unsafe views.get_frame(host, view, &out) == BF_OK ? out : nil
    }

    func constrain(
        _ first: bf_view,
        _ attribute: bf_attribute,
        _ second: bf_view = bf_view(),
        _ other: bf_attribute = BF_ATTRIBUTE_NONE,
        multiplier: Double = 1,
        constant: Double = 0,
        priority: Double = 1000,
        relation: Int32 = 0
    ) -> (status: bf_status, constraint: bf_constraint) {
        var rule = bf_constraint_rule(
            first: first,
            second: second,
            first_attribute: attribute,
            second_attribute: other,
            relation: relation,
            reserved: 0,
            multiplier: multiplier,
            constant: constant,
            priority: priority
        )
        var out = bf_constraint()
        let status = unsafe views.constrain(host, &rule, &out)
        return (status, out)
    }

    func on(
        _ view: bf_view,
        _ event: ViewEvent,
        _ signature: String,
        _ handler: bf_handler?,
        _ context: AnyObject? = nil
    ) -> bf_status {
        let context = unsafe context.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
        return unsafe HostTable.withString(Array(signature.utf8)) {
            unsafe views.on(host, view, event.rawValue, $0, handler, context)
        }
    }
}

extension WorkerSpecification {
    static func sample(containerPath: String) -> WorkerSpecification {
        WorkerSpecification(
            worker: 1,
            isContent: true,
            libraryPath: "/b/Name.appex/libName.so",
            bundlePath: "/b/Name.appex",
            containerPath: containerPath,
            identifier: "com.example.name",
            version: "1.0",
            principalClass: "Name.Controller",
            hasNetwork: false,
            dataByteCount: 0,
            cpuSeconds: 1,
            fileByteCount: 0,
            completionCount: 0
        )
    }
}

extension ContentNotification {
    /// A notification with a title and one attachment.
    static func sample(_ number: UInt64 = 1) -> ContentNotification {
        ContentNotification(
            number: number,
            identifier: "notification-\(number)",
            date: 1000.5 + Double(number),
            content: RunCommand.sample(run: number).content,
            attachments: [
                ContentAttachment(
                    identifier: "picture",
                    type: "public.png",
                    name: "picture.png",
                    byteCount: 70
                )
            ]
        )
    }
}
