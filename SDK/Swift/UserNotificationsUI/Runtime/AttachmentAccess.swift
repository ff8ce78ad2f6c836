// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import FoundationSupplement
internal import Synchronization
internal import UIKit
internal import UserNotifications

/// The attachments of a notification: their files are in the container while they are asked for.
struct AttachmentAccess {
    let notification: bf_request
    let presentation: Presentation

    private static let count = Mutex(0)

    /// The attachments, none of whose files is there yet.
    func attachments() -> [UNNotificationAttachment] {
        (0..<16).lazy.map(info).prefix { $0 != nil }.compactMap { $0.flatMap(attachment) }
    }

    private struct Info {
        let identifier: String
        let type: String
        let name: String
    }

    private func info(_ index: Int) -> Info? {
        var info = unsafe bf_attachment_info()
        let status = unsafe presentation.call("name an attachment") {
            unsafe $0.pointee.attachment($1, notification, UInt32(index), &info)
        }
        guard status == BF_OK else { return nil }
        return unsafe Info(
            identifier: String(lent: info.identifier),
            type: String(lent: info.type),
            name: String(lent: info.name)
        )
    }

    private func attachment(_ info: Info) -> UNNotificationAttachment? {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let name = info.name.replacingOccurrences(of: "/", with: "_")
        let file = URL(
            fileURLWithPath: ContentStart.current?.bundle.container ?? NSTemporaryDirectory()
        )
        .appendingPathComponent("Attachments/\(number)/\(name.isEmpty ? "attachment" : name)")
        SecurityScope.register(
            SecurityScope.File(
                begin: { begin(info.identifier, at: file) },
                end: { end(info.identifier, at: file) }
            ),
            at: file.path
        )
        return .kept(identifier: info.identifier, url: file, type: info.type)
    }

    /// Copies what the host lends to where the attachment says it is.
    private func begin(_ identifier: String, at file: URL) -> Bool {
        var descriptor: Int32 = -1
        let status = unsafe identifier.withUTF8Bytes { identifier in
            unsafe presentation.call("lend an attachment") {
                unsafe $0.pointee.begin_access($1, notification, identifier, &descriptor)
            }
        }
        guard status == BF_OK else { return false }
        do {
            try Self.copy(descriptor, to: file)
            return true
        } catch {
            RunLog.write(
                .warning,
                "The attachment \(identifier) cannot be read: \(error.localizedDescription)"
            )
            end(identifier, at: file)
            return false
        }
    }

    private func end(_ identifier: String, at file: URL) {
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
        unsafe identifier.withUTF8Bytes { identifier in
            _ = unsafe presentation.call("take an attachment back") {
                unsafe $0.pointee.end_access($1, notification, identifier)
            }
        }
    }

    private static func copy(_ descriptor: Int32, to file: URL) throws {
        let files = FileManager.default
        try files.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data().write(to: file)
        let source = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        let target = try FileHandle(forWritingTo: file)
        try source.seek(toOffset: 0)
        while let piece = try source.read(upToCount: 1 << 18), !piece.isEmpty {
            try target.write(contentsOf: piece)
        }
        try target.close()
    }
}
