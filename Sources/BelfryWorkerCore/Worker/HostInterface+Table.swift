// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry

extension HostInterface {
    /// Most bytes of a line that go to the host, which shows less and marks where it cut.
    ///
    /// A longer packet than either side takes would look like an attack.
    static let lineLimit = 8 * 1024

    /// Fills in the table of `belfry/host.h`.
    static func makeTable(_ version: UInt32) -> UnsafePointer<bf_host> {
        let table = UnsafeMutablePointer<bf_host>.allocate(capacity: 1)
        unsafe table.initialize(to: bf_host())
        unsafe table.pointee.size = UInt32(MemoryLayout<bf_host>.size)
        unsafe table.pointee.version = version
        unsafe fillGeneral(&table.pointee)
        unsafe fillRequests(&table.pointee)
        unsafe fillContentReading(&table.pointee)
        unsafe fillContentWriting(&table.pointee)
        return unsafe UnsafePointer(table)
    }

    private static func fillGeneral(_ table: inout bf_host) {
        unsafe table.interface = { _, id in
            guard case .success(let id) = unsafe id.text(limit: 256) else { return nil }
            return unsafe HostInterface.shared?.interface(id)
        }
        unsafe table.log = { _, level, message in
            guard let text = unsafe message.repairedText(limit: HostInterface.lineLimit) else {
                return
            }
            HostInterface.shared?.log(min(level, 3), text)
        }
        unsafe table.explain = { _, message in
            guard let text = unsafe message.repairedText(limit: HostInterface.lineLimit) else {
                return
            }
            HostInterface.shared?.explain(text)
        }
        unsafe table.now = { _ in MonotonicTime.now.nanoseconds }
    }

    private static func fillRequests(_ table: inout bf_host) {
        unsafe table.request_identifier = { _, request, out in
            guard let out = unsafe out else { return Status.argument.code }
            return HostInterface.call { unsafe $0.identifier(of: request.id, into: out) }
        }
        unsafe table.request_deadline = { _, request in
            HostInterface.requests?.deadline(of: request.id) ?? 0
        }
        unsafe table.request_is_decided = { _, request in
            HostInterface.requests?.isDecided(request.id) == false ? 0 : 1
        }
        unsafe table.request_content = { _, request in
            bf_content(id: HostInterface.requests?.original(of: request.id) ?? 0)
        }
        unsafe table.complete = { _, request, content in
            HostInterface.call { $0.complete(request: request.id, content: content.id) }
        }
        unsafe table.checkpoint = { _, request, content in
            HostInterface.call { $0.publish(request: request.id, content: content.id) }
        }
        unsafe table.drop = { _, request, reason in
            let code = unsafe reason.text(limit: DropReason.byteLimit)
            return HostInterface.call { registry in
                guard case .success(let code) = code, let reason = DropReason(code) else {
                    return .argument
                }
                return registry.drop(request: request.id, reason: reason)
            }
        }
    }

    private static func fillContentReading(_ table: inout bf_host) {
        unsafe table.get_text = { _, content, key, out in
            guard let out = unsafe out else { return Status.argument.code }
            return HostInterface.call { unsafe $0.text(content.id, key, into: out) }
        }
        unsafe table.get_integer = { _, content, key, out in
            guard let out = unsafe out else { return Status.argument.code }
            return HostInterface.call { registry in
                switch registry.integer(content.id, key) {
                case .failure(let status): return status
                case .success(let value):
                    unsafe out.pointee = value
                    return .ok
                }
            }
        }
        unsafe table.get_real = { _, content, key, out in
            guard let out = unsafe out else { return Status.argument.code }
            return HostInterface.call { registry in
                switch registry.real(content.id, key) {
                case .failure(let status): return status
                case .success(let value):
                    unsafe out.pointee = value
                    return .ok
                }
            }
        }
    }

    private static func fillContentWriting(_ table: inout bf_host) {
        unsafe table.content_copy = { _, content in
            bf_content(id: HostInterface.requests?.copy(content.id) ?? 0)
        }
        unsafe table.content_release = { _, content in
            HostInterface.call { $0.release(content.id) }
        }
        unsafe table.set_text = { _, content, key, value in
            let value = unsafe value.text(limit: ContentObject.textLimit)
            return HostInterface.call { registry in
                value.status { text in
                    if ContentKey.objects.contains(key), !text.looksLikeJSONObject {
                        return .argument
                    }
                    return registry.change(content.id) { $0.set(key, text: StableText(text.utf8)) }
                }
            }
        }
        unsafe table.set_integer = { _, content, key, value in
            HostInterface.call { $0.change(content.id) { $0.set(key, integer: value) } }
        }
        unsafe table.set_real = { _, content, key, value in
            HostInterface.call { $0.change(content.id) { $0.set(key, real: value) } }
        }
        unsafe table.clear = { _, content, key in
            HostInterface.call { $0.change(content.id) { $0.clear(key) } }
        }
        unsafe table.attach = { _, content, attachment in
            let record = unsafe AttachmentRecord.borrowed(attachment)
            return HostInterface.call { registry in
                record.status { record in registry.change(content.id) { $0.attach(record) } }
            }
        }
        unsafe table.detach_all = { _, content in
            HostInterface.call { $0.change(content.id) { $0.detachAll() } }
        }
    }
}

extension String {
    /// Whether it begins and ends as a JSON object does; the host parses it in full.
    fileprivate var looksLikeJSONObject: Bool {
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
        return utf8.first { !spaces.contains($0) } == UInt8(ascii: "{")
            && utf8.last { !spaces.contains($0) } == UInt8(ascii: "}")
    }
}

extension AttachmentRecord {
    /// Copies what an extension handed over.
    ///
    /// - Parameter attachment: What it points to.
    /// - Returns: The copy, or why it is not an attachment of ABI 1.0.
    fileprivate static func borrowed(
        _ attachment: UnsafePointer<bf_attachment>?
    ) -> Result<AttachmentRecord, Status> {
        guard let pointer = unsafe attachment, unsafe pointer.pointee.size >= Self.size else {
            return .failure(.argument)
        }
        let attachment = unsafe pointer.pointee
        do throws(Status) {
            let path = try unsafe attachment.path.text(limit: textLimit).get()
            guard !path.isEmpty else { return .failure(.argument) }
            return .success(
                AttachmentRecord(
                    identifier: try unsafe attachment.identifier.text(limit: textLimit).get(),
                    path: path,
                    type: try unsafe attachment.type.text(limit: textLimit).get(),
                    flags: unsafe attachment.flags,
                    clipping: unsafe [
                        attachment.clipping_x, attachment.clipping_y, attachment.clipping_width,
                        attachment.clipping_height,
                    ],
                    thumbnailTime: unsafe attachment.thumbnail_time
                )
            )
        } catch {
            return .failure(error)
        }
    }

    /// `sizeof(bf_attachment)` of ABI 1.0.
    private static let size: UInt32 = 96

    private static let textLimit = ContentObject.attachmentTextLimit
}
