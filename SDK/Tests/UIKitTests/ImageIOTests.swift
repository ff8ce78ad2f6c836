// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation
internal import ImageIO
internal import Testing
internal import UIKit

@Suite struct ImageIOTests {
    private func opened(_ data: Data?) -> CGImageSource? {
        data.flatMap { CGImageSourceCreateWithData(NSData(data: $0), nil) }
    }

    @Test func `a source tells what it is without decoding it`() throws {
        let jpeg = Pictures.halves(width: 30, height: 10).jpegData(compressionQuality: 0.5)
        let source = try #require(opened(jpeg))
        #expect(CGImageSourceGetType(source).map { "\($0)" } == "public.jpeg")
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        #expect(properties?[kCGImagePropertyPixelWidth] as? Int == 30)
        #expect(properties?[kCGImagePropertyPixelHeight] as? Int == 10)
        #expect(CGImageSourceGetCount(source) == 1)
        #expect(CGImageSourceGetStatus(source) == .statusComplete)
        let size = CGImageSourceCopyProperties(source, nil)?[kCGImagePropertyFileSize] as? Int
        #expect(size == jpeg?.count)
        #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
    }

    @Test func `a thumbnail is no longer than asked and upright`() throws {
        let jpeg = try #require(
            Pictures.halves(width: 300, height: 100).jpegData(compressionQuality: 1)
        )
        let source = try #require(opened(Pictures.turned(jpeg, orientation: 6)))
        let options = NSDictionary(dictionary: [
            kCGImageSourceThumbnailMaxPixelSize: NSNumber(value: 60),
            kCGImageSourceCreateThumbnailWithTransform: NSNumber(value: true),
            kCGImageSourceCreateThumbnailFromImageAlways: NSNumber(value: true),
        ])
        let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
        #expect(thumbnail.width == 20 && thumbnail.height == 60)
        let whole = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, nil))
        #expect(whole.width == 300 && whole.height == 100)
    }

    @Test func `a destination writes what a source reads`() throws {
        let image = try #require(Pictures.halves(width: 40, height: 20).cgImage)
        let data = NSMutableData()
        let destination = try #require(
            CGImageDestinationCreateWithData(data, NSString(string: "public.png"), 1, nil)
        )
        #expect(!CGImageDestinationFinalize(destination))
        let options = NSDictionary(dictionary: [
            kCGImageDestinationImageMaxPixelSize: NSNumber(value: 10)
        ])
        CGImageDestinationSetProperties(destination, NSDictionary())
        CGImageDestinationAddImage(destination, image, options)
        #expect(CGImageDestinationFinalize(destination))
        #expect(UIImage(data: data as Data)?.size == CGSize(width: 10, height: 5))
        #expect(
            CGImageDestinationCreateWithData(data, NSString(string: "public.heic"), 1, nil) == nil
        )
    }
}
