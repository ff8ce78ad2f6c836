// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import Glibc

/// The pictures that an extension shows, looked at before the host hears of them.
final class PictureFiles: Sendable {
    private let bundlePath: String
    private let containerPath: String
    private let copies: PictureCopies
    private let log: @Sendable (String) -> Void

    init(
        bundlePath: String,
        containerPath: String,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.bundlePath = bundlePath
        self.containerPath = containerPath
        copies = PictureCopies(containerPath: containerPath)
        self.log = log
    }

    /// Copies what an extension handed over; nil for none.
    ///
    /// - Returns: ``Status/failed`` for a file that is no picture or too large, said in the log.
    func image(_ image: bf_image) -> Result<ViewImage?, Status> {
        guard unsafe image.source != UInt32(BF_IMAGE_NONE) else { return .success(nil) }
        guard let source = unsafe ViewImage.Source(rawValue: image.source),
            unsafe image.width.isCoordinate && image.height.isCoordinate,
            unsafe image.width >= 0 && image.height >= 0
        else { return .failure(.argument) }
        return unsafe image.name.text(limit: ViewLimit.nameByteCount).flatMap { name in
            guard !name.isEmpty else { return .failure(.argument) }
            return located(name, source).map { path in
                unsafe ViewImage(
                    source: source,
                    name: path,
                    isTemplate: image.flags & UInt32(BF_IMAGE_TEMPLATE) != 0,
                    width: image.width,
                    height: image.height
                )
            }
        }
    }

    /// Where a picture is in the bundle or the container, once it is seen to be one.
    private func located(
        _ name: String,
        _ source: ViewImage.Source
    ) -> Result<String, Status> {
        do {
            switch source {
            case .attachment, .symbol: return .success(name)
            case .resource:
                let path = Self.relative(name, to: bundlePath)
                _ = try Self.openPicture(bundlePath + "/" + path)
                return .success(path)
            case .file:
                return .success(try copies.copy(of: try Self.openPicture(containerFile(name))))
            case .page: return .success(try copies.copy(of: try Self.open(containerFile(name))))
            }
        } catch {
            log("the picture \(name) is not shown: \(error)")
            return .failure(.failed)
        }
    }

    private func containerFile(_ name: String) -> String {
        containerPath + "/" + Self.relative(name, to: containerPath)
    }

    private static func relative(_ name: String, to folder: String) -> String {
        name.hasPrefix(folder + "/") ? String(name.dropFirst(folder.utf8.count + 1)) : name
    }

    /// Opens a file of a picture that can be shown.
    private static func openPicture(_ path: String) throws -> Descriptor {
        let file = try open(path)
        guard isPicture(try file.read(at: 0, count: 12)) else {
            throw PictureProblem(description: "it is no PNG, JPEG, GIF or WebP file")
        }
        return file
    }

    /// Opens a regular file of a size that the host takes.
    private static func open(_ path: String) throws -> Descriptor {
        let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PictureProblem(description: "it is no regular file")
        }
        guard status.st_size <= ViewLimit.pictureByteCount else {
            let limit = ViewLimit.pictureByteCount >> 20
            throw PictureProblem(description: "it has more than \(limit) MB")
        }
        return file
    }

    /// Whether a file that begins like this is a picture of a kind that is shown.
    private static func isPicture(_ head: [UInt8]) -> Bool {
        let isWebP = head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
        return isWebP || head.starts(with: [0x89, 0x50, 0x4e, 0x47])
            || head.starts(with: [0xff, 0xd8, 0xff]) || head.starts(with: "GIF8".utf8)
    }
}

/// Why a file is not shown.
private struct PictureProblem: Error, CustomStringConvertible {
    let description: String
}
