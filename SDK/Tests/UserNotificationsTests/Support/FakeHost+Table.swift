// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Synchronization

extension FakeHost {
    /// The table of C functions that `start` is given.
    nonisolated(unsafe) static let table = unsafe makeTable(UInt32(MemoryLayout<bf_host>.size))

    /// The same of a host that knows ABI 1.0 only.
    nonisolated(unsafe) static let olderTable = unsafe makeTable(168)

    private static func makeTable(_ size: UInt32) -> UnsafePointer<bf_host> {
        unsafe immortal(
            bf_host(
                size: size,
                version: 1 << 16,
                interface: { _, id in unsafe FakeHost.interface(id) },
                log: { _, _, message in
                    let line = unsafe FakeHost.text(message)
                    FakeHost.state.withLock { $0.log.append(line) }
                },
                explain: { _, message in
                    let line = unsafe FakeHost.text(message)
                    FakeHost.state.withLock { $0.explanations.append(line) }
                },
                now: { _ in 0 },
                request_identifier: { _, request, out in
                    guard request.id == FakeHost.request.id else { return -2 }
                    unsafe out?.pointee = unsafe FakeHost.lend("request-1")
                    return 0
                },
                request_deadline: { _, _ in 0 },
                request_is_decided: { _, _ in FakeHost.state.withLock { $0.isDecided } ? 1 : 0 },
                request_content: { _, request in
                    request.id == FakeHost.request.id ? FakeHost.original : bf_content()
                },
                complete: { _, _, _ in -6 },
                content_copy: { _, content in FakeHost.copy(content) },
                content_release: { _, content in
                    FakeHost.state.withLock { $0.copies[content.id] = nil }
                    return 0
                },
                get_text: { _, content, key, out in
                    let value = FakeHost.read(content) { $0.texts[key] ?? "" }
                    guard let value else { return -2 }
                    unsafe out?.pointee = unsafe FakeHost.lend(value)
                    return 0
                },
                get_integer: { _, content, key, out in
                    guard let value = FakeHost.read(content, { $0.integers[key] }) else {
                        return -8
                    }
                    unsafe out?.pointee = value
                    return 0
                },
                get_real: { _, content, key, out in
                    guard let value = FakeHost.read(content, { $0.reals[key] }) else { return -8 }
                    unsafe out?.pointee = value
                    return 0
                },
                set_text: { _, content, key, value in
                    let text = unsafe FakeHost.text(value)
                    return FakeHost.change(content, "set_text", key: key) { $0.texts[key] = text }
                },
                set_integer: { _, content, key, value in
                    FakeHost.change(content, "set_integer", key: key) { $0.integers[key] = value }
                },
                set_real: { _, content, key, value in
                    FakeHost.change(content, "set_real", key: key) { $0.reals[key] = value }
                },
                clear: { _, content, key in
                    FakeHost.change(content, "clear", key: key) {
                        $0.texts[key] = nil
                        $0.integers[key] = nil
                        $0.reals[key] = nil
                    }
                },
                attach: { _, content, attachment in
                    guard let attachment = unsafe attachment else { return -1 }
                    let value = unsafe FakeHost.read(attachment.pointee)
                    return FakeHost.change(content, "attach") { $0.attachments.append(value) }
                },
                detach_all: { _, content in
                    FakeHost.change(content, "detach_all") { $0.attachments = [] }
                },
                checkpoint: { _, _, content in FakeHost.publish(content) },
                drop: { _, _, reason in
                    let code = unsafe FakeHost.text(reason)
                    return FakeHost.state.withLock {
                        $0.drops.append(code)
                        return $0.belfryStatus
                    }
                }
            )
        )
    }

    private static func interface(_ id: bf_string) -> UnsafeRawPointer? {
        guard unsafe text(id) == "bf.bundle/1" else { return nil }
        let principalClass = state.withLock { $0.principalClass }
        return unsafe UnsafeRawPointer(
            immortal(
                bf_bundle(
                    size: UInt32(MemoryLayout<bf_bundle>.size),
                    reserved: 0,
                    identifier: lend("org.example.service"),
                    path: lend("/nonexistent/UserNotificationsTests.appex"),
                    principal_class: lend(principalClass),
                    container: lend("/nonexistent")
                )
            )
        )
    }

    private static func publish(_ content: bf_content) -> bf_status {
        state.withLock { state in
            guard let copy = state.copies[content.id] else { return -2 }
            state.published.append(copy)
            return state.belfryStatus
        }
    }

    private static func copy(_ content: bf_content) -> bf_content {
        state.withLock { state in
            guard content.id == original.id, state.copies.count < state.copyLimit else {
                return bf_content()
            }
            let copy = bf_content(id: 100 + UInt64(state.copies.count))
            state.copies[copy.id] = state.original
            return copy
        }
    }

    private static func read(_ attachment: bf_attachment) -> Attachment {
        unsafe Attachment(
            identifier: text(attachment.identifier),
            path: text(attachment.path),
            type: text(attachment.type),
            flags: attachment.flags,
            clipping: [
                attachment.clipping_x, attachment.clipping_y,
                attachment.clipping_width, attachment.clipping_height,
            ],
            time: attachment.thumbnail_time
        )
    }

    static func text(_ string: bf_string) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: string.bytes, count: Int(string.count))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// Lends a text for the rest of the process: longer than the ABI asks, and safe.
    static func lend(_ text: String) -> bf_string {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = unsafe bytes.initialize(from: text.utf8)
        return unsafe bf_string(bytes: bytes.baseAddress, count: UInt64(bytes.count))
    }

    private static func immortal<Table>(_ table: Table) -> UnsafePointer<Table> {
        let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        unsafe memory.initialize(to: table)
        return unsafe UnsafePointer(memory)
    }
}
