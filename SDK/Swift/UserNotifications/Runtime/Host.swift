// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import CBelfry

/// The host's functions, in Swift's terms.
///
/// The table lives as long as the process and may be used from any thread, so that a `Host` is
/// freely copied and shared.
@safe package struct Host: Sendable {
    // Constant for the life of the process; any thread may read it and call its functions.
    private nonisolated(unsafe) let table: UnsafePointer<bf_host>

    /// Takes the host's table, unless it is smaller than that of version 1.0.
    init?(_ table: UnsafePointer<bf_host>?) {
        guard let table = unsafe table,
            unsafe table.pointee.size >= Self.firstSize
        else { return nil }
        unsafe self.table = table
    }

    /// `sizeof(bf_host)` in version 1.0.
    private static let firstSize: UInt32 = 168

    /// Whether the host has what came with version 1.1.
    private var isOf1_1: Bool {
        let end = unsafe MemoryLayout<bf_host>.offset(of: \.drop).map { $0 + 8 }
        return end.map { unsafe Int(table.pointee.size) >= $0 } ?? false
    }

    /// Writes a line to the run's log.
    func log(_ level: ABI.LogLevel, _ message: String) {
        unsafe message.withABI { unsafe table.pointee.log(table, level.rawValue, $0) }
    }

    /// Says why the call that is about to fail does so.
    package func explain(_ message: String) {
        unsafe message.withABI { unsafe table.pointee.explain(table, $0) }
    }

    /// Lends the table to a call that takes it.
    package func withTable<Result>(_ body: (UnsafePointer<bf_host>) -> Result) -> Result {
        unsafe body(table)
    }

    /// The centre of the app; nil on a host of before version 1.2.
    func center() -> HostedCenter? {
        unsafe HostedCenter(host: self, table: interface(ABI.centerInterface))
    }

    /// The directories that outlive the process; none on a host of before 1.2.
    func folders() -> [StorageFolder] {
        guard let found = unsafe interface(ABI.storageInterface) else { return [] }
        let storage = unsafe found.assumingMemoryBound(to: bf_storage.self)
        let folders = unsafe UnsafeBufferPointer(
            start: storage.pointee.folders,
            count: Int(storage.pointee.folder_count)
        )
        return unsafe folders.compactMap { folder in
            guard let kind = ABI.FolderKind(rawValue: unsafe folder.kind) else { return nil }
            return unsafe StorageFolder(
                kind: kind,
                identifier: String(folder.identifier),
                path: String(folder.path)
            )
        }
    }

    /// Finds a further table of the host's; null for one that it has not.
    package func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe id.withABI { unsafe table.pointee.interface(table, $0) }
    }

    /// Where the extension lives; nil when the host does not say.
    func bundle() -> HostedBundle? {
        guard let found = unsafe interface(ABI.bundleInterface) else { return nil }
        let bundle = unsafe found.assumingMemoryBound(to: bf_bundle.self)
        guard unsafe bundle.pointee.size >= UInt32(MemoryLayout<bf_bundle>.size) else { return nil }
        return unsafe HostedBundle(
            identifier: String(bundle.pointee.identifier),
            path: String(bundle.pointee.path),
            principalClass: String(bundle.pointee.principal_class),
            container: String(bundle.pointee.container)
        )
    }
}

extension Host {
    /// The identifier of a request; empty for a handle that is not a live request.
    func identifier(of request: bf_request) -> String {
        var identifier = unsafe bf_string()
        let status = unsafe table.pointee.request_identifier(table, request, &identifier)
        return status == ABI.Status.ok ? unsafe String(identifier) : ""
    }

    /// The content a request came with; an empty handle for one that is not a live request.
    func content(of request: bf_request) -> bf_content {
        unsafe table.pointee.request_content(table, request)
    }

    /// Whether no completion of the request can matter any more.
    func isDecided(_ request: bf_request) -> Bool {
        unsafe table.pointee.request_is_decided(table, request) != 0
    }

    /// Publishes a copy as the best so far of a request.
    func publish(_ content: bf_content, of request: bf_request) -> bf_status {
        guard isOf1_1 else { return ABI.Status.unsupported }
        return unsafe table.pointee.checkpoint(table, request, content)
    }

    /// Decides a request as dropped.
    func drop(_ request: bf_request, reason: String) -> bf_status {
        guard isOf1_1 else { return ABI.Status.unsupported }
        return unsafe reason.withABI { unsafe table.pointee.drop(table, request, $0) }
    }

    /// Gives a mutable copy back.
    func release(_ content: bf_content) {
        unsafe _ = table.pointee.content_release(table, content)
    }

    /// Makes a mutable copy; nil for a bad handle or past the host's limit.
    func copy(_ content: bf_content) -> bf_content? {
        let copy = unsafe table.pointee.content_copy(table, content)
        return copy.id == 0 ? nil : copy
    }
}

extension Host {
    /// Reads a text field; an unset one reads as "".
    func text(_ key: ABI.TextKey, of content: bf_content) -> String {
        var value = unsafe bf_string()
        let status = unsafe table.pointee.get_text(table, content, key.rawValue, &value)
        return status == ABI.Status.ok ? unsafe String(value) : ""
    }

    /// Reads an integer field; nil where it is unset.
    func integer(_ key: ABI.IntegerKey, of content: bf_content) -> Int64? {
        var value: Int64 = 0
        let status = unsafe table.pointee.get_integer(table, content, key.rawValue, &value)
        return status == ABI.Status.ok ? value : nil
    }

    /// Reads a real field; nil where it is unset.
    func real(_ key: ABI.RealKey, of content: bf_content) -> Double? {
        var value = 0.0
        let status = unsafe table.pointee.get_real(table, content, key.rawValue, &value)
        return status == ABI.Status.ok ? value : nil
    }

    /// Sets a text field of a mutable copy.
    func set(_ key: ABI.TextKey, of content: bf_content, to value: String) -> bf_status {
        unsafe value.withABI { unsafe table.pointee.set_text(table, content, key.rawValue, $0) }
    }

    /// Unsets a text field of a mutable copy.
    func clear(_ key: ABI.TextKey, of content: bf_content) -> bf_status {
        unsafe table.pointee.clear(table, content, key.rawValue)
    }

    /// Sets an integer field of a mutable copy, or unsets it.
    func set(_ key: ABI.IntegerKey, of content: bf_content, to value: Int64?) -> bf_status {
        guard let value else { return unsafe table.pointee.clear(table, content, key.rawValue) }
        return unsafe table.pointee.set_integer(table, content, key.rawValue, value)
    }

    /// Sets a real field of a mutable copy, or unsets it.
    func set(_ key: ABI.RealKey, of content: bf_content, to value: Double?) -> bf_status {
        guard let value else { return unsafe table.pointee.clear(table, content, key.rawValue) }
        return unsafe table.pointee.set_real(table, content, key.rawValue, value)
    }

    /// Adds an attachment to a mutable copy.
    func attach(_ attachment: UNNotificationAttachment, to content: bf_content) -> bf_status {
        unsafe attachment.withABI { unsafe table.pointee.attach(table, content, &$0) }
    }

    /// Removes all attachments from a mutable copy.
    func detachAll(from content: bf_content) -> bf_status {
        unsafe table.pointee.detach_all(table, content)
    }
}
