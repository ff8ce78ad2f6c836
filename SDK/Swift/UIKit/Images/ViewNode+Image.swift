// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import CoreGraphics
internal import Foundation
internal import FoundationSupplement

extension ViewNode {
    /// Has the view show a picture; nil for none.
    ///
    /// A picture of the bundle's is named, one that was made or read elsewhere is written into the
    /// container, for the host to read at once.
    func set(image: UIImage?) {
        guard host != nil else { return }
        guard let image, let place = PicturePlace(of: image) else {
            unsafe call("take a picture away") { unsafe $0.pointee.set_image($1, handle, nil) }
            return
        }
        unsafe place.name.withUTF8Bytes { name in
            var picture = unsafe bf_image()
            unsafe picture.source = place.source
            unsafe picture.flags = image.renderingMode == .alwaysTemplate ? BF_IMAGE_TEMPLATE : 0
            unsafe picture.name = name
            unsafe picture.width = Double(image.size.width)
            unsafe picture.height = Double(image.size.height)
            unsafe call("show a picture") { unsafe $0.pointee.set_image($1, handle, &picture) }
        }
        place.remove()
    }
}

extension ViewNode {
    /// Has an image view stand for a page, which the host may draw.
    ///
    /// - Parameter page: A MIME entity (RFC 2045): its header, an empty line, the page.
    func set(page: Data) {
        guard host != nil, let file = PicturePlace.write(page) else { return }
        unsafe file.path.withUTF8Bytes { name in
            var picture = unsafe bf_image()
            unsafe picture.source = BF_IMAGE_PAGE
            unsafe picture.name = name
            unsafe call("show a page") { unsafe $0.pointee.set_image($1, handle, &picture) }
        }
        try? FileManager.default.removeItem(at: file)
    }
}

/// Where the host finds a picture.
struct PicturePlace {
    let source: bf_image_source
    let name: String
    private var file: URL?

    /// Finds the picture a place, or makes one; nil for one without pixels.
    init?(of image: UIImage) {
        if let symbol = image.symbol {
            (source, name) = (BF_IMAGE_SYMBOL, symbol.name)
        } else if let resource = image.resourceName {
            (source, name) = (BF_IMAGE_RESOURCE, resource)
        } else if let file = image.bytesToShow.flatMap(Self.write) {
            (source, name, self.file) = (BF_IMAGE_FILE, file.path, file)
        } else {
            return nil
        }
    }

    /// Takes away the file that was made for the host.
    func remove() {
        guard let file else { return }
        try? FileManager.default.removeItem(at: file)
    }

    /// Writes a file for the host; nil where that is not possible, which the log says.
    fileprivate static func write(_ data: Data) -> URL? {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-picture-\(UUID().uuidString)")
        do {
            try data.write(to: file)
            return file
        } catch {
            RunLog.write(.warning, "A picture cannot be shown: \(error.localizedDescription)")
            return nil
        }
    }
}

extension UIImage {
    /// The file it came from where it looks as it is in there; otherwise a PNG.
    fileprivate var bytesToShow: Data? {
        if imageOrientation == .up, let encoded = cgImage?.encoded { return encoded.data }
        return pngData()
    }

    /// The path in the bundle of the file it came from; nil for one that is not in it.
    fileprivate var resourceName: String? {
        guard let path, let folder = Bundle.main.resourcePath else { return nil }
        let (file, root) = (
            URL(fileURLWithPath: path).standardizedFileURL.path,
            URL(fileURLWithPath: folder).standardizedFileURL.path + "/"
        )
        return file.hasPrefix(root) ? String(file.dropFirst(root.count)) : nil
    }
}
