// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import AVFoundation
import Compression
import CoreServices
import MobileCoreServices
import OSLog
import UniformTypeIdentifiers
import UserNotifications
import WidgetKit
import os.log

private let logger = Logger(subsystem: "org.example", category: "service")

/// Uses the modules that extensions import besides UserNotifications, as they do.
class NotificationService: UNNotificationServiceExtension, AVSpeechSynthesizerDelegate {
    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var content: UNMutableNotificationContent?
    private let synthesizer = AVSpeechSynthesizer()
    private let lock = OSAllocatedUnfairLock(initialState: [String]())

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        logger.warning("title \(request.content.title) badge \(7)")
        os_log("%{public}@ of %d", log: .default, type: .error, "one", 2)
        print("printed")
        NSLog("%@", "logged")
        debugPrint("debug")
        dump(["dumped"])

        let type = UTTypeCreatePreferredIdentifierForTag(
            kUTTagClassFilenameExtension,
            "jpg" as CFString,
            nil
        )?.takeRetainedValue()
        let extensionName = UTType(mimeType: "image/png")?.preferredFilenameExtension ?? ""
        var digest = [UInt8](repeating: 0, count: Int(CC_MD5_DIGEST_LENGTH))
        let data = Data("abc".utf8)
        _ = data.withUnsafeBytes { CC_MD5($0.baseAddress, CC_LONG(data.count), &digest) }
        lock.withLock {
            $0 = [
                "type=\(type as String? ?? "")", "extension=\(extensionName)",
                "png=\(kUTTypePNG as String)",
                "md5=\(digest.map { String(format: "%02x", $0) }.joined())",
                "memory=\(os_proc_available_memory() > 1 << 20)",
                "pool=\(autoreleasepool { 5 })",
                "packed=\((try? Self.packed()) ?? "nothing")",
                "size=\(CGSize(width: 1, height: 2).debugDescription)",
            ]
        }
        WidgetCenter.shared.reloadAllTimelines()
        WidgetCenter.shared.reloadAllTimelines()
        synthesizer.delegate = self
        synthesizer.speak(AVSpeechUtterance(string: "five received"))
    }

    /// Packs by the one module and unpacks by the other.
    private static func packed() throws -> String {
        var packed = Data()
        let filter = try OutputFilter(.compress, using: .zlib) {
            if let data = $0 { packed += data }
        }
        try filter.write(Data("the bells".utf8))
        try filter.finalize()
        let data = try (packed as NSData).decompressed(using: .zlib) as Data
        return String(decoding: data, as: UTF8.self)
    }

    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer,
        didFinish utterance: AVSpeechUtterance
    ) {
        guard let content else { return }
        content.body = lock.withLock { $0.joined(separator: "\n") }
        contentHandler?(content)
    }
}
