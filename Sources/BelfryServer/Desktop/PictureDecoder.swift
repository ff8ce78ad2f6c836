// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryDesktop
internal import BelfryModel
internal import BelfryPictures
internal import BelfrySystem
internal import Foundation
internal import Synchronization

/// Has the pictures of notifications decoded, one after the other, each in a sealed process.
///
/// A picture takes a moment that is bounded, and at most so many wait: a notification whose picture
/// cannot be had in time is shown without it.
final class PictureDecoder: Sendable {
    /// Where files of notifications are: nothing else is read.
    private let folder: String

    private let turns = SerialTasks()
    private let waitingCount = Mutex(0)

    private static let waitingLimit = 8

    init(_ folder: String) {
        self.folder = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    }

    /// A file that may be a picture.
    struct File: Sendable {
        fileprivate let path: String
    }

    /// The file of the picture that a notification has beside its text; nil for none.
    func file(of content: NotificationContent) -> File? {
        guard let attachment = content.attachments.first, !attachment.options.isThumbnailHidden,
            let type = AttachmentType.forIdentifier(attachment.typeIdentifier),
            PixelGrid.decodes(type)
        else { return nil }
        let path = URL(fileURLWithPath: attachment.url).resolvingSymlinksInPath().path
        return path.hasPrefix(folder + "/") ? File(path: path) : nil
    }

    /// The picture in a file; nil where the file holds no picture, or it takes too long to decode.
    func picture(in file: File) async -> DesktopPicture? {
        guard enter() else { return nil }
        defer { waitingCount.withLock { $0 -= 1 } }
        guard let grid = try? await turns.perform({ await Self.decode(file.path) }) else {
            return nil
        }
        return DesktopPicture(width: grid.width, height: grid.height, pixels: grid.pixels)
    }

    private func enter() -> Bool {
        waitingCount.withLock { count in
            guard count < Self.waitingLimit else { return false }
            count += 1
            return true
        }
    }

    /// Decodes a file, on a thread of its own.
    private static func decode(_ path: String) async -> PixelGrid? {
        await withCheckedContinuation { continuation in
            do throws(SystemError) {
                try SystemThread.start(named: "belfry-picture") {
                    // The program that runs, whatever has its name by now.
                    let command = ["/proc/self/exe", DecodePicture.name]
                    continuation.resume(returning: try? PictureChild.decode(path, by: command))
                }
            } catch {
                continuation.resume(returning: nil)
            }
        }
    }
}
