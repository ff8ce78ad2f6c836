// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import Synchronization

/// The host's tables as C sees them.
///
/// One worker holds one extension, so the functions reach their state through one global, set
/// before the extension can call anything.
@safe
final class HostInterface: Sendable {
    /// The state behind the table's functions.
    private let registry: RequestRegistry

    /// The table the extension is given.
    // Never written again, and as long there as the process: any thread may read it.
    nonisolated(unsafe) let table: UnsafePointer<bf_host>

    /// Where what it asks of the notification centre goes.
    let centerClient: CenterClient

    /// What a content extension has besides.
    let content: ContentInterface?

    // As ``table``: never written again, and as long there as the process.
    private nonisolated(unsafe) let bundle: UnsafePointer<bf_bundle>
    private nonisolated(unsafe) let centerTable: UnsafePointer<bf_center>
    private nonisolated(unsafe) let storage: UnsafePointer<bf_storage>
    private let sendEvent: @Sendable (WorkerEvent) -> Void
    private let isOpen = Atomic(false)
    private let takesRequests = Atomic(false)
    private let explanation = Mutex("")

    private static let current = Mutex<HostInterface?>(nil)

    /// The interface of this process; nil before there is one.
    static var shared: HostInterface? { current.withLock { $0 } }

    init(
        version: UInt32,
        specification: WorkerSpecification,
        registry: RequestRegistry,
        content: ContentSession? = nil,
        send: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.registry = registry
        sendEvent = send
        centerClient = CenterClient(registry: registry, send: send)
        self.content = content.map { content in
            let pictures = PictureFiles(
                bundlePath: specification.bundlePath,
                containerPath: specification.containerPath
            ) { send(.log(level: 2, text: $0)) }
            return ContentInterface(
                views: content.views,
                presentation: content.presentation,
                pictures: pictures
            )
        }
        unsafe bundle = Self.makeBundle(specification)
        unsafe centerTable = Self.makeCenter()
        unsafe storage = Self.makeStorage(specification)
        unsafe table = Self.makeTable(version)
        Self.current.withLock { $0 = self }
    }

    /// Takes the interface of this process back: what calls it finds none.
    static func withdraw() {
        current.withLock { $0 = nil }
    }

    /// Lets the extension's words through: from `start` on.
    func open() {
        isOpen.store(true, ordering: .releasing)
    }

    /// Lets its calls about requests and contents through: once `start` has succeeded.
    func openRequests() {
        takesRequests.store(true, ordering: .releasing)
    }

    /// What the extension said about a failure to come; empty when it said nothing.
    var lastExplanation: String { explanation.withLock { $0 } }

    func explain(_ text: String) {
        explanation.withLock { $0 = text }
    }

    func log(_ level: UInt32, _ text: String) {
        guard isOpen.load(ordering: .acquiring) else { return }
        sendEvent(.log(level: level, text: text))
    }

    /// The further table with this id.
    func interface(_ id: String) -> UnsafeRawPointer? {
        switch id {
        case BF_INTERFACE_BUNDLE: unsafe UnsafeRawPointer(bundle)
        case BF_INTERFACE_CENTER: unsafe UnsafeRawPointer(centerTable)
        case BF_INTERFACE_STORAGE: unsafe UnsafeRawPointer(storage)
        default: unsafe content?.interface(id)
        }
    }

    /// Runs a table function's work, or says why it cannot yet.
    static func call(_ body: (RequestRegistry) -> Status) -> bf_status {
        guard let requests else { return Status.state.code }
        return body(requests).code
    }

    /// Where requests are; nil until they are let through.
    static var requests: RequestRegistry? {
        guard let shared, shared.takesRequests.load(ordering: .acquiring) else { return nil }
        return shared.registry
    }

    /// The way to the notification centre; nil until requests are let through.
    static var center: CenterClient? {
        guard let shared, shared.takesRequests.load(ordering: .acquiring) else { return nil }
        return shared.centerClient
    }

    private static func makeBundle(
        _ specification: WorkerSpecification
    ) -> UnsafePointer<bf_bundle> {
        let bundle = UnsafeMutablePointer<bf_bundle>.allocate(capacity: 1)
        unsafe bundle.initialize(
            to: bf_bundle(
                size: UInt32(MemoryLayout<bf_bundle>.size),
                reserved: 0,
                identifier: immortal(specification.identifier),
                path: immortal(specification.bundlePath),
                principal_class: immortal(specification.principalClass),
                container: immortal(specification.containerPath)
            )
        )
        return unsafe UnsafePointer(bundle)
    }

    private static func makeStorage(
        _ specification: WorkerSpecification
    ) -> UnsafePointer<bf_storage> {
        let given = specification.storage
        let folders = UnsafeMutablePointer<bf_folder>.allocate(capacity: max(1, given.count))
        for (index, folder) in given.enumerated() {
            unsafe folders.advanced(by: index).initialize(
                to: bf_folder(
                    kind: UInt32(folder.kind.rawValue),
                    flags: folder.isWritable ? UInt32(BF_FOLDER_WRITABLE) : 0,
                    identifier: immortal(folder.identifier),
                    path: immortal(folder.path)
                )
            )
        }
        let storage = UnsafeMutablePointer<bf_storage>.allocate(capacity: 1)
        unsafe storage.initialize(
            to: bf_storage(
                size: UInt32(MemoryLayout<bf_storage>.size),
                folder_count: UInt32(given.count),
                folders: folders
            )
        )
        return unsafe UnsafePointer(storage)
    }

    /// A string for as long as the process lives.
    private static func immortal(_ text: String) -> bf_string {
        unsafe Unmanaged.passRetained(StableText(text.utf8)).takeUnretainedValue().borrowed
    }
}
