// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryDesktop
internal import BelfryModel
internal import BelfryPictures
internal import BelfrySystem
internal import Foundation
internal import Synchronization

/// Reads the pictures that extensions attach and programs name, each by a process that has sealed itself.
///
/// At most a few are read at a time: a notification whose picture cannot be had is shown without it.
final class DesktopPictures: Sendable {
    /// Where attachments are stored: nothing else is read.
    private let folder: String
    private let count = Mutex(0)

    private static let limit = 4

    /// The command of this program that reads one picture.
    static let commandName = "decode-picture"

    init(_ folder: String) {
        self.folder = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    }

    /// The file of the picture that a notification has beside its text; nil for none.
    func file(of content: NotificationContent) -> String? {
        guard let attachment = content.attachments.first, !attachment.options.isThumbnailHidden,
            let type = AttachmentType.forIdentifier(attachment.typeIdentifier),
            PixelGrid.decodes(type)
        else { return nil }
        let path = URL(fileURLWithPath: attachment.url).resolvingSymlinksInPath().path
        return path.hasPrefix(folder + "/") ? path : nil
    }

    /// Reads a picture on a thread of its own.
    ///
    /// - Parameters:
    ///   - path: Its file.
    ///   - take: Takes it, once, on any thread; nil where it cannot be had.
    func read(_ path: String, _ take: @escaping @Sendable (DesktopPicture?) -> Void) {
        guard enter() else { return take(nil) }
        do throws(SystemError) {
            try SystemThread.start(named: "belfry-picture") { [self] in
                // The program that runs, whatever has its name by now.
                let command = ["/proc/self/exe", Self.commandName]
                let grid = try? PictureChild.decode(path, by: command)
                leave()
                take(
                    grid.flatMap {
                        DesktopPicture(width: $0.width, height: $0.height, pixels: $0.pixels)
                    }
                )
            }
        } catch {
            leave()
            take(nil)
        }
    }

    private func enter() -> Bool {
        count.withLock { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
    }

    private func leave() {
        count.withLock { $0 -= 1 }
    }
}
