// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import CBelfry

@testable import BelfryWorkerCore

/// The host's table as an extension in C has it, with what it says to the host written down.
@safe
final class HostTable {
    let events = RecordedEvents()
    let registry: RequestRegistry
    let interface: HostInterface

    /// The table that the extension was given.
    var host: UnsafePointer<bf_host>

    init(isOpen: Bool = true, isStarting: Bool = false) {
        let events = events
        registry = RequestRegistry { events.append($0) }
        interface = HostInterface(
            version: ExtensionLibrary.hostVersion,
            specification: WorkerSpecification(
                worker: 1,
                libraryPath: "/b/Name.appex/libName.so",
                bundlePath: "/b/Name.appex",
                containerPath: "/c/1",
                identifier: "com.example.name",
                version: "1.0",
                principalClass: "Name.Service",
                hasNetwork: false,
                dataByteCount: 0,
                cpuSeconds: 1,
                fileByteCount: 0,
                completionCount: 1
            ),
            registry: registry,
            send: { events.append($0) }
        )
        unsafe host = interface.table
        guard isOpen else { return }
        interface.open()
        if !isStarting { interface.openRequests() }
    }

    var table: bf_host { unsafe host.pointee }

    /// A request of a run with its original and one copy.
    func open(
        run: UInt64 = 1,
        mayDrop: Bool = false
    ) -> (request: bf_request, original: bf_content, copy: bf_content) {
        var command = RunCommand.sample(run: run)
        command.mayDrop = mayDrop
        let handle = registry.open(command, completion: Int(run))
        let request = bf_request(id: handle)
        let original = unsafe table.request_content(host, request)
        let copy = unsafe table.content_copy(host, original)
        return (request, original, copy)
    }

    /// `sizeof(bf_attachment)`.
    static let attachmentSize = unsafe UInt32(MemoryLayout<bf_attachment>.size)

    // MARK: The table's functions

    func identifier(_ request: bf_request) -> (status: bf_status, text: String) {
        var out = unsafe bf_string()
        let status = unsafe table.request_identifier(host, request, &out)
        return unsafe (status, Self.text(of: out))
    }

    func deadline(_ request: bf_request) -> UInt64 {
        unsafe table.request_deadline(host, request)
    }

    func isDecided(_ request: bf_request) -> Bool {
        unsafe table.request_is_decided(host, request) != 0
    }

    func complete(_ request: bf_request, _ content: bf_content) -> bf_status {
        unsafe table.complete(host, request, content)
    }

    func publish(_ request: bf_request, _ content: bf_content) -> bf_status {
        unsafe table.checkpoint(host, request, content)
    }

    /// Drops with a reason of bytes that need not be a text.
    func drop(_ request: bf_request, _ bytes: [UInt8]) -> bf_status {
        unsafe Self.withString(bytes) { unsafe table.drop(host, request, $0) }
    }

    func copy(_ content: bf_content) -> bf_content {
        unsafe table.content_copy(host, content)
    }

    func release(_ content: bf_content) -> bf_status {
        unsafe table.content_release(host, content)
    }

    func text(_ content: bf_content, _ key: bf_key) -> (status: bf_status, text: String) {
        var out = unsafe bf_string()
        let status = unsafe table.get_text(host, content, key, &out)
        return unsafe (status, Self.text(of: out))
    }

    func integer(_ content: bf_content, _ key: bf_key) -> (status: bf_status, value: Int64) {
        var out: Int64 = -99
        let status = unsafe table.get_integer(host, content, key, &out)
        return (status, out)
    }

    func real(_ content: bf_content, _ key: bf_key) -> (status: bf_status, value: Double) {
        var out: Double = -99
        let status = unsafe table.get_real(host, content, key, &out)
        return (status, out)
    }

    /// Sets a text of bytes that need not be one, with a count that need not be theirs.
    func set(
        _ content: bf_content,
        _ key: bf_key,
        _ bytes: [UInt8],
        count: UInt64? = nil
    ) -> bf_status {
        unsafe Self.withString(bytes, count) { unsafe table.set_text(host, content, key, $0) }
    }

    func setNull(_ content: bf_content, _ key: bf_key, count: UInt64) -> bf_status {
        unsafe table.set_text(host, content, key, bf_string(bytes: nil, count: count))
    }

    func setInteger(_ content: bf_content, _ key: bf_key, _ value: Int64) -> bf_status {
        unsafe table.set_integer(host, content, key, value)
    }

    func setReal(_ content: bf_content, _ key: bf_key, _ value: Double) -> bf_status {
        unsafe table.set_real(host, content, key, value)
    }

    func clear(_ content: bf_content, _ key: bf_key) -> bf_status {
        unsafe table.clear(host, content, key)
    }

    func detachAll(_ content: bf_content) -> bf_status {
        unsafe table.detach_all(host, content)
    }

    func attach(_ content: bf_content, path: [UInt8], size: UInt32? = nil) -> bf_status {
        unsafe Self.withString(path) { path in
            var attachment = unsafe bf_attachment()
            unsafe attachment.size = size ?? Self.attachmentSize
            unsafe attachment.flags = UInt32(BF_ATTACHMENT_HAS_CLIPPING)
            unsafe attachment.path = path
            unsafe attachment.clipping_width = 0.5
            return unsafe table.attach(host, content, &attachment)
        }
    }

    func log(_ level: bf_log_level, _ bytes: [UInt8], count: UInt64? = nil) {
        unsafe Self.withString(bytes, count) { unsafe table.log(host, level, $0) }
    }

    func explain(_ bytes: [UInt8]) {
        unsafe Self.withString(bytes) { unsafe table.explain(host, $0) }
    }

    /// The statuses of every function with a null pointer where a result or an attachment belongs.
    func statusesOfNullPointers(_ request: bf_request, _ content: bf_content) -> [bf_status] {
        unsafe [
            table.request_identifier(host, request, nil),
            table.get_text(host, content, BF_KEY_TITLE, nil),
            table.get_integer(host, content, BF_KEY_BADGE, nil),
            table.get_real(host, content, BF_KEY_RELEVANCE_SCORE, nil),
            table.attach(host, content, nil),
        ]
    }

    var now: UInt64 { unsafe table.now(host) }

    /// What the bundle's table says; nil when there is no table of that name.
    func bundle(_ id: [UInt8]) -> [String]? {
        let found = unsafe Self.withString(id) { unsafe table.interface(host, $0) }
        guard let found = unsafe found else { return nil }
        let bundle = unsafe found.assumingMemoryBound(to: bf_bundle.self).pointee
        return unsafe [bundle.identifier, bundle.path, bundle.principal_class, bundle.container]
            .map { unsafe Self.text(of: $0) }
    }

    static func text(of string: bf_string) -> String {
        unsafe String(
            decoding: UnsafeBufferPointer(start: string.bytes, count: Int(string.count)),
            as: UTF8.self
        )
    }

    static func withString<Result>(
        _ bytes: [UInt8],
        _ count: UInt64? = nil,
        _ body: (bf_string) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe body(
                bf_string(bytes: buffer.baseAddress, count: count ?? UInt64(buffer.count))
            )
        }
    }
}
